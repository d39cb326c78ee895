"""Korean words for days relative to today: 어제, 지난달 말, 다음 주 금요일, 작년 12월."""

NEAR = {
    "그끄저께": -3, "엊그저께": -2, "엊그제": -2, "그저께": -2, "그제": -2, "어저께": -1,
    "어제": -1, "오늘": 0, "지금": 0, "현재": 0, "요즘": 0, "내일모레": 2, "내일": 1, "모레": 2,
    "글피": 3,
}  # fmt: skip
_OF_WEEK = {
    "지지난": -2, "저저번": -2, "지난": -1, "저번": -1, "이번": 0, "다음": 1, "담": 1, "다다음": 2,
}  # fmt: skip
_OF_YEAR = {
    "재작년": -2, "작년": -1, "지난해": -1, "올해": 0, "금년": 0, "내년": 1, "내후년": 2,
}  # fmt: skip
STEPS = {**_OF_WEEK, **_OF_YEAR, "오는": 1}
WEEKDAYS = {name: number for number, name in enumerate("월화수목금토일")}
_START, _END = r"(?<![가-힣])", r"(?![가-힣](?<![에의은는도부까엔중인이라]))"
"""Only a particle may follow: 다음 주문 is not a week, 그제야 not a day."""
_STEP = rf"{_START}(?P<step>{'|'.join(_OF_WEEK)})"
_WEEKDAY = "(?P<weekday>[월화수목금토일])요일"
_MONTH = r"(?P<month>1[0-2]|0?[1-9])월"
_IN_MONTH = r"(?:\s?(?P<day>\d{1,2})\s?일|\s?(?P<edge>말|초|중순))?"
FORMS = (
    (
        "year",
        rf"{_START}(?P<step>{'|'.join(_OF_YEAR)})"
        rf"(?:\s?{_MONTH}{_IN_MONTH}|\s?(?P<part>말|초|이맘때))?{_END}",
    ),
    ("next_such", rf"{_START}(?P<step>지난|오는|이번|다음)\s?{_MONTH}{_IN_MONTH}"),
    ("month", rf"{_STEP}\s?달{_IN_MONTH}{_END}"),
    ("week", rf"{_STEP}\s?주(?:\s?{_WEEKDAY}|(?P<weekend>말))?{_END}"),
    ("near", rf"{_START}(?<![일월년자]\s)(?P<near>{'|'.join(NEAR)}){_END}"),
    ("weekday", rf"{_START}(?P<step>지난|저번|이번|다음)\s?{_WEEKDAY}{_END}"),
)
