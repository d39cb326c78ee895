"""Reads Japanese figures as the Korean ones of the same Chinese words: 14日以内 as 14일이내."""

import re
from collections.abc import Sequence

_WORDS = """年:년 月:월 日:일 時:시 分:분 秒:초 週:주 間:간 万:만 億:억 千:천 百:백 人:인 名:명
    回:회 個:개 枚:매 歳:세 才:세 泊:박 階:층 円:엔 ウォン:원 ドル:달러 ユーロ:유로 ポイント:포인트
    点:점 パーセント:% キロ:kg グラム:g メートル:m リットル:l 度:도 営業日:영업일 か月:개월
    ヶ月:개월 カ月:개월 ヵ月:개월 以内:이내 以上:이상 以下:이하 未満:미만 超:초과 前:전 後:후
    以降:이후 まで:까지 から:부터 半:반 つ:개"""
_KOREAN = dict(word.split(":") for word in _WORDS.split())
_UNIT = "|".join(sorted(_KOREAN, key=len, reverse=True)).replace("|日|", "|日(?!曜)|")
_FIGURE = re.compile(rf"(?:(?P<half>午前|午後)\s?)?\d[\d,.:]*(?:{_UNIT}|\d[\d,.:]*|[~-])*")
"""A number with what is written behind it: 2万5,000ウォン以上, 3月5日まで, 午後6時."""
_PART = re.compile(f"{_UNIT}|.")
_HALVES = {"午前": "오전 ", "午後": "오후 "}


def with_figures_read(plain: str, places: Sequence[int]) -> tuple[str, Sequence[int]]:
    """A text with its figures in Korean words, and the original offsets of its characters."""
    parts: list[str] = []
    found: list[int] = []
    reached = 0
    for match in _FIGURE.finditer(plain):
        parts.append(plain[reached : match.start()])
        found += places[reached : match.start()]
        start = match.start()
        if match["half"]:
            parts.append(_HALVES[match["half"]])
            found += [places[start]] * len(_HALVES[match["half"]])
            start += len(match["half"])
        for part in _PART.finditer(plain, start, match.end()):
            said = _KOREAN.get(part[0], part[0])
            parts.append(said)
            found += [places[part.start()]] * len(said)
        reached = match.end()
    parts.append(plain[reached:])
    return "".join(parts), [*found, *places[reached:]]
