"""Every table. A change here needs a migration beside it (docs/CONTRIBUTING.md)."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    UniqueConstraint,
    text,
)

from adapters.database.columns import UtcTime, Words

REVISION = "0003"
"""The last migration."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_COUNTED = BigInteger().with_variant(Integer, "sqlite")
"""SQLite counts up its own kind of integer only."""

installation = Table(
    "installation",
    metadata,
    Column("name", Words, primary_key=True),
    Column("value", Words, nullable=False),
)
"""What is true of all replicas together, such as their common id."""

# --- questions on their way ----------------------------------------------------------------

questions = Table(
    "questions",
    metadata,
    Column("number", _COUNTED, Identity(), primary_key=True),
    Column("answer_id", Words, nullable=False, unique=True),
    Column("key", Words, nullable=False, unique=True),
    Column("platform", Words, nullable=False),
    Column("thread", Words, nullable=False),
    Column("body", Words, nullable=False),
    Column("received_at", UtcTime, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("held_by", Words),
    Column("accepted_as", Words, nullable=False),
    Column("retry_at", UtcTime),
    Column("posting_at", UtcTime),
    Column("settled_at", UtcTime),
    Index("open_questions", "platform", postgresql_where=text("settled_at IS NULL"),
          sqlite_where=text("settled_at IS NULL")),
    Index("open_threads", "thread", postgresql_where=text("settled_at IS NULL"),
          sqlite_where=text("settled_at IS NULL")),
    Index("settled_questions", "settled_at"),
)  # fmt: skip
"""Accepted questions until they have their reply, and their keys for an hour after it."""

replicas = Table(
    "replicas",
    metadata,
    Column("replica", Words, primary_key=True),
    Column("seen_at", UtcTime, nullable=False),
)
"""The processes that answer: whose last sign of life is old has stopped."""

turns = Table(
    "turns",
    metadata,
    Column("number", _COUNTED, Identity(), primary_key=True),
    Column("thread", Words, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("turn", Words, nullable=False),
    Index("turns_of_thread", "thread", "number"),
    Index("turns_by_time", "at"),
)
"""The last questions of each thread, without personal data."""

counts = Table(
    "counts",
    metadata,
    Column("key", Words, primary_key=True),
    Column("until", UtcTime, nullable=False),
    Column("made", Integer, nullable=False),
    Index("counts_by_end", "until"),
)
"""How much somebody or something did in the present minute or day."""

short_lived = Table(
    "short_lived",
    metadata,
    Column("key", Words, primary_key=True),
    Column("value", Words, nullable=False),
    Column("until", UtcTime, nullable=False),
    Index("short_lived_by_end", "until"),
)
"""What replicas know of one another's last minutes, such as which clicks were answered."""

tries = Table(
    "tries",
    metadata,
    Column("key", Words, primary_key=True),
    Column("result", Words, nullable=False),
    Column("tried_at", UtcTime, nullable=False),
    Index("tries_by_time", "tried_at"),
)
"""What suggestions would answer, by all that this depends on; no words of a person."""

# --- answers -------------------------------------------------------------------------------

answers = Table(
    "answers",
    metadata,
    Column("number", _COUNTED, Identity(), primary_key=True),
    Column("answer_id", Words, nullable=False, unique=True),
    Column("given_at", UtcTime, nullable=False),
    Column("thread", Words, nullable=False),
    Column("person", Words, nullable=False),
    Column("question", Words, nullable=False),
    Column("same", Words, nullable=False),
    Column("verdict", Words, nullable=False),
    Column("reply", Words, nullable=False),
    Column("place", Words, nullable=False),
    Index("answers_by_time", "given_at"),
    Index("answers_by_thread", "thread", "given_at"),
    Index("answers_by_person", "person", "given_at"),
)
"""Answers as people read them. `same` is read by the version before only."""

feedback = Table(
    "feedback",
    metadata,
    Column("answer_id", ForeignKey(answers.c.answer_id, ondelete="CASCADE"), primary_key=True),
    Column("person", Words, primary_key=True),
    Column("good", Boolean, nullable=False),
    Column("given_at", UtcTime, nullable=False),
    Column("reason", Words, nullable=False),
    Column("comment", Words),
)

messages = Table(
    "messages",
    metadata,
    Column("message", Words, primary_key=True),
    Column("answer_id", ForeignKey(answers.c.answer_id, ondelete="CASCADE"), nullable=False),
    Index("messages_by_answer", "answer_id"),
)
"""Which chat message shows an answer."""

corrections = Table(
    "corrections",
    metadata,
    Column("answer_id", ForeignKey(answers.c.answer_id, ondelete="CASCADE"), primary_key=True),
    Column("doc_id", Words, primary_key=True),
    Column("at", UtcTime, nullable=False),
    Column("correction_id", Words, nullable=False),
)

# --- what the bot says by itself -----------------------------------------------------------

told = Table(
    "told",
    metadata,
    Column("what", Words, primary_key=True),
    Column("day", Date, nullable=False),
    Column("noted_as", Words, nullable=False),
)
"""Which owners were told of what today, without anybody's words."""

shift_messages = Table(
    "shift_messages",
    metadata,
    Column("message_id", Words, primary_key=True),
    Column("store", Words, nullable=False),
    Column("day", Date, nullable=False),
    Column("platform", Words, nullable=False),
    Column("channel", Words, nullable=False),
    Column("language", Words, nullable=False),
    Column("text", Words, nullable=False),
    UniqueConstraint("platform", "channel", "day"),
)

shift_reads = Table(
    "shift_reads",
    metadata,
    Column(
        "message_id", ForeignKey(shift_messages.c.message_id, ondelete="CASCADE"), primary_key=True
    ),
    Column("person", Words, primary_key=True),
    Column("at", UtcTime, nullable=False),
)

# --- rules that people write ---------------------------------------------------------------

rules = Table(
    "rules",
    metadata,
    Column("number", _COUNTED, Identity(), primary_key=True),
    Column("rule_id", Words, nullable=False, unique=True),
    Column("doc_id", Words, nullable=False),
    Column("version", Words, nullable=False),
    Column("state", Words, nullable=False),
    Column("body", Words, nullable=False),
    Column("written_by", Words, nullable=False),
    Column("written_at", UtcTime, nullable=False),
    Column("decided_by", Words),
    Column("decided_at", UtcTime),
    Column("indexed_at", UtcTime),
    Column("told_at", UtcTime),
    Index("versions_of_rules", "doc_id", "version", unique=True,
          postgresql_where=text("state IN ('in_force', 'withdrawn')"),
          sqlite_where=text("state IN ('in_force', 'withdrawn')")),
)  # fmt: skip
"""Documents written in a chat, on the page or by the API; `body` is their text and facts, as JSON.

A version counts once: of two people who put one into force, the second is told.
"""

reviews = Table(
    "reviews",
    metadata,
    Column("doc_id", Words, primary_key=True),
    Column("version", Words, primary_key=True),
    Column("review_by", Date, nullable=False),
    Column("person", Words, nullable=False),
    Column("at", UtcTime, nullable=False),
)
"""Versions of documents that their owners called still true, and until when."""

pins = Table(
    "pins",
    metadata,
    Column("pin_id", Words, primary_key=True),
    Column("body", Words, nullable=False),
    Column("ends_on", Date),
    Column("person", Words, nullable=False),
    Column("at", UtcTime, nullable=False),
)
"""Fixed answers: a question and the sentences that answer it, as JSON."""

receipts = Table(
    "receipts",
    metadata,
    Column("rule_id", Words, primary_key=True),
    Column("person", Words, primary_key=True),
    Column("store", Words, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("understood", Boolean),
)
"""Who said that they read a rule, in which store, and whether they chose its value rightly."""

# --- settings, and who may do what ---------------------------------------------------------

channels = Table(
    "channels",
    metadata,
    Column("platform", Words, primary_key=True),
    Column("workspace", Words, primary_key=True),
    Column("channel", Words, primary_key=True),
    Column("store_type", Words),
    Column("category", Words),
    Column("language", Words),
    Column("answer_mode", Words, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("allowed_groups", Words, nullable=False),
    Column("audience", Words, nullable=False),
    Column("store", Words),
)

teams_chats = Table(
    "teams_chats",
    metadata,
    Column("person", Words, primary_key=True),
    Column("chat", Words, nullable=False),
)
"""Where Teams lets the bot write first."""

keys = Table(
    "keys",
    metadata,
    Column("key_id", Words, primary_key=True),
    Column("digest", Words, nullable=False, unique=True),
    Column("name", Words, nullable=False),
    Column("role", Words, nullable=False),
    Column("made_at", UtcTime, nullable=False),
    Column("store_type", Words),
    Column("expires_on", Date),
    Column("revoked_at", UtcTime),
    Index("valid_keys", "name", unique=True, postgresql_where=text("revoked_at IS NULL"),
          sqlite_where=text("revoked_at IS NULL")),
)  # fmt: skip

key_requests = Table(
    "key_requests",
    metadata,
    Column("key_id", Words, primary_key=True),
    Column("day", Date, primary_key=True),
    Column("made", Integer, nullable=False),
)

model_calls = Table(
    "model_calls",
    metadata,
    Column("day", Date, primary_key=True),
    Column("made", Integer, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("number", _COUNTED, primary_key=True, autoincrement=False),
    Column("at", UtcTime, nullable=False),
    Column("what", Words, nullable=False),
    Column("line", Words, nullable=False),
    Index("audit_by_time", "at"),
    Index("audit_by_what", "what"),
)
"""The audit log of several replicas; each line has the hash of the one before."""

# --- Slack's workspaces --------------------------------------------------------------------

slack_bots = Table(
    "slack_bots",
    metadata,
    Column("id", _COUNTED, Identity(), primary_key=True),
    Column("client_id", Words, nullable=False),
    Column("app_id", Words),
    Column("enterprise_id", Words, nullable=False),
    Column("enterprise_name", Words),
    Column("team_id", Words, nullable=False),
    Column("team_name", Words),
    Column("bot_token", Words, nullable=False),
    Column("bot_id", Words),
    Column("bot_user_id", Words),
    Column("bot_scopes", Words),
    Column("bot_refresh_token", Words),
    Column("bot_token_expires_at", DateTime),
    Column("is_enterprise_install", Boolean, nullable=False),
    Column("installed_at", DateTime, nullable=False),
    Column("renewing_until", UtcTime),
    Column("renewed_by", Words),
    UniqueConstraint("client_id", "enterprise_id", "team_id"),
)
"""The tokens of workspaces, as Slack's SDK names their parts, but of any length.

Its times are UTC, without a zone; an id that there is none of is "". `renewing_until` and
`renewed_by` are ours.
"""

slack_oauth_states = Table(
    "slack_oauth_states",
    metadata,
    Column("id", _COUNTED, Identity(), primary_key=True),
    Column("state", Words, nullable=False, unique=True),
    Column("expire_at", DateTime, nullable=False),
)
"""The installations that were begun, as Slack's SDK has them."""

# --- the index of several replicas ---------------------------------------------------------

published = Table(
    "published",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("last_number", BigInteger, nullable=False),
    Column("pointer", Words),
    Column("moved_at", UtcTime, nullable=False),
    CheckConstraint("one = 1", name="one_row"),
)
"""The last number given to an index, and which one is published, as JSON."""

artefacts = Table(
    "artefacts",
    metadata,
    Column("name", Words, primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
)
"""Published indexes, in parts of a megabyte, where no shared folder holds them."""
