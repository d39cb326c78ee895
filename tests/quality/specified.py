"""Documents as the specifications of other agents describe theirs, small enough to read here."""

import csv
import io
import json
from pathlib import Path

_POLICIES = """policy_id,policy_type,description,conditions,timeframe
1,return_policy,Electronics can be returned for a full refund.,"Original receipt and packaging \
required. Opened software cannot be returned.",30 days
2,warranty,Every electronic device has a limited warranty against defects.,Accidental damage is \
not covered.,12 months
3,shipping,Standard shipping is free for orders over $50.,Orders leave from Monday to Friday.,\
3-5 business days
4,price_match,We match the price of a local competitor.,The competitor has the item in stock.,7 days
"""
_BOOK = """---
title: Physics for Everyone
---
## Chapter 1: Measuring the World

Physics begins with measurement. A measurement compares a quantity with a unit.

## Chapter 2: Motion

Motion is a change of position over time. Velocity is the rate of change of position.

## Chapter 3: Energy and Its Conservation

Energy is never created or destroyed; it only changes from one form into another. A falling stone \
turns potential energy into kinetic energy.

### Heat

Heat is energy that flows from a warm body to a cold one.

## Chapter 4: Light

Light travels in a vacuum at 299,792 km/s.
"""
_BOOK_KO = """---
title: 모두의 물리학
---
## 제1장 측정

물리학은 측정에서 시작합니다.

## 제2장 운동

운동은 시간에 따라 위치가 바뀌는 것입니다.

## 제3장 에너지

에너지는 새로 생기거나 없어지지 않고 형태만 바뀝니다. 마찰은 운동을 열로 바꿉니다.
"""
_OPERATIONS = {
    "refund-1.md": """---
doc_id: refund-policy
title: 환불 정책
category: refund
version: 1
valid_from: 2025-01-01
valid_to: 2026-08-31
---
## 환불 기간

환불은 구매일로부터 14일 이내 가능합니다.

## 제한

사용하거나 훼손한 상품은 환불이 제한됩니다.
""",
    "refund-2.md": """---
doc_id: refund-policy
title: 환불 정책
category: refund
version: 2
valid_from: 2026-09-01
---
## 환불 기간

환불은 구매일로부터 7일 이내 가능합니다.

## 제한

사용하거나 훼손한 상품은 환불이 제한됩니다.
""",
    "refund-en.md": """---
doc_id: refund-policy-en
title: Refund Policy
category: refund
version: 2
valid_from: 2026-09-01
---
## Refund period

Refunds are possible within 7 days of purchase.

## Limits

Used or damaged items are not refunded.
""",
    "promotion.md": """---
doc_id: coffee-promotion
title: 11월 커피 프로모션
category: promo
version: 1
valid_from: 2026-11-16
valid_to: 2026-11-29
---
## 적용 조건

프로모션은 앱으로 결제한 회원에게만 적용됩니다.

## 혜택

아메리카노는 30% 할인됩니다.
""",
    "promotion-en.md": """---
doc_id: coffee-promotion-en
title: November Coffee Promotion
category: promo
version: 1
valid_from: 2026-11-16
valid_to: 2026-11-29
---
## Conditions

The promotion applies to members who pay with the app.

## Benefit

An Americano is 30% off.
""",
    "inventory.md": """---
doc_id: stock-count
title: 재고 실사 규정
category: inventory
version: 1
valid_from: 2026-10-15
---
재고 실사는 매월 마지막 월요일에 합니다.
""",
}
_PRODUCTS = """[
  {"name": "Aurora Neural Headphones", "category": "Audio", "price": 249.99,
   "description": "Adaptive noise-cancelling headphones with neural interface."},
  {"name": "Echo Conference Speaker", "category": "Audio", "price": 179.99,
   "description": "Conference speaker with echo cancellation."},
  {"name": "Atlas Standing Desk", "category": "Furniture", "price": 599.00,
   "description": "Motorised standing desk with four memory heights."},
  {"name": "Pulse Fitness Band", "category": "Wearables", "price": 129.00,
   "description": "Band that counts steps."}
]"""


def policies_as_csv(folder: Path) -> None:
    """A row for each policy."""
    _write(folder, {"policies.csv": _POLICIES})


def policies_as_json(folder: Path) -> None:
    """The same rows as objects."""
    rows = list(csv.DictReader(io.StringIO(_POLICIES)))
    _write(folder, {"policies.json": json.dumps(rows)})


def catalogue(folder: Path) -> None:
    """A catalogue of products."""
    _write(folder, {"products.json": _PRODUCTS})


def book(folder: Path) -> None:
    """A book in chapters, and one in Korean."""
    _write(folder, {"physics.md": _BOOK, "물리학.md": _BOOK_KO})


def operations(folder: Path) -> None:
    """Documents with versions and days, in both languages."""
    _write(folder, _OPERATIONS)


def _write(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
