"""Rewords sentences without changing their meaning, as a truthful model would."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from knowledge.language.terms import language_of
from knowledge.model.documents import Language


class Rule(NamedTuple):
    """One way to reword a sentence."""

    name: str
    pattern: str
    other: str | Callable[[re.Match[str]], str]

    def said(self, text: str) -> str:
        """Rewords a sentence; returns it unchanged if the rule does not apply."""
        return re.sub(self.pattern, self.other, text)


def paraphrases(text: str) -> Iterator[tuple[str, str]]:
    """Yields the sentence reworded by each rule that applies, and by all of them at once."""
    rules = _RULES[language_of(text)]
    together = text
    for rule in rules:
        together = rule.said(together)
        if rule.said(text) != text:
            yield rule.name, rule.said(text)
    if together != text:
        yield "all at once", together


# --- English -----------------------------------------------------------------------------------


def _main_clause_first(match: re.Match[str]) -> str:
    return f"{match[3][:1].upper()}{match[3][1:]} {match[1].lower()} {match[2]}."


def _small(text: str) -> str:
    return text if text[1:2].isupper() else f"{text[:1].lower()}{text[1:]}"


def _first_cell_first(match: re.Match[str]) -> str:
    return f"{match[2]}: {_small(match[3])} {match[4]}"


def _by_the_clock(match: re.Match[str]) -> str:
    hour = int(match[1])
    return f"{hour % 12 or 12}:{match[2]} {'am' if hour < 12 else 'pm'}"


_WEEKS = {"7": "one week", "14": "two weeks"}
_ENGLISH = (
    Rule("main clause first", r"^(If|When) ([^,]+), ([^.;]+)\.$", _main_clause_first),
    Rule("first cell first", r"^([\w ]+): ([^;:]+); ([\w ]+): ([^;]+)", _first_cell_first),
    Rule("weeks", r"\b(7|14) days\b", lambda match: _WEEKS[match[1]]),
    Rule("at most", r"\bwithin ((?:\d+|one|two) (?:business )?[a-z]+)\b", r"in \1 at most"),
    Rule("not more", r"\bup to (₩?[\d,]+)", r"at most \1"),
    Rule("or more", r"\bat least (\d+ \w+)\b", r"\1 or more"),
    Rule("more than", r"\babove (₩[\d,]+)", r"of more than \1"),
    Rule("won", r"₩([\d,]+)", r"\1 won"),
    Rule("am and pm", r"\b(\d\d):(\d\d)\b", _by_the_clock),
    Rule("month first", r"\b(\d{1,2}) (May|September|October|November|December)\b", r"\2 \1"),
    Rule("please", r"\b([Pp])lease (\w)", r"\2"),
    Rule("can't", r"\bcannot\b", "can't"),
    Rule("doesn't", r"\b(does|is|are) not\b", r"\1n't"),
    Rule("may", r"\bcan be\b", "may be"),
    Rule("have to", r"\bmust\b", "have to"),
    Rule("for free", r"\bfree of charge\b", "for free"),
    Rule("in full", r"\brefunded in full\b", "fully refunded"),
    Rule("any customer", r"\b[Tt]he customer\b", "a customer"),
    Rule("for each", r"\ba month\b", "per month"),
    Rule("not opened", r"\bUnopened (\w+(?: food)?) can\b", r"\1 that have not been opened can"),
    Rule("buying", r"\bof purchase\b", "of buying it"),
    Rule(
        "approval",
        r"\bneeds? the (store|area) manager's approval",
        r"must be approved by the \1 manager",
    ),
    Rule("limit", r"\b(?:is|are) limited to (₩[\d,]+)", r"cannot be more than \1"),
    Rule("staff", r"\bemployee\b", "staff member"),
    Rule("paid back", r"\brefunded\b", "paid back"),
    Rule("you", r"\b[Cc]ustomers (can|may)\b", r"you \1"),
    Rule("lead-in", r"^(?=[A-Z][a-z]+ [a-z])", "According to the policy: "),
)

# --- Korean ------------------------------------------------------------------------------------

_LAST_B, _LAST_N = 17, 4
"""Places of ㅂ and ㄴ among the final consonants of a syllable in Unicode."""
_POLITE = {"있": "있어요", "없": "없어요", "않": "않아요", "받": "받아요"}


def _plain_style(match: re.Match[str]) -> str:
    """Turns 합니다 into 한다, 뺍니다 into 뺀다."""
    stem = match[1]
    if (ord(stem) - ord("가")) % 28 != _LAST_B:
        return match[0]
    return f"{chr(ord(stem) - _LAST_B + _LAST_N)}다."


def _in_won(match: re.Match[str]) -> str:
    return f"{int(match[1].replace(',', '')) * 10_000:,}원"


def _by_the_clock_ko(match: re.Match[str]) -> str:
    hour = int(match[1])
    half = "오전" if hour < 12 else "오후"
    return f"{half} {hour if hour <= 12 else hour - 12}시"


_KOREAN = (
    Rule("앞 칸 먼저", r"^([가-힣 ]+): ([^;:]+); ([가-힣 ]+): ([^;]+)", r"\2: \3 \4"),
    Rule("있어요", r"([있없않받])습니다\.", lambda match: f"{_POLITE[match[1]]}."),
    Rule("가능해요", r"할 수 있(?:습니다|어요)\.", "하는 것이 가능합니다."),
    Rule("돼요", r"됩니다\.", "돼요."),
    Rule("해요", r"합니다\.", "해요."),
    Rule("이에요", r"입니다\.", "이에요."),
    Rule("한다", r"([가-힣])니다\.", _plain_style),
    Rule("만 원", r"(?<![\d,])([\d,]+)만 원", _in_won),
    Rule("안에", r"(\d+(?:일|시간|분|개월)) 이내에?", r"\1 안에"),
    Rule("퍼센트", r"(\d)%", r"\1퍼센트"),
    Rule("몇 시", r"\b(\d\d):00", _by_the_clock_ko),
    Rule("산 날", r"구매일로부터", "산 날로부터"),
    Rule("손님", r"고객", "손님"),
    Rule("인 경우", r"이면 ", "인 경우 "),
    Rule("있다면", r"있으면 ", "있다면 "),
    Rule("미개봉", r"개봉하지 않은", "미개봉"),
    Rule("개봉하지 않은", r"미개봉 ", "개봉하지 않은 "),
    Rule("승인", r"승인을 받아야 (?:합니다|해요|한다)\.", "승인이 필요합니다."),
    Rule("불가능", r"(환불|결제|교환)할 수 없(?:습니다|어요)\.", r"\1이 불가능합니다."),
    Rule("초과", r"원을 넘으면", "원을 초과하면"),
    Rule("까지", r"최대 (\d+[가-힣]+)까지", r"\1까지"),
    Rule("안내에 따르면", r"^(?=[가-힣]+[은는] )", "안내에 따르면 "),
)
_RULES: Mapping[Language, tuple[Rule, ...]] = {"en": _ENGLISH, "ko": _KOREAN}
