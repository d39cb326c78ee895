"""States with an opposite: used and unused, 개봉 and 미개봉, members and non-members."""

from knowledge.language.polarity.states.poles import disputed, other_pole, same_pole

__all__ = ["disputed", "other_pole", "same_pole"]
