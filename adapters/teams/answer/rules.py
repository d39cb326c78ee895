"""The dialogs by which people write rules: the form, its preview, and what became of it."""

from collections.abc import Sequence

from adapters.chat.channels.channels import Channels
from adapters.chat.rules.correcting import Correcting
from adapters.chat.rules.deciding import Decided, Decisions
from adapters.chat.rules.owning import Owning
from adapters.chat.rules.texts import CHANGE, LIST, PIN_FAULTS, POST, TITLE
from adapters.chat.rules.writing import Sheet, Sheets, Writer, Wrong
from adapters.chat.under_way.waiting import too_many
from adapters.chat.under_way.work import Work
from adapters.teams.answer.kept_answers import record_here
from adapters.teams.answer.notices import Notices
from adapters.teams.answer.passing_on import Made, Step
from adapters.teams.people import People
from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import chat_of, is_channel, language_of_person, to_place
from adapters.teams.receive.clicks import CardAction, Verb
from adapters.teams.receive.rule_forms import to_wanted_pin, to_written
from adapters.teams.receive.wording import Activity
from adapters.teams.render.cards import said_card
from adapters.teams.render.elements import Element
from adapters.teams.render.forms import pin_form
from adapters.teams.render.rule_cards import preview_card, rule_form, write_card
from adapters.teams.render.rule_lists import (
    changes_card,
    corrections_card,
    decisions,
    rules_card,
    withdraw_card,
)
from bot.conversation.rate_limits import Limits
from bot.model.access import may_read
from bot.model.kept import StoredAnswer
from bot.model.rules import Fault, RuleError, State, WrittenRule
from bot.ports import Records
from bot.rules.forms import NEW, fault_line
from bot.texts import LANGUAGES, spoken
from knowledge.model.documents import Language


class Approving:
    """Shows a rule that waits to those who may decide about it."""

    def __init__(self, decisions: Decisions, channels: Channels, notices: Notices) -> None:
        self._decisions = decisions
        self._channels = channels
        self._notices = notices

    async def ask(self, written: WrittenRule, body: Activity) -> None:
        """Writes to the document's owner and to administrators, never to the rule's author."""
        rule, place = written.rule, to_place(body)
        shown = {one: await self._decisions.waiting(written.rule_id, one) for one in LANGUAGES}
        if None in shown.values():
            return  # decided meanwhile

        def words(language: Language) -> str:
            return "\n".join(shown[spoken(language)] or ())

        def buttons(language: Language) -> Sequence[Element]:
            return decisions(written.rule_id, language)

        own = language_of_person(body)
        by_author = {place.aad_object_id.lower(), *self._notices.admins}
        for address in {*self._decisions.deciders(written)} - by_author:
            settings = self._channels.of(place.tenant_id, address)
            if not is_channel(address) or may_read(settings.audience, rule.audience):
                await self._notices.reach(
                    chat_of(body), address, words, settings.language or own, buttons
                )
        await self._notices.tell_people(
            self._notices.admins, words, buttons, but=written.written_by
        )


