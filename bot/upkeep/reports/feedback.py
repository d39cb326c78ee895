"""What people rated, document by document, and each bad rating with its reason."""

from collections import Counter
from collections.abc import Sequence
from datetime import tzinfo

from bot.model.kept.records import Feedback, StoredAnswer
from bot.upkeep.reports.asked import Documents, cited_by, owner_of
from bot.upkeep.reports.table import Table


def feedback(
    answers: Sequence[StoredAnswer],
    ratings: Sequence[Feedback],
    documents: Documents,
    zone: tzinfo,
) -> tuple[Table, ...]:
    """Returns the tables of the report; ratings of other answers are left out."""
    known = {one.answer_id: one for one in answers}
    rated = [(one, known[one.answer_id]) for one in ratings if one.answer_id in known]
    good, bad = Counter[str](), Counter[str]()
    for rating, answer in rated:
        counted = good if rating.good else bad
        counted.update({one.doc_id for one in answer.reply.sources})
    ids = sorted(good.keys() | bad.keys(), key=lambda one: (-bad[one], -good[one], one))
    per_document = [
        (
            documents[one].title if one in documents else one,
            good[one],
            bad[one],
            documents[one].owner if one in documents else None,
        )
        for one in ids
    ]
    complaints = [
        (
            rating.given_at.astimezone(zone).date().isoformat(),
            answer.question,
            str(answer.reply.outcome),
            rating.reason or None,
            rating.comment,
            ", ".join(one.title for one in cited_by(answer, documents)) or None,
            owner_of(cited_by(answer, documents)),
            answer.answer_id,
        )
        for rating, answer in sorted(rated, key=lambda one: one[0].given_at, reverse=True)
        if not rating.good
    ]
    return (
        Table("by document", ("document", "good", "bad", "owner"), per_document),
        Table(
            "rated bad",
            ("day", "question", "outcome", "reason", "comment", "documents", "owner", "answer"),
            complaints,
        ),
    )
