"""English words for days relative to today: yesterday, last Friday, the end of next month."""

MONTH_NAME = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
NEAR = {
    "the day before yesterday": -2, "yesterday": -1, "today": 0, "right now": 0, "now": 0,
    "currently": 0, "at the moment": 0, "the day after tomorrow": 2, "tomorrow": 1,
}  # fmt: skip
STEPS = {"last": -1, "previous": -1, "this": 0, "next": 1, "coming": 1}
WEEKDAYS = {name: number for number, name in enumerate("mon tue wed thu fri sat sun".split())}
_STEP = rf"(?P<step>{'|'.join(STEPS)})"
_MONTH = rf"(?P<month>{MONTH_NAME})"
_EDGE = (
    r"(?:\b(?P<edge>end|start|beginning|middle)\sof\s(?:the\s)?"
    r"|\b(?P<edge2>early|late|mid)[\s-])?"
)
FORMS = (
    ("near", rf"\b(?P<near>{'|'.join(NEAR)})\b(?<!from now)"),
    ("weekday", rf"\b{_STEP}\s(?P<weekday>{'|'.join(WEEKDAYS)})\w{{0,3}}day\b"),
    ("month_of_year", rf"\b{_MONTH}\s(?:of\s)?(?P<step>last|this|next)\syear\b"),
    ("month_of_year", rf"\b(?P<step>last|this|next)\syear,?\sin\s{_MONTH}\b"),
    ("next_such", rf"{_EDGE}\b(?P<step>last|this|next|coming)\s{_MONTH}\b(?!\s\d)"),
    ("unit", rf"{_EDGE}(?P<same>this\stime\s)?\b{_STEP}\s(?P<unit>week|month|year)\b"),
)