class WritingRules:
    """Opens the form, shows what it would change, and saves that; each for its author alone."""

    def __init__(
        self,
        sheets: Sheets,
        decisions: Decisions,
        records: Records,
        people: People,
        limits: Limits,
        outbox: Outbox,
        approving: Approving,
        correcting: Correcting,
        owning: Owning,
        work: Work,
    ) -> None:
        self._sheets = sheets
        self._decisions = decisions
        self._records = records
        self._people = people
        self._limits = limits
        self._outbox = outbox
        self._approving = approving
        self._correcting = correcting
        self._owning = owning
        self._work = work
        self.steps: dict[Verb, Step] = {
            Verb.WRITE_RULE: self._counted(self.form),
            Verb.PREVIEW_RULE: self._counted(self.previewed),
            Verb.SAVE_RULE: self.saved,
            Verb.APPROVE_RULE: self._counted(self.approved),
            Verb.REFUSE_RULE: self._counted(self.refused),
            Verb.END_RULE: self._counted(self.ending),
            Verb.WITHDRAW_RULE: self._counted(self.withdrawn),
            Verb.CORRECT: self._counted(self.corrected),
            Verb.STILL_TRUE: self._counted(self.still_true),
            Verb.PIN: self._counted(self.pin_form),
            Verb.PIN_ANSWER: self.pinned,
            Verb.UNPIN: self._counted(self.unpinned),
        }

    async def form(self, action: CardAction, body: Activity) -> Made:
        """Returns the form for an answer, for a change, or for a new rule."""
        writer = await self._writer(body)
        sheet = await self._sheet(action, writer)
        if isinstance(sheet, str):
            return _said(sheet, writer)
        return rule_form(sheet, writer, self._sheets.stores), writer.language

    async def previewed(self, action: CardAction, body: Activity) -> Made:
        """Keeps a draft of what was sent; returns its preview, or the form with what is wrong."""
        writer = await self._writer(body)
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
        writer = await self._writer(body)
        found = await self._decisions.confirmed(action.about, writer)
        if isinstance(found, Decided) and found.written.state is State.WAITING:
            written = found.written
            self._work.listen(lambda: self._approving.ask(written, body))
        return self._became(found, writer, body)

    async def approved(self, action: CardAction, body: Activity) -> Made:
        """Puts a rule that waits into force; returns what became of it."""
        writer = await self._writer(body)
        found = await self._decisions.approved(action.about, writer)
        return self._became(found, writer, body)

    async def refused(self, action: CardAction, body: Activity) -> Made:
        """Refuses a rule that waits; returns what became of it."""
        writer = await self._writer(body)
        found = await self._decisions.refused(action.about, writer)
        return self._became(found, writer, body)

    async def ending(self, action: CardAction, body: Activity) -> Made:
        """Asks whether a rule is to end."""
        writer = await self._writer(body)
        listed = await self._decisions.listed(writer)
        if isinstance(listed, str):
            return _said(listed, writer)
        may_end = (one for one in listed if one.withdraws)
        one = next((one for one in may_end if one.written.rule.doc_id == action.about), None)
        if one is None:
            return _said(fault_line(RuleError(Fault.GONE), writer.language), writer)
        return withdraw_card([one.line], action.about, writer.language), writer.language

    async def withdrawn(self, action: CardAction, body: Activity) -> Made:
        """Ends a rule; returns what became of it."""
        writer = await self._writer(body)
        found = await self._decisions.withdrawn(action.about, writer)
        return self._became(found, writer, body)

    async def corrected(self, action: CardAction, body: Activity) -> Made:
        """Posts the corrections that were shown; returns how many."""
        writer = await self._writer(body)
        return _said(await self._correcting.posted(action.about, writer), writer)

    async def still_true(self, action: CardAction, body: Activity) -> Made:
        """Notes that a document was looked at; returns until when."""
        writer = await self._writer(body)
        return _said(await self._owning.still_true(action.about, writer), writer)

    async def pin_form(self, action: CardAction, body: Activity) -> Made:
        """Returns the form by which an answer is pinned."""
        writer, record = await self._writer(body), await self._answer(action, body)
        sheet = await self._owning.pin_sheet(record, writer)
        if isinstance(sheet, str):
            return _said(sheet, writer)
        return pin_form(sheet, writer.language), writer.language

    async def pinned(self, action: CardAction, body: Activity) -> Made:
        """Pins an answer; returns until when, or the form with what is wrong."""
        writer, record = await self._writer(body), await self._answer(action, body)
        wanted, language = to_wanted_pin(body), writer.language
        sheet = await self._owning.pin_sheet(record, writer)
        if not isinstance(sheet, str) and self._owning.is_past(wanted):
            return pin_form(sheet, language, wanted, PIN_FAULTS[Fault.DAYS][language]), language
        return _said(await self._owning.pin(record, wanted, writer), writer)

    async def unpinned(self, action: CardAction, body: Activity) -> Made:
        """Takes a pinned answer away."""
        writer = await self._writer(body)
        return _said(await self._owning.unpinned(action.about, writer), writer)

    async def offer_changes(self, answer_id: str, body: Activity) -> None:
        """Shows who found an answer wrong the rules behind it that they may change."""
        writer = await self._writer(body)
        record = await record_here(self._records, answer_id, body, self._people.role)
        places = await self._sheets.changes(record, writer) if record else []
        if places:
            card, language = changes_card(places, writer.language), writer.language
            await self._outbox.show(chat_of(body), card, CHANGE[language], language)

    async def has_writer(self, body: Activity) -> bool:
        """Whether somebody writes rules at all."""
        return self._sheets.is_writer((await self._writer(body)).author)

    async def begin(self, body: Activity) -> None:
        """Shows a card that opens the empty form, in a person's chat with the bot."""
        writer = await self._writer(body)
        found = await self._sheets.sheet(NEW, None, writer)
        language = writer.language
        card = said_card(found, language) if isinstance(found, str) else write_card(language)
        await self._outbox.show(chat_of(body), card, TITLE[language], language)

    async def show_list(self, body: Activity) -> None:
        """Shows the rules written here, what is due and what is pinned, in a personal chat."""
        writer = await self._writer(body)
        shelf, language = await self._owning.shelf(writer), writer.language
        card = rules_card(shelf, language)
        await self._outbox.show(chat_of(body), card, LIST[language], language)

    async def _writer(self, body: Activity) -> Writer:
        """Returns who sent something, with the owners for whom they read."""
        place, role = to_place(body), await self._people.role(body)
        addresses = (place.aad_object_id.lower(), place.channel)
        return self._sheets.writer(place.person, role, addresses, language_of_person(body))

    def _became(self, found: Decided | str, writer: Writer, body: Activity) -> Made:
        """Says what became of a rule; once it answers, earlier answers may have to be corrected."""
        if isinstance(found, str):
            return _said(found, writer)
        if found.written.state is State.IN_FORCE:
            rule_id = found.written.rule_id
            self._work.aside(lambda: self._offer_corrections(rule_id, writer, body))
        return _said(found.line, writer)

    async def _offer_corrections(self, rule_id: str, writer: Writer, body: Activity) -> None:
        offer, language = await self._correcting.offer(rule_id, writer.language), writer.language
        if offer is not None:
            card = corrections_card(offer, language)
            await self._outbox.show(chat_of(body), card, POST[language], language)

    async def _answer(self, action: CardAction, body: Activity) -> StoredAnswer | None:
        return await record_here(self._records, action.about, body, self._people.role)

    async def _sheet(self, action: CardAction, writer: Writer) -> Sheet | str:
        about = action.about or NEW
        answer_id = about.partition(":")[0]
        record = await self._records.find(answer_id) if answer_id != NEW else None
        return await self._sheets.sheet(about, record, writer)

    def _counted(self, step: Step) -> Step:
        """The step for whoever is below the limit. (What was previewed is saved in any case.)"""

        async def counted(action: CardAction, body: Activity) -> Made:
            place, language = to_place(body), language_of_person(body)
            away = await too_many(self._limits, place.person, place.channel, language)
            if away is not None:
                return said_card(away, language), language
            return await step(action, body)

        return counted


def _said(line: str, writer: Writer) -> Made:
    return said_card(line, writer.language), writer.language
