"""Builds the parts by which people write rules, and those who waited for them are told."""

from datetime import timedelta

from bot.conversation.corrections import Corrections, Posts
from bot.main.app.kept import Given, Kept
from bot.main.app.upkeep import Upkeep
from bot.ports import Handle
from bot.rules.forms import Forms
from bot.rules.news import News
from bot.rules.pins import Pinning
from bot.rules.preview import Previews
from bot.rules.publishing import Publishing
from bot.rules.queue import Queue
from bot.rules.receipts import Receipts
from bot.rules.reviews import Reviewing
from bot.rules.rules import Rules
from bot.rules.writing import Rights, Writing
from bot.upkeep.reports import Reports
from knowledge.index.drafts import Drafts
from knowledge.search.hybrid import HybridSearch
from knowledge.split.token_count import TokenCounter


def rules_of(
    given: Given,
    kept: Kept,
    upkeep: Upkeep,
    search: HybridSearch,
    handle: Handle,
    posts: Posts,
    corrections: Corrections,
    reports: Reports,
) -> Rules:
    """Builds them; `handle` answers a question anew, `posts` tells whoever asked it before."""
    settings = given.settings
    period = timedelta(days=settings.records.days)
    news = News(kept.records, search, handle, posts, period, given.zone)
    drafts = Drafts(given.redactor.published, TokenCounter().count)
    receipts = Receipts(
        kept.receipts,
        kept.rules,
        kept.shifts,
        kept.short_lived,
        given.stores,
        drafts,
        given.today,
        named=settings.rules.names,
    )
    publishing = Publishing(
        kept.rules, kept.reviews, search, upkeep.indexer, news, receipts, given.today
    )
    rights = Rights(settings.rules.writers, settings.rules.approval)
    writing = Writing(
        kept.rules,
        Previews(search, drafts),
        search,
        given.redactor,
        given.stores,
        given.today,
        rights,
        upkeep.trail,
        publishing.wake,
    )
    pinning = Pinning(
        kept.pins, kept.known_pins, search, given.today, rights, upkeep.trail, given.redactor
    )
    reviewing = Reviewing(kept.reviews, search, given.today, rights, upkeep.trail, publishing.wake)
    forms = Forms(search, given.today)
    queue = Queue(reports, rights)
    return Rules(forms, writing, publishing, pinning, reviewing, receipts, corrections, queue)
