"""Reports for whoever looks after the documents: what was asked, what was not answered, and why."""

from bot.upkeep.reports.asked import Wanted
from bot.upkeep.reports.making import Reports
from bot.upkeep.reports.receipts import Readings
from bot.upkeep.reports.table import Report, Table

__all__ = ["Readings", "Report", "Reports", "Table", "Wanted"]
