"""Once a rule answers, its author may correct the earlier answers that it outdates."""

from slack_bolt.async_app import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.rules.correcting import Correcting
from adapters.chat.rules.deciding import Decided
from adapters.chat.rules.writing import Writer
from adapters.chat.under_way.once import TWICE_S, Once
from adapters.chat.under_way.work import Work
from adapters.slack.answer.rules.writing import Writers
from adapters.slack.post.delivery import Delivery, ResponseUrl
from adapters.slack.receive.clicks import Click, to_click
from adapters.slack.receive.events import directly
from adapters.slack.receive.reading import Payload
from adapters.slack.render.buttons import FOR_CORRECTOR
from bot.model import Reply
from bot.ports import ShortLived


class Corrected:
    """Offers corrections in a direct message, and posts them by a tap."""

    def __init__(
        self, writers: Writers, correcting: Correcting, work: Work, short_lived: ShortLived
    ) -> None:
        self._writers = writers
        self._correcting = correcting
        self._work = work
        self._seen = Once(short_lived, "slack correction", TWICE_S)

    def offer(self, decided: Decided, click: Click, writer: Writer, client: AsyncWebClient) -> None:
        """Waits until a rule is in the index, beside everything else, and then offers them."""
        self._work.aside(lambda: self._offered(decided, click, writer, client))

    async def on_correct(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Posts what was offered, once, and says how many in place of the offer."""
        await ack()
        click = to_click(body)
        if not await self._seen.first(click.key):
            return
        writer = await self._writers.of(click, client)
        said = await self._correcting.posted(click.value, writer)
        await ResponseUrl(click, client).put(Reply(said, writer.language, private=True))

    async def _offered(
        self, decided: Decided, click: Click, writer: Writer, client: AsyncWebClient
    ) -> None:
        offer = await self._correcting.offer(decided.written.rule_id, writer.language)
        if offer is not None:
            text = "\n\n".join(offer.lines)
            reply = Reply(text, writer.language, kept=True, trace_id=offer.token)
            await Delivery(client).say(directly(click.user), reply, shown=FOR_CORRECTOR)
