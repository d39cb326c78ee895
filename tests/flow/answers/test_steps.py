"""The times of an answer's steps, as `python -m benchmarks.steps` measures them."""

from contextlib import closing
from pathlib import Path

from benchmarks.scale import make, opened
from benchmarks.steps import GOLDENS, SlowModel, asked, searched, steps
from bot.answering.choose.timed import TimedModel
from bot.settings import SAMPLE
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Outcome

PASSAGES = 400
QUESTIONS = 16


async def test_every_question_has_times_and_a_language_model_is_waited_for_where_one_drafts(
    tmp_path: Path,
) -> None:
    goldens = [golden for path in GOLDENS for golden in evaluation.load(path)[:QUESTIONS]]
    await make(tmp_path, PASSAGES, [SAMPLE])

    with closing(opened(tmp_path)) as shelf:
        halves = searched(shelf)
        alone = await asked(shelf, halves, goldens)
        racer = TimedModel(SlowModel(seconds=0.01), budget_s=20)
        raced = await asked(shelf, halves, goldens, racer)

    drafted = [one for one in alone if "generate" in one.steps]
    assert len(drafted) >= 4
    assert {one.name: one.questions for one in steps([alone])}.items() >= {
        "classify": len(goldens),
        "whole": len(goldens),
        "drafted": len(drafted),
    }.items()
    assert "model" not in {one.name for one in steps([alone])}
    [model] = [one for one in steps([raced]) if one.name == "model"]
    # Where the gate doubts, it is asked, too.
    assert len(goldens) >= model.questions > len(drafted)
    assert {one.answer.model for one in raced} >= {"slow"}
    # Whether a passage is about what was asked, a language model is trusted to know.
    same = [
        (a, b)
        for a, b in zip(raced, alone, strict=True)
        if "generate" in b.steps and "not_about_it" not in _codes(b)
    ]
    assert len(same) > len(drafted) / 2
    assert [a.answer.text for a, _ in same] == [b.answer.text for _, b in same]


def _codes(one: Outcome) -> list[str]:
    return [issue.code for issue in (*one.answer.issues, *one.answer.rejected)]
