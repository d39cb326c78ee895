"""The files that versions before storewise.db kept, as they made them."""

# ruff: noqa: S608 - the scripts are ours

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

_ANSWER = '{"text": "14일까지입니다.", "language": "ko", "sources": [], "follow_up": null, '
_ANSWER += '"suggestions": [], "notice": null, "scope": null, "verdict": "pass", '
_ANSWER += '"confidence": null, "trace_id": "r1"}'
_RECORDS_1 = f"""
CREATE TABLE answers (
    row INTEGER PRIMARY KEY, answer_id TEXT NOT NULL UNIQUE, given_at TEXT NOT NULL,
    thread TEXT NOT NULL, person TEXT NOT NULL, question TEXT NOT NULL, same TEXT NOT NULL,
    verdict TEXT NOT NULL, reply TEXT NOT NULL
);
CREATE TABLE feedback (
    answer_id TEXT NOT NULL REFERENCES answers (answer_id) ON DELETE CASCADE,
    person TEXT NOT NULL, good INTEGER NOT NULL, given_at TEXT NOT NULL, reason TEXT NOT NULL,
    comment TEXT,
    PRIMARY KEY (answer_id, person)
);
INSERT INTO answers VALUES
    (7, 'r1', '2026-11-21T09:00:00+00:00', 'T1:C1:1.0', 'slack:T1:U1', '환불 기한은?',
     '환불 기한은', 'pass', '{_ANSWER}'),
    (9, 'r2', '2026-11-21T10:00:00+00:00', 'T1:C1:1.0', 'slack:T1:U1', 'And gift cards?',
     'and gift cards', 'pass', '{_ANSWER}');
INSERT INTO feedback VALUES
    ('r1', 'slack:T1:U2', 0, '2026-11-21T09:30:00.500000+00:00', 'wrong', '틀렸어요'),
    ('gone', 'slack:T1:U2', 1, '2026-11-21T09:30:00+00:00', '', NULL);
PRAGMA user_version = 1;
"""
_RECORDS_4 = f"""{_RECORDS_1}
ALTER TABLE answers ADD COLUMN place TEXT NOT NULL DEFAULT '';
CREATE TABLE messages (message TEXT PRIMARY KEY, answer_id TEXT NOT NULL);
CREATE TABLE corrections (
    answer_id TEXT NOT NULL, doc_id TEXT NOT NULL, at TEXT NOT NULL, correction_id TEXT NOT NULL,
    PRIMARY KEY (answer_id, doc_id)
);
INSERT INTO messages VALUES ('T1:C1:1.1', 'r1');
INSERT INTO corrections VALUES ('r1', 'refund', '2026-11-22T09:00:00+00:00', 'c1');
UPDATE answers SET place = 'there' WHERE answer_id = 'r2';
PRAGMA user_version = 4;
"""
_INBOX = """
CREATE TABLE questions (
    answer_id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, platform TEXT NOT NULL,
    body TEXT NOT NULL, received_at REAL NOT NULL, tries INTEGER NOT NULL,
    held_by TEXT, retry_at REAL, posting_at REAL, settled_at REAL
);
INSERT INTO questions VALUES
    ('q2', 'k2', 'slack', '{"n": 2}', 1790000002.5, 1, 'me', NULL, NULL, NULL),
    ('q1', 'k1', 'slack', '{"n": 1}', 1790000001.0, 2, 'me', NULL, 1790000001.5, NULL),
    ('q0', 'k0', 'slack', '', 1790000000.0, 1, 'me', NULL, NULL, 1790000000.5);
PRAGMA user_version = 1;
"""
_KEYS = """
CREATE TABLE keys (
    key_id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, name TEXT NOT NULL, role TEXT NOT NULL,
    made_at TEXT NOT NULL, store_type TEXT, expires_on TEXT, revoked_at TEXT
);
CREATE TABLE requests (
    key_id TEXT NOT NULL, day TEXT NOT NULL, made INTEGER NOT NULL, PRIMARY KEY (key_id, day)
);
INSERT INTO keys VALUES
    ('k1', 'aa', 'till', 'staff', '2026-11-01T09:00:00+00:00', 'cafe', '2999-01-01', NULL),
    ('k0', 'bb', 'till', 'staff', '2026-10-01T09:00:00+00:00', NULL, NULL,
     '2026-10-02T09:00:00+00:00');
INSERT INTO requests VALUES ('k1', '2026-11-21', 2);
PRAGMA user_version = 1;
"""
_CHANNELS_1 = """
CREATE TABLE channel (
    workspace TEXT NOT NULL, channel TEXT NOT NULL, store_type TEXT, category TEXT,
    language TEXT, answer_mode TEXT NOT NULL, private INTEGER NOT NULL,
    allowed_groups TEXT NOT NULL, PRIMARY KEY (workspace, channel)
) STRICT, WITHOUT ROWID;
INSERT INTO channel VALUES ('T1', 'C1', 'cafe', NULL, 'ko', 'every', 1, 'S012 S345');
PRAGMA user_version = 1;
"""
_CHANNELS_2 = f"""{_CHANNELS_1}
ALTER TABLE channel ADD COLUMN audience TEXT NOT NULL DEFAULT 'staff';
UPDATE channel SET audience = 'manager';
PRAGMA user_version = 2;
"""
_CHANNELS_3 = f"""{_CHANNELS_2}
ALTER TABLE channel ADD COLUMN store TEXT;
UPDATE channel SET store = 'gangnam';
PRAGMA user_version = 3;
"""
_SHIFTS = """
CREATE TABLE messages (
    message_id TEXT PRIMARY KEY, store TEXT NOT NULL, day TEXT NOT NULL, platform TEXT NOT NULL,
    channel TEXT NOT NULL, language TEXT NOT NULL, text TEXT NOT NULL,
    UNIQUE (platform, channel, day)
) STRICT;
CREATE TABLE reads (
    message_id TEXT NOT NULL REFERENCES messages (message_id) ON DELETE CASCADE,
    person TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (message_id, person)
) STRICT;
INSERT INTO messages VALUES ('s1', 'gangnam', '2026-11-21', 'slack', 'C1', 'ko', '**강남점**');
INSERT INTO reads VALUES ('s1', 'U2', '2026-11-21T09:00:00+00:00');
"""
_CHAT = '{"chat": {}, "language": "ko"}'

FILES: Mapping[str, str] = {
    "records.db": _RECORDS_4,
    "inbox.db": _INBOX,
    "told.db": "CREATE TABLE told (what TEXT PRIMARY KEY, day TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "INSERT INTO told VALUES ('conflict', '2026-11-21');",
    "shifts.db": _SHIFTS,
    "calls.db": "CREATE TABLE calls (day TEXT PRIMARY KEY, made INTEGER NOT NULL);"
    "INSERT INTO calls VALUES ('2026-11-21', 2);",
    "keys.db": _KEYS,
    "slack_channels.db": _CHANNELS_3,
    "teams_channels.db": _CHANNELS_2,
    "teams_admins.db": "CREATE TABLE chats (person TEXT PRIMARY KEY, chat TEXT NOT NULL) STRICT;"
    f"INSERT INTO chats VALUES ('admin', '{_CHAT}');",
}
"""By their names, those of the last version."""
OLDER: Mapping[str, str] = {"records.db": _RECORDS_1, "slack_channels.db": _CHANNELS_1}
"""Those of the first versions."""


def write_earlier(folder: Path, files: Mapping[str, str] = FILES) -> None:
    """Writes such files into a data directory."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, script in files.items():
        with closing(sqlite3.connect(folder / name)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.executescript(script)
