"""A store with rules and a catalogue in both languages, whose names share words with the rules."""

import json
import shutil
from pathlib import Path

from bot.settings import SAMPLE

_RULES = (
    "en/gift-cards.md",
    "en/refund-policy.v2.md",
    "en/lost-property.md",
    "ko/gift-card-guide.md",
    "ko/refund-policy.v2.md",
)
_ROW = (
    "policy_id,policy_type,description,conditions,timeframe\n"
    "1,return_policy,Electronics can be returned within 30 days of purchase.,"
    "The original receipt is required.,30 days\n"
)
_WATER = """# Drinking water

Water from the dispenser is free for everyone who works a shift.
"""
_DESK = """# Service desk

The service desk answers whatever takes longer than 5 minutes.
"""
PRODUCTS = (
    ("Aurora Neural Headphones", "Audio", "249.99", "Adaptive noise-cancelling headphones."),
    ("Breeze Wired Headphones", "Audio", "19.50", "Light headphones with a long cable."),
    ("무선 헤드폰", "음향", "39.00", "24시간 들을 수 있습니다."),
    ("Echo Conference Speaker", "Audio", "179.99", "Hears every voice in the room."),
    ("Nimbus Keyboard", "Accessories", "129.00", "Quiet keys."),
    ("기계식 키보드", "전자", "89.00", "손목 받침이 있습니다."),
    ("USB-C Hub 7-in-1", "Accessories", "45.00", "One cable for a screen and a mouse."),
    ("Atlas Standing Desk", "Furniture", "599.00", "Height-adjustable desk."),
    ("높이 조절 책상", "가구", "399.00", "앉거나 서서 씁니다."),
    ("Gift Card Holder", "Stationery", "3.00", "Paper, with room for a few words."),
    ("Return Address Labels", "Stationery", "4.50", "100 labels on a roll."),
    ("Lost Dog Picture Book", "Books", "12.00", "A story for the evening."),
    ("Policy Binder", "Stationery", "9.00", "Holds 200 sheets."),
    ("환불 도장 세트", "문구", "15.00", "잉크가 들어 있습니다."),
    ("카드 지갑", "잡화", "25.00", "카드 여섯 장이 들어갑니다."),
    ("한지 노트", "문구", "12.50", "한지로 만든 노트."),
    ("젤 볼펜", "문구", "1.50", "검은색입니다."),
    ("Ceramic Pour-Over Set", "Kitchen", "34.00", "Dripper and pot."),
    ("Enamel Pot", "Kitchen", "28.00", "Holds two litres."),
    ("Sparkling Water", "음료", "1.20", "500 ml."),
    ("Barley Tea", "Drinks", "1.60", "Unsweetened, 500 ml."),
    ("식혜", "음료", "1.80", "차갑게 마십니다."),
    ("Folding Umbrella", "Rain", "9.90", "Navy or grey."),
    ("접이식 우산", "우천", "9.50", "가볍습니다."),
    ("흰 우유 1L", "유제품", "2.10", "저온 살균했습니다."),
    ("딸기 요거트", "유제품", "1.70", "딸기가 들어 있습니다."),
    ("현미 5kg", "식품", "18.00", "올해 거둔 쌀입니다."),
    ("Oat Biscuits", "Snacks", "2.40", "Twelve in a box."),
    ("Wool Scarf", "Clothing", "29.00", "Warm."),
    ("양말 3켤레", "의류", "8.90", "면으로 만들었습니다."),
)
"""Name, category, price, description."""


def write(folder: Path) -> Path:
    """Write the documents into a folder, and return it."""
    folder.mkdir(parents=True)
    for name in _RULES:
        shutil.copy(SAMPLE / name, folder / name.replace("/", "-"))
    fields = ("name", "category", "price", "description")
    products = [dict(zip(fields, one, strict=True)) for one in PRODUCTS]
    catalogue = {"currency": "USD", "products": products}
    written = json.dumps(catalogue, ensure_ascii=False)
    (folder / "products.json").write_text(written, encoding="utf-8")
    (folder / "policies.csv").write_text(_ROW, encoding="utf-8")
    (folder / "water.md").write_text(_WATER, encoding="utf-8")
    (folder / "desk.md").write_text(_DESK, encoding="utf-8")
    return folder
