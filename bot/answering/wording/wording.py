"""Words chosen statements shorter, or in the asker's language, by two calls of a language model.

One call words, one judges. Between them stands the floor (`floor.fault`). If one of them rejects a
wording, or it is late or fails, the statement stays as it is.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal, TypeVar

from bot.answering.choose.calls import Calls, calls_so_far, of_one_question
from bot.answering.choose.json_in_text import Form, List, Text, last_in, schema_of
from bot.answering.choose.offer import in_one_line, marked, new_key
from bot.answering.choose.timed import Pause
from bot.answering.instructions import for_judging, for_wording
from bot.answering.wording.floor import fault
from bot.model import Checked, Question, Sentence, Verdict, Wait
from bot.model.errors import ModelTrouble, ModelUnavailableError
from bot.model.prompt import Prompt
from bot.ports import LanguageModel, Quota
from bot.privacy import Profile, Redactor, assert_clean
from bot.telemetry import note, step
from knowledge.language.sentences import width_of
from knowledge.language.terms import language_of
from knowledge.model.spared import Spared
from knowledge.split.injections import is_injection

Mode = Literal["off", "short", "translate"]
_LONG = 60
"""Characters from which a statement may be said shorter; 30 in Korean."""
_MOST_KEPT = 500
"""Wordings that are remembered: the same statements answer again and again."""
Clock = Callable[[], float]
"""Monotonic seconds."""


class WireWording(Form):
    """The reply of the call that words."""

    MARK = "texts"

    texts: Annotated[list[Text], List]


class WireJudged(Form):
    """The reply of the call that judges."""

    MARK = "same"

    same: Annotated[list[bool], List]


Reply = TypeVar("Reply", bound=Form)


class Wording:
    """Words the statements of an answer, and remembers what it worded."""

    def __init__(
        self,
        model: LanguageModel,
        mode: Mode,
        budget_s: float,
        redactor: Redactor | None = None,
        quota: Quota | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        """An answer waits for both calls `budget_s` seconds at most."""
        self._model = model
        self._mode = mode
        self._budget_s = budget_s
        self._redactor = redactor or Redactor()
        self._quota = quota
        self._clock = clock
        self._pause = Pause(clock())
        self._known: OrderedDict[tuple[str, str], str] = OrderedDict()

    async def worded(self, checked: Checked, question: Question, language: str = "") -> Checked:
        """The statements that answer, worded where that is wanted and may go out.

        `language` is the question's as a language model read it.
        """
        # A dialog has no second time to wait, and of a conflict each word matters.
        if checked.verdict is not Verdict.PASS or question.wait is Wait.SHORT:
            return checked
        wanted = _wanted(question, language)
        units = [unit for one in checked.kept if (unit := self._to_word(one, wanted))]
        new = [one for one in dict.fromkeys(units) if (one, wanted) not in self._known]
        if new and self._clock() >= self._pause.until:
            self._keep(wanted, await self._made(new, wanted))
        kept = tuple(self._said(one, wanted) for one in checked.kept)
        return replace(checked, kept=kept)

    def _to_word(self, sentence: Sentence, wanted: str) -> str:
        """The text to word; "" if the sentence stays as it is."""
        unit = sentence.text
        spoken = language_of(unit)
        if is_injection(unit):
            return ""
        if self._mode == "translate":
            return unit if spoken != wanted else ""
        return unit if width_of(unit) >= _LONG else ""

    def _said(self, sentence: Sentence, wanted: str) -> Sentence:
        text = self._known.get((self._to_word(sentence, wanted), wanted), "")
        return replace(sentence, text=text, worded=True) if text else sentence

    def _keep(self, wanted: str, made: Mapping[str, str]) -> None:
        for unit, text in made.items():
            self._known[unit, wanted] = text
        while len(self._known) > _MOST_KEPT:
            self._known.popitem(last=False)

    async def _made(self, units: Sequence[str], wanted: str) -> Mapping[str, str]:
        """The wording of each unit, "" for one that may not go out; nothing if a call failed."""
        calls = calls_so_far().for_wording
        with Spared("wording"), step("wording"), of_one_question(calls):
            try:
                async with asyncio.timeout(self._budget_s):
                    pairs = await self._standing(units, wanted, calls)
                    judged = await self._agreed(pairs, calls)
                    self._pause.failures = 0
                    return {**dict.fromkeys(units, ""), **judged}
            except (TimeoutError, ModelUnavailableError) as error:
                self._pause.failed(self._clock())
                note(wording_trouble=getattr(error, "kind", ModelTrouble.TIMEOUT))
            finally:
                note(wording_calls=calls.made)
        return {}

    async def _standing(
        self, units: Sequence[str], wanted: str, calls: Calls
    ) -> Sequence[tuple[str, str]]:
        """Units with the wordings that the floor lets stand."""
        task = f"{self._mode} {wanted if self._mode == 'translate' else ''}".strip()
        lines = (f"{n}. {in_one_line(one)}" for n, one in enumerate(units, 1))
        key = new_key()
        message = f"{task}\n{marked('texts', key, chr(10).join(lines))}"
        said = await self._asked("wording", for_wording(), message, WireWording, calls)
        if len(said.texts) != len(units):
            raise ModelUnavailableError(ModelTrouble.BAD_OUTPUT, "not one text for each sentence")
        told = [(unit, in_one_line(text)) for unit, text in zip(units, said.texts, strict=True)]
        return [(unit, text) for unit, text in told if self._stands(unit, text, wanted)]

    def _stands(self, unit: str, text: str, wanted: str) -> bool:
        spoken = language_of(unit)
        if self._mode == "short":
            return len(text) < len(unit) and fault(unit, text, spoken, spoken) is None
        return text != unit and fault(unit, text, spoken, wanted) is None

    async def _agreed(self, pairs: Sequence[tuple[str, str]], calls: Calls) -> dict[str, str]:
        """The pairs of which the judging call says that both say the same."""
        if not pairs:
            return {}
        lines = (
            f"{n}. statement: {in_one_line(unit)}\n{n}. wording: {text}"
            for n, (unit, text) in enumerate(pairs, 1)
        )
        message = marked("pairs", new_key(), "\n".join(lines))
        said = await self._asked("judgement", for_judging(), message, WireJudged, calls)
        if len(said.same) != len(pairs):
            raise ModelUnavailableError(ModelTrouble.BAD_OUTPUT, "not one verdict for each pair")
        return {unit: text for (unit, text), same in zip(pairs, said.same, strict=True) if same}

    async def _asked(
        self, name: str, rules: str, message: str, form: type[Reply], calls: Calls
    ) -> Reply:
        """The model's reply, if there is a call left for it. Raises ModelUnavailableError."""
        counted = self._quota.take if self._quota is not None else None
        if not await calls.take(counted):
            raise ModelUnavailableError(ModelTrouble.QUOTA)
        # Documents may hold what people must not send: a shop's own number stays.
        clean = assert_clean(message, self._redactor, profile=Profile.DOCUMENT)
        asked = Prompt(name, rules, clean, schema_of(form))
        return await self._model.reply(asked, lambda text, _: last_in(text, form))


def _wanted(question: Question, read: str) -> str:
    """The asker's language. One that is set for the channel counts more than the words."""
    typed = language_of(question.own_words)
    return read if read and typed == question.language == "en" else question.language
