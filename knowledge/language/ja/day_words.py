"""Japanese words for days relative to today: 昨日, 先月, 来週の金曜日, 去年の12月."""

NEAR = {
    "一昨日": -2, "おととい": -2, "昨日": -1, "きのう": -1, "今日": 0, "本日": 0, "きょう": 0,
    "明日": 1, "あした": 1, "明後日": 2, "あさって": 2,
}  # fmt: skip
STEPS = {"先々": -2, "一昨": -2, "先": -1, "去": -1, "昨": -1, "今": 0, "来": 1, "再来": 2}
WEEKDAYS = {name: number for number, name in enumerate("月火水木金土日")}
FORMS = (
    ("near", rf"(?P<near>{'|'.join(sorted(NEAR, key=len, reverse=True))})"),
    (
        "week",
        r"(?P<step>先々|再来|先|今|来)週(?:の?(?P<weekday>[月火水木金土日])曜|(?P<weekend>末))?",
    ),
    ("month", r"(?P<step>先々|再来|先|今|来)月(?:の?(?P<day>\d\d?)日)?(?P<edge>末)?"),
    (
        "year",
        r"(?P<step>一昨|再来|去|昨|今|来)年"
        r"(?:の?(?P<month>1[0-2]|[1-9])月(?:(?P<day>\d\d?)日)?)?(?P<part>末)?",
    ),
)
