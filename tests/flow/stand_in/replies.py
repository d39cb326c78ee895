"""Replies of every kind: asked of the real conversation on the sample, or built by hand."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path

from bot import texts
from bot.conversation.commands import Commands
from bot.conversation.handler import Conversation
from bot.conversation.threads import MemoryThreads
from bot.main.app import App, build
from bot.model import Confidence, Message, Platform, Reply, SafeText, Scope
from bot.settings import SAMPLE
from bot.upkeep.indexing.index_report import report_lines
from knowledge.model.documents import Language
from knowledge.model.report import Changes, IndexReport, Skipped
from tests.fakes import FakeIndexer, FakeRecords
from tests.flow.stand_in.editions import settings
from tests.unit.given import comparison
from tests.unit.slack.given import DAY, ID, answer, reply, source

SELECTED = (
    "Team, the delivery from Incheon comes at 06:30 on Monday. Please keep gate 2 free. "
    "Frozen goods go to freezer B within 20 minutes."
)
SELECTED_KO = (
    "월요일 물류 차량은 오전 6시 30분에 도착합니다. 2번 출입구를 비워 주세요. "
    "냉동 상품은 20분 이내에 B냉동고에 넣어야 합니다."
)


OPEN = Scope()
_EXAMPLE: dict[Language, str] = {
    "en": "How long is a Haneul gift card valid?",
    "ko": "하늘 상품권의 유효기간은 얼마인가요?",
}


@dataclass(frozen=True)
class Asked:
    """What a person says, and where."""

    name: str
    text: str
    scope: Scope = OPEN
    before: str = ""
    """Asked before in the same thread."""
    selected: str | None = None
    command: str | None = None
    alone: bool = False
    """Nobody but the asker sees the reply."""


@dataclass(frozen=True)
class Case:
    """A reply, and who sees it."""

    name: str
    reply: Reply = field(repr=False)
    alone: bool = False
    """Nobody but the asker sees the reply."""


CAFE = Scope(store_type="cafe")
SHOP = Scope(store_type="convenience")
ASKED = (
    Asked("rule-en", "how many days do customers have to return sealed headphones?"),
    Asked("rule-ko", "헤드폰 환불 되나요?"),
    Asked("store-en", "what must a customer show to buy cigarettes?", SHOP),
    Asked("store-ko", "카페 평일 몇 시에 열어요?", CAFE),
    Asked("how-to-en", "somebody spilled hot coffee on their hand, what do I do for the burn"),
    Asked("how-to-ko", "시재 차이가 5,000원이면 어떻게 하나요?"),
    Asked("product-en", "what does the folding umbrella cost?"),
    Asked("product-ko", "불고기 도시락 얼마에요"),
    Asked("page-en", "at which temperature do we keep hot food?"),
    Asked("other-language-en", "up to how many months can credit card instalments run?"),
    Asked("other-language-ko", "직원 할인은 몇 퍼센트예요?"),
    Asked("rows-en", "What are the earning rates of the member grades?"),
    Asked("rows-ko", "결제 수단별 환불 기간"),
    Asked("several-en", "What earning rate do Gold members have? How long are points valid?"),
    Asked("several-ko", "미개봉 헤드폰은 며칠 안에 환불되나요? 직원 할인은 몇 퍼센트예요?"),
    Asked("as-of-en", "how much was the staff discount on 1 April 2026?"),
    Asked("as-of-ko", "2026년 8월 20일 기준 카페 평일 영업시간은?", CAFE),
    Asked("last-day-en", "Unopened headphones bought on 3 October 2026, can they be returned?"),
    Asked("last-day-ko", "11월 15일에 산 미개봉 상품인데 영수증 있어요. 환불되나요?"),
    Asked("changed-en", "what changed in the refund policy?"),
    Asked("changed-ko", "카페 영업시간이 어떻게 바뀌었나요?", CAFE),
    Asked("new-en", "what's new?"),
    Asked("new-ko", "앞으로 시행될 규정이 있나요?"),
    Asked("not-yet-ko", "일회용 컵 보증금 얼마예요?", CAFE),
    Asked("conflict-en", "how long is lost property kept?"),
    Asked("conflict-ko", "분실물은 매장에서 며칠 보관해요?"),
    Asked("goes-on-en", "and opened ones?", before="how long can customers return headphones?"),
    Asked("goes-on-ko", "그럼 골드는요?", before="실버 회원 적립률이 얼마예요?"),
    Asked("nearest-en", "how much do we charge to shorten a skirt"),
    Asked("nearest-ko", "갓 들어온 직원은 초록색 이름표를 얼마나 오래 달고 다니나요?"),
    Asked("refused-en", "does the company pay for parking?"),
    Asked("refused-ko", "퇴직금은 어떻게 계산하나요"),
    Asked("general-en", "who won the world cup?"),
    Asked("general-ko", "월드컵은 누가 우승했나요?"),
    Asked("talk-en", "hi there!"),
    Asked("talk-ko", "고마워요~"),
    Asked("removed-en", "can Kim's 010-1234-5678 order of sealed headphones still be returned?"),
    Asked("removed-ko", "고객 번호 010-1234-5678, 미개봉 헤드폰은 며칠 안에 환불되나요?"),
    Asked("selected-en", "when does it come?", selected=SELECTED),
    Asked("selected-ko", "냉동 상품은요?", selected=SELECTED_KO),
    Asked("selected-refused-en", "who drives?", selected=SELECTED),
    Asked("for-asker-en", "price of the merino pullover pls", alone=True),
    Asked("for-asker-ko", "회사에서 음료 40잔 단체로 시킨다는데 할인되나요?", alone=True),
    Asked("too-long-en", "why? " * 2000),
    Asked("refused-command-ko", "다시 색인", command="reindex"),
)
_INJECTED = (
    "<!channel> <@U1> @here **30일(개봉 시)**까지 [our policy](https://evil.example) [1]\n"
    "<https://evil.example|Refund policy> &lt;!here&gt; @channel은 <!subteam^S1> [2]"
)
_TABLE = {
    "en": "Days to return, by goods [1]:\n\n| Goods | Unopened | Opened |\n|:--|--:|--:|\n"
    "| **Headphones** | 14 days | only when faulty |\n| Food | 3 days | no |\n\nThen ask. [1]",
    "ko": "상품별 환불 기간입니다 [1]:\n\n| 상품 | 미개봉 | 개봉 |\n|---|---|---|\n"
    "| **헤드폰(이어폰)** | 14일 | 불량일 때만 |\n| 식품 | 3일 | 불가 |\n\n그 외는 문의하세요. [1]",
}


def built() -> Iterator[Case]:
    """What the sample does not give, or not the same every time."""
    for language, table in _TABLE.items():
        yield Case(f"table-{language}", reply(table, language=_language(language)))
    three = tuple(
        source(n, title=title, url=f"https://kb.example/{n}", effective_from=date(2026, n, 1))
        for n, title in enumerate(("Refund policy", "Warranty", "Gift cards"), start=1)
    )
    yield Case("three-en", reply("Yes [1]. So is that [2]. And this [3].", sources=three))
    long = "\n".join(
        f"Rule {n} of the handbook says what to do with shelf {n}. [1]" for n in range(90)
    )
    yield Case("long-en", reply(long, sources=three, suggestions=("Refund policy: Gifts",)))
    long_ko = "\n".join(f"{n}번 규정은 **{n}번 매대(음료)**에 적용됩니다. [2]" for n in range(140))
    yield Case("long-ko", reply(long_ko, language="ko", sources=three))
    many = tuple(source(n, quote="Opened goods can be returned. " * 9) for n in range(1, 13))
    yield Case("many-sources-en", reply("See all of these [1].", sources=many))
    bad = source(2, title="<!here> *Rules*", section="[x](https://evil.example)", quote=_INJECTED)
    injected = reply(_INJECTED, language="ko", sources=(source(), bad), suggestions=(_INJECTED,))
    yield Case("injection-ko", replace(injected, notice=_INJECTED, follow_up=_INJECTED))
    unsure = {
        one: answer(one, confidence=Confidence.LOW) for one in (_language("en"), _language("ko"))
    }
    yield Case("unsure-en", reply("Perhaps [1].", of=unsure["en"]))
    yield Case("unsure-ko", reply("아마도요 [1].", language="ko", of=unsure["ko"]))
    yield Case("worded-en", reply("Two weeks, unopened [1].", model_worded=True))
    worded_ko = reply("뜯지 않았다면 2주입니다 [1].", language="ko", model_worded=True)
    yield Case("worded-ko", worded_ko)
    for language in ("en", "ko"):
        yield from _without_answer(_language(language))


def _without_answer(language: Language) -> Iterator[Case]:
    said = {
        "error": texts.TROUBLE[language].format(trace_id=ID),
        "busy": texts.BUSY[language].format(seconds=40),
        "long-wait": texts.LONG_WAIT[language].format(seconds=25),
        "no-place": texts.NO_PLACE[language].format(count=3),
        "too-late": texts.TOO_LATE[language],
        "not-indexed": texts.NOT_INDEXED[language],
        "report": "\n".join(report_lines(_report(3), language, short=True)),
        "report-long": "\n".join(_listed(language)),
        "difference": "```\n" + "+ | 개봉 상품 | 14일 | <!here>\n" * 200 + "```",
    }
    for name, text in said.items():
        yield Case(f"{name}-{language}", Reply(text, language, private=True, trace_id=ID))


def _report(skipped: int) -> IndexReport:
    return IndexReport(
        documents=48,
        passages=315,
        embedded=7,
        seconds=2.3,
        assumed=2,
        changes=Changes(added=("a@1",), changed=("b@2",), removed=()),
        skipped=tuple(
            Skipped(f"en/file_{n}.md", f"en/file_{n}.md: no title") for n in range(skipped)
        ),
    )


def _listed(language: Language) -> list[str]:
    first = report_lines(_report(0), language)
    return first + [f"- ko/문서_{n}.md: <b>머리글</b>이 없어서 읽지 못했습니다" for n in range(400)]


def _language(name: str) -> Language:
    return "ko" if name == "ko" else "en"


async def cases(data: Path) -> list[Case]:
    """Every reply: what an index of the sample gives on a day that stays, and what is built."""
    return [*await _asked(data), *built()]


async def _asked(data: Path) -> list[Case]:
    # On no machine does an answer take so long that less is suggested.
    app = build(settings(SAMPLE, data), clock=lambda: 0.0)
    try:
        await app.indexer.rebuild()
        return [await _case(one, app) for one in ASKED]
    finally:
        app.close()


async def _example(language: Language) -> SafeText | None:
    """An example that is the same on every day."""
    return SafeText(_EXAMPLE[language])


async def _case(one: Asked, app: App) -> Case:
    conversation = Conversation(
        app.ways.past_cache,
        Commands(FakeIndexer(), comparison()),
        lambda: DAY,
        MemoryThreads(timedelta(hours=1)),
        records=FakeRecords(),
        example=_example,
    )
    message = Message(
        Platform.SLACK,
        one.name,
        "U1",
        one.text,
        command=one.command,
        scope=one.scope,
        selected_text=one.selected,
        trace_id=ID,
    )
    if one.before:
        await conversation.handle(replace(message, text=one.before, trace_id="before"))
    return Case(one.name, await conversation.handle(message), one.alone)
