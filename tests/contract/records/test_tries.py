"""What suggestions would answer is kept for a restart and for the other replicas."""

from adapters.database import Database
from adapters.records.tries import SqlTries


async def test_a_result_is_kept_and_replaced(database: Database) -> None:
    tries = SqlTries(database)

    await tries.note("one", "null")
    await tries.note("둘", '{"sentence": "영업은 8시까지"}')
    await tries.note("one", '{"sentence": "until 8"}')

    assert await SqlTries(database).all() == {
        "one": '{"sentence": "until 8"}',
        "둘": '{"sentence": "영업은 8시까지"}',
    }
