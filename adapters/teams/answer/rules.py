"""The dialogs by which people write rules: the form, its preview, and what became of it."""

from adapters.chat.rules.deciding import Decided, Decisions
from adapters.chat.rules.writing import Sheet, Sheets, Writer, Wrong
from adapters.chat.under_way.waiting import too_many_forms
from adapters.teams.answer.passing_on import Made, Step
from adapters.teams.people import People
from adapters.teams.receive.activities import language_of_person, to_place
from adapters.teams.receive.clicks import CardAction, Verb
from adapters.teams.receive.rule_forms import to_written
from adapters.teams.receive.wording import Activity
from adapters.teams.render.cards import said_card
from adapters.teams.render.rule_cards import preview_card, rule_form
from bot.conversation.rate_limits import Limits
from bot.model import Platform
from bot.ports import Records
from bot.rules.forms import NEW


class WritingRules:
    """Opens the form, shows what it would change, and saves that; each for its author alone."""

    def __init__(
        self,
        sheets: Sheets,
        decisions: Decisions,
        records: Records,
        people: People,
        limits: Limits,
    ) -> None:
        self._sheets = sheets
        self._decisions = decisions
        self._records = records
        self._people = people
        self._limits = limits
        self.steps: dict[Verb, Step] = {
            Verb.WRITE_RULE: self.form,
            Verb.PREVIEW_RULE: self.previewed,
            Verb.SAVE_RULE: self.saved,
        }

    async def form(self, action: CardAction, body: Activity) -> Made:
        """Returns the form for an answer, for a change, or for a new rule."""
        writer = await self.writer(body)
        sheet = await self._sheet(action, writer)
        if isinstance(sheet, str):
            return _said(sheet, writer)
        return rule_form(sheet, writer, self._sheets.stores), writer.language

    async def previewed(self, action: CardAction, body: Activity) -> Made:
        """Keeps a draft of what was sent; returns its preview, or the form with what is wrong."""
        writer = await self.writer(body)
        if (away := await self._too_many(writer, body)) is not None:
            return _said(away, writer)
        sheet, stores = await self._sheet(action, writer), self._sheets.stores
        if isinstance(sheet, str):
            return _said(sheet, writer)
        written = to_written(body, sheet.form.effective_from)
        found = await self._sheets.drafted(sheet, written, writer)
        if isinstance(found, Wrong):
            return rule_form(sheet, writer, stores, written, found), writer.language
        return preview_card(found, sheet, writer, stores, written), writer.language

    async def saved(self, action: CardAction, body: Activity) -> Made:
        """Saves a draft; returns what became of it."""
        writer = await self.writer(body)
        found = await self._decisions.confirmed(action.about, writer)
        return _said(found.line if isinstance(found, Decided) else found, writer)

    async def writer(self, body: Activity) -> Writer:
        """Returns who sent something, with the owners for whom they read."""
        place, role = to_place(body), await self._people.role(body)
        addresses = (place.aad_object_id.lower(), place.channel)
        return self._sheets.writer(place.person, role, addresses, language_of_person(body))

    async def _sheet(self, action: CardAction, writer: Writer) -> Sheet | str:
        about = action.about or NEW
        answer_id = about.partition(":")[0]
        record = await self._records.find(answer_id) if answer_id != NEW else None
        return await self._sheets.sheet(about, record, writer)

    async def _too_many(self, writer: Writer, body: Activity) -> str | None:
        place = to_place(body)
        who = (Platform.TEAMS, place.tenant_id, place.user)
        return await too_many_forms(self._limits, who, place.channel, writer.language)


def _said(line: str, writer: Writer) -> Made:
    return said_card(line, writer.language), writer.language
