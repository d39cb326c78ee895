"""The bot of a chain with three stores and documents of some of them."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.main.app import App, build
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from knowledge.model.places import Places

STORES = """
stores:
  gangnam:
    name: {ko: 강남점, en: Gangnam}
    region: seoul
  haeundae:
    name: {ko: 해운대점, en: Haeundae}
    region: busan
  jeju:
    name: {ko: 제주공항점, en: Jeju Airport}
    owner: 김민수 점장
"""
FILES = {
    "_stores.yaml": STORES,
    "docs/refunds.md": "---\ntitle: 환불 규정\n---\n# 기간\n"
    "미개봉 상품은 구매일부터 14일 안에 환불합니다.\n",
    "docs/lockers.md": "---\ntitle: Lockers\n---\n# Keys\n"
    "A lost locker key costs staff 5 dollars.\n",
    "docs/receipts.md": "---\ntitle: Receipts\n---\n# Copies\n"
    "Print a copy of a receipt from the till's journal within 90 days.\n",
    "docs/seoul/gangnam.md": "---\ntitle: 강남점 안내\nstore: gangnam\n---\n# 환불\n"
    "미개봉 상품은 구매일부터 7일 안에 환불합니다.\n\n# 주차\n"
    "손님은 지하 2층에 2시간 무료로 주차할 수 있습니다.\n",
    "docs/seoul/keys.md": "---\ntitle: Gangnam lockers\nstore: gangnam\n---\n# Keys\n"
    "A lost locker key costs staff 9 dollars.\n",
    "docs/busan/_defaults.yaml": "region: busan\n",
    "docs/busan/parking.md": "---\ntitle: 부산 주차\n---\n# 주차\n"
    "손님은 옆 공영 주차장에 1시간 무료로 주차할 수 있습니다.\n",
}


@contextmanager
def chain(folder: Path) -> Iterator[App]:
    """The bot, not yet indexed."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    store = StoreSettings(
        source=Places.of(folder / "docs"), data=folder / "data", stores=folder / "_stores.yaml"
    )
    slack, openai = SlackSettings(bot_token=None), OpenAISettings(api_key=None)
    with closing(build(Settings(slack=slack, openai=openai, store=store))) as app:
        yield app
