"""The documents of the specifications: policies, a book, a store's rules, a catalogue."""

import json
from pathlib import Path

POLICIES = """policy_id,policy_type,description,conditions,timeframe
1,return_policy,Electronics can be returned within 30 days of purchase.,\
The original receipt and packaging are required.,30 days
2,shipping_policy,Standard shipping takes 3 to 5 business days and is free over $50.,\
Orders placed before 14:00 are sent the same day.,3 to 5 business days
3,warranty_policy,All electronics carry a 12-month limited warranty from the day of purchase.,\
Damage by drops and liquids is not covered.,12 months
4,price_match_policy,We match the price of authorised retailers within 14 days of purchase.,\
Marketplace sellers and clearance prices are not matched.,14 days
"""

BOOK = """# The Lighthouse Keepers

## Chapter 1: The Island

The island of Morn lies nine miles off the coast. Nobody lived there before the lighthouse was built
in 1871.

## Chapter 2: The Lamp

The lamp burns whale oil and turns once in thirty seconds. Its light is seen from eighteen miles.

## Chapter 3: The Storm

The main theme of this chapter is trust between the two keepers. During the storm of 1889 each
keeper had to rely on the other's watch for three nights. They learnt that a light is only as good
as the person who tends it.
"""

REFUNDS = """---
doc_id: refund_policy_v2
title: 환불 정책 v2
version: 2
category: refund
store_type: cafe
language: ko
valid_from: 2025-06-01
---
# 환불 정책

## 환불 기간

환불은 구매일로부터 7일 이내 가능하며, 사용 또는 훼손 시 환불이 제한될 수 있다. 환불할 때는 영수증이
필요하다.
"""

EXCEPTIONS = """---
doc_id: refund_exception
title: 환불 예외 규정
version: 1
category: refund
store_type: cafe
language: ko
valid_from: 2025-06-01
---
# 환불 예외

## 프로모션과 세트 상품

프로모션/세트 상품의 경우 환불 조건이 상이할 수 있으며, 구매 채널에 따라 정책이 달라진다.
"""

PROMOTIONS = """---
doc_id: promotion_december
title: 12월 프로모션
version: 1
category: promo
store_type: cafe
language: ko
valid_from: 2025-12-01
valid_to: 2025-12-31
---
# 12월 프로모션

## 적용 조건

프로모션은 앱으로 결제한 음료에만 적용된다. 한 번에 음료 두 잔까지 할인된다.
"""

PRODUCTS = [
    {
        "name": "Aurora Neural Headphones",
        "category": "Audio",
        "price": 249.99,
        "description": "Adaptive noise-cancelling headphones with neural interface for focus "
        "optimization.",
    },
    {
        "name": "Echo Conference Speaker",
        "category": "Audio",
        "price": 179.99,
        "description": "Room-filling conference speaker with echo cancellation.",
    },
    {
        "name": "Atlas Standing Desk",
        "category": "Furniture",
        "price": 599.00,
        "description": "Motorised standing desk with four memory heights.",
    },
    {
        "name": "Lumen Desk Lamp",
        "category": "Lighting",
        "price": 89.5,
        "description": "Lamp with daylight and evening light.",
    },
    {
        "name": "Pulse Fitness Band",
        "category": "Wearables",
        "price": 129.0,
        "description": "Band that counts steps and measures sleep.",
    },
]


def policies(folder: Path) -> Path:
    """The rows of specification 1."""
    return _written(folder, {"policies.csv": POLICIES})


def book(folder: Path) -> Path:
    """The book of specification 2."""
    return _written(folder, {"lighthouse.md": BOOK})


def store_rules(folder: Path) -> Path:
    """The rules of specification 3."""
    named = {"refunds.md": REFUNDS, "exceptions.md": EXCEPTIONS, "promotions.md": PROMOTIONS}
    return _written(folder, named)


def catalogue(folder: Path) -> Path:
    """The products of specification 4."""
    written = json.dumps({"products": PRODUCTS}, indent=2)
    return _written(folder, {"products.json": written})


def _written(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
