"""Calls the API by a generated Python client: `client.py FOLDER ADDRESS`."""

import sys
from importlib import import_module
from typing import Any

QUESTION = "how long is a gift card valid?"


def main() -> None:
    """Calls every operation that a caller without a role may call."""
    folder, address = sys.argv[1:]
    sys.path.insert(0, folder)
    generated: Any = import_module("generated")
    forms: Any = import_module("generated.models")
    client = generated.Client(base_url=address)

    def called(name: str, form: str = "", **fields: Any) -> Any:
        module: Any = import_module(f"generated.api.default.{name}")
        body = {"body": getattr(forms, form)(**fields)} if form else fields
        came = module.sync_detailed(client=client, **body)
        sys.stdout.write(f"{name}: {int(came.status_code)}\n")
        return came

    answer = called("ask", "AskRequest", question=QUESTION).parsed
    assert "5 years" in answer.citations[0].quote
    assert called("answer", answer_id=answer.meta.answer_id).parsed.question == QUESTION
    rating = forms.FeedbackRequestRating("good")
    called("feedback", "FeedbackRequest", answer_id=answer.meta.answer_id, rating=rating)
    assert called("search", "SearchRequest", query="gift card").parsed.results
    assert called("retrieve", "RetrieveRequest", query="gift card").parsed.citations
    assert called("documents").parsed.documents
    assert called("policy_ask", "PolicyRequest", query=QUESTION).parsed.sources
    assert called("book_ask", "BookRequest", question=QUESTION).parsed.answer
    assert called("chat", "ChatRequest", question=QUESTION).parsed.citations
    assert called("concierge_ask", "ConciergeRequest", question=QUESTION).parsed.answer
    assert b"event: result" in called("ask_stream", "AskRequest", question=QUESTION).content
    wrong = called("ask", "AskRequest", question=QUESTION, category="moon")
    assert (int(wrong.status_code), type(wrong.parsed).__name__) == (422, "ProblemDetails")


if __name__ == "__main__":
    main()
