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
_ROLES = (Audience.STAFF, Audience.ADMIN)


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

            @_BOUNDED
            @given(case=operation.as_strategy(generation_mode=mode))
            def send(case: Any) -> None:
                asked[case.operation.label] += 1
                case.call_and_validate(base_url=server.address, headers=headers, timeout=60)

            send()

    assert set(asked) == {
        f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item
    }
