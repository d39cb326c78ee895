"""Common words that any sentence may use freely; other rules judge those that allow or bound."""

from knowledge.language.terms import terms

_ENGLISH = """put puts bring brings give gives given mean means because go goes take takes keep
    keeps use used done cost costs price charge charges fee per buy buying bought
    back according policy policies rule rules document documents
    customer customers goods item items product products
    cannot never must not non without unless only even all every everyone always regardless
    able possible impossible allowed permitted prohibited forbidden
    within least most maximum minimum than more less fewer longer later sooner earlier exceed
    between above below
    monday tuesday wednesday thursday friday saturday sunday
    mondays tuesdays wednesdays thursdays fridays saturdays sundays"""
_KOREAN = """있 있더라 없 않 못 이 입 되 돼 됩 됐 하 해 합 했 할 한 인 된 될 아닙 아니 아니라
    안에 동안 때 때만 것 네 예 이때 그때 그래 바로 볼 쓰 두 주 내 번 모든
    반드시 필요 가능 불가 불가능 이내 이하 이상 미만 초과 사이 최대 최소 까지만 가격 요금 값
    고객 손님 상품 제품 물건 산 안내 규정 문서 따르
    월요일 화요일 수요일 목요일 금요일 토요일 일요일"""

SAYING = frozenset((*terms(_ENGLISH), *_KOREAN.split()))
"""English stems, and Korean stems as `knowledge.language.ko.stems` leaves them."""
