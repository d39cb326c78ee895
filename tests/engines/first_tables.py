"""The tables of the first release, as its `schema.prepare` made them: migrations begin there."""

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from adapters.database.columns import UtcTime, Words


def make(db: sa.Connection) -> None:
    """Makes all tables."""
    op = Operations(MigrationContext.configure(db))
    op.create_table(
        "answers",
        sa.Column(
            "number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            sa.Identity(always=False),
            nullable=False,
        ),
        sa.Column("answer_id", Words(), nullable=False),
        sa.Column("given_at", UtcTime(), nullable=False),
        sa.Column("thread", Words(), nullable=False),
        sa.Column("person", Words(), nullable=False),
        sa.Column("question", Words(), nullable=False),
        sa.Column("same", Words(), nullable=False),
        sa.Column("verdict", Words(), nullable=False),
        sa.Column("reply", Words(), nullable=False),
        sa.Column("place", Words(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_answers"),
        sa.UniqueConstraint("answer_id", name="uq_answers_answer_id"),
    )
    op.create_index("answers_by_person", "answers", ["person", "given_at"], unique=False)
    op.create_index("answers_by_thread", "answers", ["thread", "given_at"], unique=False)
    op.create_index("answers_by_time", "answers", ["given_at"], unique=False)
    op.create_table(
        "artefacts",
        sa.Column("name", Words(), nullable=False),
        sa.Column("part", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", "part", name="pk_artefacts"),
    )
    op.create_table(
        "audit",
        sa.Column(
            "number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("what", Words(), nullable=False),
        sa.Column("line", Words(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_audit"),
    )
    op.create_index("audit_by_time", "audit", ["at"], unique=False)
    op.create_index("audit_by_what", "audit", ["what"], unique=False)
    op.create_table(
        "channels",
        sa.Column("platform", Words(), nullable=False),
        sa.Column("workspace", Words(), nullable=False),
        sa.Column("channel", Words(), nullable=False),
        sa.Column("store_type", Words(), nullable=True),
        sa.Column("category", Words(), nullable=True),
        sa.Column("language", Words(), nullable=True),
        sa.Column("answer_mode", Words(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("allowed_groups", Words(), nullable=False),
        sa.Column("audience", Words(), nullable=False),
        sa.Column("store", Words(), nullable=True),
        sa.PrimaryKeyConstraint("platform", "workspace", "channel", name="pk_channels"),
    )
    op.create_table(
        "counts",
        sa.Column("key", Words(), nullable=False),
        sa.Column("until", UtcTime(), nullable=False),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_counts"),
    )
    op.create_index("counts_by_end", "counts", ["until"], unique=False)
    op.create_table(
        "installation",
        sa.Column("name", Words(), nullable=False),
        sa.Column("value", Words(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_installation"),
    )
    op.create_table(
        "key_requests",
        sa.Column("key_id", Words(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key_id", "day", name="pk_key_requests"),
    )
    op.create_table(
        "keys",
        sa.Column("key_id", Words(), nullable=False),
        sa.Column("digest", Words(), nullable=False),
        sa.Column("name", Words(), nullable=False),
        sa.Column("role", Words(), nullable=False),
        sa.Column("made_at", UtcTime(), nullable=False),
        sa.Column("store_type", Words(), nullable=True),
        sa.Column("expires_on", sa.Date(), nullable=True),
        sa.Column("revoked_at", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("key_id", name="pk_keys"),
        sa.UniqueConstraint("digest", name="uq_keys_digest"),
    )
    op.create_index(
        "valid_keys",
        "keys",
        ["name"],
        unique=True,
        postgresql_where=sa.text("revoked_at IS NULL"),
        sqlite_where=sa.text("revoked_at IS NULL"),
    )
    op.create_table(
        "model_calls",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_model_calls"),
    )
    op.create_table(
        "published",
        sa.Column("one", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("last_number", sa.BigInteger(), nullable=False),
        sa.Column("pointer", Words(), nullable=True),
        sa.Column("moved_at", UtcTime(), nullable=False),
        sa.CheckConstraint("one = 1", name="ck_published_one_row"),
        sa.PrimaryKeyConstraint("one", name="pk_published"),
    )
    op.create_table(
        "questions",
        sa.Column(
            "number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            sa.Identity(always=False),
            nullable=False,
        ),
        sa.Column("answer_id", Words(), nullable=False),
        sa.Column("key", Words(), nullable=False),
        sa.Column("platform", Words(), nullable=False),
        sa.Column("thread", Words(), nullable=False),
        sa.Column("body", Words(), nullable=False),
        sa.Column("received_at", UtcTime(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("held_by", Words(), nullable=True),
        sa.Column("accepted_as", Words(), nullable=False),
        sa.Column("retry_at", UtcTime(), nullable=True),
        sa.Column("posting_at", UtcTime(), nullable=True),
        sa.Column("settled_at", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("number", name="pk_questions"),
        sa.UniqueConstraint("answer_id", name="uq_questions_answer_id"),
        sa.UniqueConstraint("key", name="uq_questions_key"),
    )
    op.create_index(
        "open_questions",
        "questions",
        ["platform"],
        unique=False,
        postgresql_where=sa.text("settled_at IS NULL"),
        sqlite_where=sa.text("settled_at IS NULL"),
    )
    op.create_index(
        "open_threads",
        "questions",
        ["thread"],
        unique=False,
        postgresql_where=sa.text("settled_at IS NULL"),
        sqlite_where=sa.text("settled_at IS NULL"),
    )
    op.create_index("settled_questions", "questions", ["settled_at"], unique=False)
    op.create_table(
        "replicas",
        sa.Column("replica", Words(), nullable=False),
        sa.Column("seen_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("replica", name="pk_replicas"),
    )
    op.create_table(
        "shift_messages",
        sa.Column("message_id", Words(), nullable=False),
        sa.Column("store", Words(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("platform", Words(), nullable=False),
        sa.Column("channel", Words(), nullable=False),
        sa.Column("language", Words(), nullable=False),
        sa.Column("text", Words(), nullable=False),
        sa.PrimaryKeyConstraint("message_id", name="pk_shift_messages"),
        sa.UniqueConstraint(
            "platform", "channel", "day", name="uq_shift_messages_platform_channel_day"
        ),
    )
    op.create_table(
        "slack_bots",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            sa.Identity(always=False),
            nullable=False,
        ),
        sa.Column("client_id", Words(), nullable=False),
        sa.Column("app_id", Words(), nullable=True),
        sa.Column("enterprise_id", Words(), nullable=False),
        sa.Column("enterprise_name", Words(), nullable=True),
        sa.Column("team_id", Words(), nullable=False),
        sa.Column("team_name", Words(), nullable=True),
        sa.Column("bot_token", Words(), nullable=False),
        sa.Column("bot_id", Words(), nullable=True),
        sa.Column("bot_user_id", Words(), nullable=True),
        sa.Column("bot_scopes", Words(), nullable=True),
        sa.Column("bot_refresh_token", Words(), nullable=True),
        sa.Column("bot_token_expires_at", sa.DateTime(), nullable=True),
        sa.Column("is_enterprise_install", sa.Boolean(), nullable=False),
        sa.Column("installed_at", sa.DateTime(), nullable=False),
        sa.Column("renewing_until", UtcTime(), nullable=True),
        sa.Column("renewed_by", Words(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_slack_bots"),
        sa.UniqueConstraint(
            "client_id",
            "enterprise_id",
            "team_id",
            name="uq_slack_bots_client_id_enterprise_id_team_id",
        ),
    )
    op.create_table(
        "slack_oauth_states",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            sa.Identity(always=False),
            nullable=False,
        ),
        sa.Column("state", Words(), nullable=False),
        sa.Column("expire_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_slack_oauth_states"),
        sa.UniqueConstraint("state", name="uq_slack_oauth_states_state"),
    )
    op.create_table(
        "teams_chats",
        sa.Column("person", Words(), nullable=False),
        sa.Column("chat", Words(), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_teams_chats"),
    )
    op.create_table(
        "told",
        sa.Column("what", Words(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("noted_as", Words(), nullable=False),
        sa.PrimaryKeyConstraint("what", name="pk_told"),
    )
    op.create_table(
        "turns",
        sa.Column(
            "number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            sa.Identity(always=False),
            nullable=False,
        ),
        sa.Column("thread", Words(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("turn", Words(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_turns"),
    )
    op.create_index("turns_by_time", "turns", ["at"], unique=False)
    op.create_index("turns_of_thread", "turns", ["thread", "number"], unique=False)
    op.create_table(
        "corrections",
        sa.Column("answer_id", Words(), nullable=False),
        sa.Column("doc_id", Words(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("correction_id", Words(), nullable=False),
        sa.ForeignKeyConstraint(
            ["answer_id"],
            ["answers.answer_id"],
            name="fk_corrections_answer_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("answer_id", "doc_id", name="pk_corrections"),
    )
    op.create_table(
        "feedback",
        sa.Column("answer_id", Words(), nullable=False),
        sa.Column("person", Words(), nullable=False),
        sa.Column("good", sa.Boolean(), nullable=False),
        sa.Column("given_at", UtcTime(), nullable=False),
        sa.Column("reason", Words(), nullable=False),
        sa.Column("comment", Words(), nullable=True),
        sa.ForeignKeyConstraint(
            ["answer_id"], ["answers.answer_id"], name="fk_feedback_answer_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("answer_id", "person", name="pk_feedback"),
    )
    op.create_table(
        "messages",
        sa.Column("message", Words(), nullable=False),
        sa.Column("answer_id", Words(), nullable=False),
        sa.ForeignKeyConstraint(
            ["answer_id"], ["answers.answer_id"], name="fk_messages_answer_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("message", name="pk_messages"),
    )
    op.create_index("messages_by_answer", "messages", ["answer_id"], unique=False)
    op.create_table(
        "shift_reads",
        sa.Column("message_id", Words(), nullable=False),
        sa.Column("person", Words(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["shift_messages.message_id"],
            name="fk_shift_reads_message_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("message_id", "person", name="pk_shift_reads"),
    )
    op.create_table(
        "short_lived",
        sa.Column("key", Words(), nullable=False),
        sa.Column("value", Words(), nullable=False),
        sa.Column("until", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_short_lived"),
    )
    op.create_index("short_lived_by_end", "short_lived", ["until"], unique=False)
