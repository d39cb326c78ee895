"""Checks that Microsoft Graph knows the groups of the settings and tells the bot their members."""

from adapters.teams.api.graph import Graph
from adapters.teams.api.trouble import TeamsError, cure
from bot.console.serve.checkup import Finding, Mark
from bot.settings import TeamsSettings


async def groups_in(graph: Graph, settings: TeamsSettings) -> Finding:
    """Tries each request that the bot makes to find a person's role."""
    what = f"TEAMS_GRAPH_URL ({settings.graph_url})"
    try:
        strange = [one for one in sorted(settings.group_ids) if not await graph.has_group(one)]
        person = await graph.anybody()
        if person is not None:
            await graph.groups_of(person, settings.group_ids)
            await graph.is_guest(person)
    except TeamsError as error:
        return Finding(Mark.BAD, what, error.word, cure=cure(error.word))
    if strange:
        said = f"does not know these groups: {', '.join(strange)}"
        return Finding(Mark.BAD, what, said, cure=cure("graph_bad_id"))
    return Finding(Mark.GOOD, what, f"tells who is in {len(settings.group_ids)} groups")
