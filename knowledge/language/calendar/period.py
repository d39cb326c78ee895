"""A period of days: a day, a week, a month or a year."""

from calendar import monthrange
from datetime import date, timedelta
from typing import NamedTuple, Self

_EDGES = {
    "end": "말 末 end late", "start": "초 start beginning early", "middle": "중순 middle mid",
}  # fmt: skip
_EDGE_OF = {word: edge for edge, words in _EDGES.items() for word in words.split()}
_DECEMBER = 12


class Period(NamedTuple):
    """The first and the last day of a period."""

    first: date
    last: date

    @classmethod
    def of_day(cls, day: date) -> Self:
        """One day."""
        return cls(day, day)

    @classmethod
    def of_week(cls, day: date) -> Self:
        """The week of a day, from Monday on."""
        monday = day - timedelta(days=day.weekday())
        return cls(monday, monday + timedelta(days=6))

    @classmethod
    def of_month(cls, year: int, month: int) -> Self:
        """A month; month 0 is December of the year before, 13 January of the next."""
        year, month = year + (month - 1) // _DECEMBER, (month - 1) % _DECEMBER + 1
        return cls(date(year, month, 1), date(year, month, monthrange(year, month)[1]))

    @classmethod
    def of_year(cls, year: int) -> Self:
        """A year."""
        return cls(date(year, 1, 1), date(year, _DECEMBER, 31))

    def nearest(self, today: date) -> date:
        """Its day nearest to today: the end of last month, the start of next week."""
        return min(max(self.first, today), self.last)

    def at(self, edge: str | None) -> Self:
        """Its last, middle or first day, by a word such as 말 or early; without one, all of it."""
        which = _EDGE_OF.get((edge or "").lower())
        if which is None:
            return self
        if which == "middle":
            return type(self).of_day(self.first + (self.last - self.first) / 2)
        return type(self).of_day(self.last if which == "end" else self.first)


def day_of(year: int, month: int, day: int) -> date | None:
    """A day; None if it does not exist, such as 31 February."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def months_from(day: date, months: int) -> date:
    """The same day `months` later, or the last day of a shorter month."""
    month = Period.of_month(day.year, day.month + months)
    return month.first.replace(day=min(day.day, month.last.day))
