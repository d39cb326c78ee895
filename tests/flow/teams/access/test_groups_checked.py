"""What `storewise doctor teams` finds wrong with groups that give rights, and what cures it."""

import pytest
from aiohttp.test_utils import TestServer

from adapters.teams.api.tokens import FixedToken, Tokens
from bot.upkeep.checkup import Finding, Mark
from tests.flow.teams.access.test_groups import ADMINS, LEADS, MANAGERS, directory
from tests.flow.teams.setup.test_doctor import NoToken, address, bad, looked, settings
from tests.flow.teams.stand_in.api import TOKEN, Refusal
from tests.flow.teams.stand_in.graph import GraphApi
from tests.flow.teams.stand_in.identity import Identity

NAME, ELSEWHERE = "TEAMS_GRAPH_URL", "dddddddd-0000-4000-8000-000000000009"


async def found(
    graph: GraphApi, groups: str = f"{ADMINS},{MANAGERS}", tokens: Tokens | None = None
) -> dict[str, Finding]:
    """What the doctor finds where these groups have administrators."""
    async with TestServer(graph.application) as server, address(Identity().application) as keys:
        made = settings(keys, admin_group_ids=groups, graph_url=str(server.make_url("")))
        return await looked(made, tokens=tokens or FixedToken(TOKEN))


async def test_a_graph_that_tells_all_that_the_bot_asks_is_good() -> None:
    findings = await found(directory())

    assert bad(findings) == []
    assert (findings[NAME].mark, findings[NAME].said) == (Mark.GOOD, "tells who is in 2 groups")


@pytest.mark.parametrize("granted", ["GroupMember.Read.All", "User.Read.All", None])
async def test_a_permission_that_is_not_granted_is_named(granted: str | None) -> None:
    graph = directory()
    graph.granted = {granted} if granted else set()

    findings = await found(graph)

    assert bad(findings) == [NAME]
    assert findings[NAME].said == "graph_denied"
    assert "admin consent" in findings[NAME].cure


async def test_a_group_that_the_tenant_does_not_have_is_named() -> None:
    findings = await found(directory(), f"{ADMINS},{ELSEWHERE}")

    assert bad(findings) == [NAME]
    assert ELSEWHERE in findings[NAME].said
    assert ADMINS not in findings[NAME].said
    assert "Object ID" in findings[NAME].cure


async def test_a_graph_in_trouble_is_told() -> None:
    graph = directory()
    graph.refusal = Refusal(503)

    findings = await found(graph)

    assert findings[NAME].said == "graph_down"


async def test_without_groups_graph_is_not_asked() -> None:
    graph = directory()

    findings = await found(graph, "")

    assert NAME not in findings
    assert graph.asked == []


async def test_without_a_token_graph_is_not_asked() -> None:
    graph = directory()

    findings = await found(graph, LEADS, NoToken("secret_expired"))

    assert bad(findings) == ["token"]
    assert graph.asked == []
