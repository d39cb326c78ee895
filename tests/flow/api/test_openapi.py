"""What a program may send by the OpenAPI document, and what it may not: no 5xx, no surprise.

Schemathesis makes the requests; `make fuzz` sends many more.
"""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from knowledge.model.documents import Audience
from tests.flow.api.running import Running, running

_EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "6"))  # noqa: TID251 - how long `make fuzz` takes
_KNOWN: dict[str, Any] = {"category": "refund", "store_type": "cafe", "store": None}
_OF_A_RULE: dict[str, Any] = {
    "title": "Birds",
    "text": "Birds may come in.",
    "stores": [],
    "effective_until": None,
    "review_by": None,
    "doc_id": "lost-property-en",
}
"""A rule needs a sentence, days in order and stores that exist: no schema says so."""
_ROLES = (Audience.ADMIN, pytest.param(Audience.STAFF, marks=pytest.mark.long))


def _with_known(case: Any) -> Any:
    """Which categories and stores there are depends on the documents."""
    if isinstance(case.body, dict):
        known = _KNOWN | _OF_A_RULE
        given = known.keys() & {name for name, one in case.body.items() if one}
        case.body |= {name: known[name] for name in given}
    return case


_BOUNDED = settings(
    max_examples=_EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    files = ("en/refund-policy.v2.md", "en/lost-property.md")
    with running(tmp_path_factory.mktemp("openapi"), files, local=False) as server:
        yield server


def test_the_document_is_valid_openapi(server: Running) -> None:
    validator = pytest.importorskip("openapi_spec_validator")

    validator.validate(server.document())


def test_generators_of_clients_find_one_type_for_each_answer_and_no_needless_field(
    server: Running,
) -> None:
    document = server.document()
    operations = [one for item in document["paths"].values() for one in item.values()]

    answered = {one["operationId"]: [*one["responses"]["200"]["content"]] for one in operations}
    bodies = {
        one["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for one in operations
        if "requestBody" in one
    }

    streams = [name for name, media in answered.items() if media == ["text/event-stream"]]
    assert streams == ["ask_stream", "reindex_stream"]
    revised = [one["operationId"] for one in operations if "`revision`" in one["summary"]]
    assert revised == ["ask_stream"]
    assert {*map(tuple, answered.values())} == {("application/json",), ("text/event-stream",)}
    for name in bodies:
        fields = document["components"]["schemas"][name].get("properties", {}).values()
        # Generated types make a field with a default one that must be sent.
        assert not any("default" in one for one in fields)
    parameters = [one for each in operations for one in each.get("parameters", [])]
    assert not any("allowEmptyValue" in one for one in parameters)


@pytest.mark.parametrize("role", _ROLES)
def test_every_answer_is_one_that_the_document_names(role: Audience, server: Running) -> None:
    headers = {"Authorization": f"Bearer {server.key(role)}"}
    document = server.document()

    asked = Counter[str]()
    known: Any = schemathesis.openapi.from_dict(document)
    for found in known.get_all_operations():
        operation = found.ok()
        takes_something = operation.definition.raw.keys() & {"requestBody", "parameters"}
        wrong = (GenerationMode.NEGATIVE,) if takes_something else ()
        for mode in (GenerationMode.POSITIVE, *wrong):
            cases = operation.as_strategy(generation_mode=mode)
            if mode is GenerationMode.POSITIVE:
                cases = cases.map(_with_known)

            @_BOUNDED
            @given(case=cases)
            def send(case: Any) -> None:
                asked[case.operation.label] += 1
                case.call_and_validate(base_url=server.address, headers=headers, timeout=60)

            send()

    assert set(asked) == {
        f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item
    }
