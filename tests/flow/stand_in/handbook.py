"""What the small handbook of these tests has, and what it answers."""

FILES = ("en/staff-discount.v1.md", "en/staff-discount.v2.md", "ko/parcel-pickup.md")
"""Enough of the sample to ask in both languages."""
DISCOUNT = "how much is the staff discount in percent?"
PARCELS = "택배는 몇 시까지 접수하면 당일에 발송되나요?"
PARCEL_GUIDE = "택배 접수와 온라인 주문 매장 수령"
