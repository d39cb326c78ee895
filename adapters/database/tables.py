"""Every table. A change here needs a migration beside it (docs/CONTRIBUTING.md)."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from adapters.database.columns import UtcTime

REVISION = "0001"
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
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What is true of all replicas together, such as their common id."""

# --- questions on their way ----------------------------------------------------------------

questions = Table(
    "questions",
    metadata,
    Column("number", _COUNTED, Identity(), primary_key=True),
    Column("answer_id", Text, nullable=False, unique=True),
    Column("key", Text, nullable=False, unique=True),
    Column("platform", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("received_at", UtcTime, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("held_by", Text),
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
    Column("replica", Text, primary_key=True),
    Column("seen_at", UtcTime, nullable=False),
)
"""The processes that answer: whose last sign of life is old has stopped."""

turns = Table(
    "turns",
    metadata,
    Column("number", _COUNTED, Identity(), primary_key=True),
    Column("thread", Text, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("turn", Text, nullable=False),
    Index("turns_of_thread", "thread", "number"),
    Index("turns_by_time", "at"),
)
"""The last questions of each thread, without personal data."""

counts = Table(
    "counts",
    metadata,
    Column("key", Text, primary_key=True),
    Column("until", UtcTime, nullable=False),
    Column("made", Integer, nullable=False),
    Index("counts_by_end", "until"),
)
"""How much somebody or something did in the present minute or day."""

# --- answers -------------------------------------------------------------------------------

answers = Table(
    "answers",
    metadata,
    Column("number", _COUNTED, Identity(), primary_key=True),
    Column("answer_id", Text, nullable=False, unique=True),
    Column("given_at", UtcTime, nullable=False),
    Column("thread", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("same", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("reply", Text, nullable=False),
    Column("place", Text, nullable=False),
    Index("answers_by_time", "given_at"),
    Index("answers_by_thread", "thread", "given_at"),
    Index("answers_by_person", "person", "given_at"),
)

feedback = Table(
    "feedback",
    metadata,
    Column("answer_id", ForeignKey(answers.c.answer_id, ondelete="CASCADE"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("good", Boolean, nullable=False),
    Column("given_at", UtcTime, nullable=False),
    Column("reason", Text, nullable=False),
    Column("comment", Text),
)

messages = Table(
    "messages",
    metadata,
    Column("message", Text, primary_key=True),
    Column("answer_id", ForeignKey(answers.c.answer_id, ondelete="CASCADE"), nullable=False),
    Index("messages_by_answer", "answer_id"),
)
"""Which chat message shows an answer."""

corrections = Table(
    "corrections",
    metadata,
    Column("answer_id", ForeignKey(answers.c.answer_id, ondelete="CASCADE"), primary_key=True),
    Column("doc_id", Text, primary_key=True),
    Column("at", UtcTime, nullable=False),
    Column("correction_id", Text, nullable=False),
)

# --- what the bot says by itself -----------------------------------------------------------

told = Table(
    "told",
    metadata,
    Column("what", Text, primary_key=True),
    Column("day", Date, nullable=False),
)
"""Which owners were told of what today, without anybody's words."""

shift_messages = Table(
    "shift_messages",
    metadata,
    Column("message_id", Text, primary_key=True),
    Column("store", Text, nullable=False),
    Column("day", Date, nullable=False),
    Column("platform", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("text", Text, nullable=False),
    UniqueConstraint("platform", "channel", "day"),
)

shift_reads = Table(
    "shift_reads",
    metadata,
    Column(
        "message_id", ForeignKey(shift_messages.c.message_id, ondelete="CASCADE"), primary_key=True
    ),
    Column("person", Text, primary_key=True),
    Column("at", UtcTime, nullable=False),
)

# --- settings, and who may do what ---------------------------------------------------------

channels = Table(
    "channels",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("workspace", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("store_type", Text),
    Column("category", Text),
    Column("language", Text),
    Column("answer_mode", Text, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("allowed_groups", Text, nullable=False),
    Column("audience", Text, nullable=False),
    Column("store", Text),
)

teams_chats = Table(
    "teams_chats",
    metadata,
    Column("person", Text, primary_key=True),
    Column("chat", Text, nullable=False),
)
"""Where Teams lets the bot write first."""

keys = Table(
    "keys",
    metadata,
    Column("key_id", Text, primary_key=True),
    Column("digest", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("made_at", UtcTime, nullable=False),
    Column("store_type", Text),
    Column("expires_on", Date),
    Column("revoked_at", UtcTime),
)

key_requests = Table(
    "key_requests",
    metadata,
    Column("key_id", Text, primary_key=True),
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
    Column("what", Text, nullable=False),
    Column("line", Text, nullable=False),
    Index("audit_by_time", "at"),
    Index("audit_by_what", "what"),
)
"""The audit log of several replicas; each line has the hash of the one before."""

# --- the index of several replicas ---------------------------------------------------------

published = Table(
    "published",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("last_number", BigInteger, nullable=False),
    Column("index", Text),
    Column("moved_at", UtcTime, nullable=False),
    CheckConstraint("one = 1", name="one_row"),
)
"""The last number given to an index, and which one is published, as JSON."""

artefacts = Table(
    "artefacts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
)
"""Published indexes, in parts of a megabyte, where no shared folder holds them."""
