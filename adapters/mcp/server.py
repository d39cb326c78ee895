"""The protocol: turns the SDK's requests into tool calls, and their outcomes into results."""

import logging
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)
from pydantic import ValidationError

from adapters.mcp import models, tools
from adapters.mcp.resources import DOCUMENT, VERSION, Resources
from adapters.web.callers import Caller
from adapters.web.problems import Problem, Trouble, problem_of

logger = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]
CallerOf = Callable[[Context], Caller]
"""Finds the caller of a request."""

Ready = Callable[[], Awaitable[None]]
"""Waits until there is an index. Raises KnowledgeError if none can be made."""

_MARKDOWN = "text/markdown"
_NOT_INDEXED = "No documents are indexed yet. Run `storewise reindex` first."
_UNAVAILABLE = "The documents cannot be read right now. Try again later; see storewise's log."
_BUG = "The call failed. Try again; see storewise's log."
_BUSY = "Too many requests are waiting. Try again in a few seconds."
_SAID = {
    Trouble.NOT_INDEXED: _NOT_INDEXED,
    Trouble.INDEXING: "The documents are being read. Try again in a minute.",
    Trouble.UNAVAILABLE: _UNAVAILABLE,
    Trouble.BUG: _BUG,
    Trouble.BUSY: _BUSY,
}
"""Problem texts for models, which see no headers and no server log."""
_READS_ONLY = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_TEMPLATES = (
    ResourceTemplate(
        uri_template=DOCUMENT,
        name="document",
        title="A document as it is in force today",
        description="The whole text, below a line that names its version and its days.",
        mime_type=_MARKDOWN,
    ),
    ResourceTemplate(
        uri_template=VERSION,
        name="version",
        title="One version of a document",
        description="The same of a version that was in force before, or will be.",
        mime_type=_MARKDOWN,
    ),
)


class Served:
    """Answers the protocol's requests."""

    def __init__(
        self, made: tools.Tools, resources: Resources, caller_of: CallerOf, ready: Ready
    ) -> None:
        """`ready` is awaited before reading documents, but not for listing tools."""
        self._tools = {one.name: one for one in made.table}
        self._resources = resources
        self._caller_of = caller_of
        self._ready = ready

    async def list_tools(
        self, ctx: Context, params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """Lists the tools; they are the same for all roles."""
        return ListToolsResult(tools=[_described(one) for one in self._tools.values()])

    async def call_tool(self, ctx: Context, params: CallToolRequestParams) -> CallToolResult:
        """Runs a tool; errors become results that the model reads."""
        tool = self._tools.get(params.name)
        if tool is None:
            known = ", ".join(self._tools)
            raise MCPError(INVALID_PARAMS, f"This tool is not known. Use one of: {known}.")
        try:
            asked = tool.arguments.model_validate(params.arguments or {})
            await self._ready()
            told = await _called(tool, self._caller_of(ctx), asked, ctx)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            return _wrong(_sorry(error, tool.name))
        return CallToolResult(
            content=[TextContent(text=told.text)],
            structured_content=told.value.model_dump(mode="json"),
        )

    async def list_resources(
        self, ctx: Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """Lists the documents that the caller may read. Raises MCPError."""
        try:
            await self._ready()
            page = await self._resources.listed(
                self._caller_of(ctx), params.cursor if params else None
            )
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            raise _protocol_error(error, "resources/list") from None
        return ListResourcesResult(
            resources=[
                Resource(
                    uri=one.uri,
                    name=one.name,
                    title=one.title,
                    description=one.description,
                    mime_type=_MARKDOWN,
                )
                for one in page.documents
            ],
            next_cursor=page.cursor,
        )

    async def list_templates(
        self, ctx: Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        """Lists the address templates of documents."""
        return ListResourceTemplatesResult(resource_templates=list(_TEMPLATES))

    async def read_resource(
        self, ctx: Context, params: ReadResourceRequestParams
    ) -> ReadResourceResult:
        """Reads a document's text. Raises MCPError."""
        uri = str(params.uri)
        try:
            await self._ready()
            text = await self._resources.text(self._caller_of(ctx), uri)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            raise _protocol_error(error, "resources/read") from None
        return ReadResourceResult(
            contents=[TextResourceContents(uri=uri, text=text, mime_type=_MARKDOWN)]
        )


def build_mcp(served: Served, version: str, instructions: str) -> Server[Any]:
    """Builds the server, for any transport; `version` is storewise's."""
    return Server(
        "storewise",
        title="storewise",
        version=version,
        instructions=instructions,
        on_list_tools=served.list_tools,
        on_call_tool=served.call_tool,
        on_list_resources=served.list_resources,
        on_list_resource_templates=served.list_templates,
        on_read_resource=served.read_resource,
    )


async def _called(
    tool: tools.Tool, caller: Caller, asked: models.Arguments, ctx: Context
) -> tools.Told:
    """The outcome of a tool; a client that gave a token is told of the progress."""
    if tool.followed is None or not (ctx.meta and "progress_token" in ctx.meta):
        return await tool.call(caller, asked)
    counted = count(1)
    return await tool.followed(
        caller, asked, lambda text: ctx.session.report_progress(next(counted), message=text)
    )


def _described(tool: tools.Tool) -> Tool:
    return Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.arguments.model_json_schema(),
        output_schema=tool.result.model_json_schema(mode="serialization"),
        annotations=_READS_ONLY,
    )


def _wrong(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)], is_error=True)


def _protocol_error(error: Exception, name: str) -> MCPError:
    wrong = isinstance(error, Problem) and error.trouble in (Trouble.NOT_FOUND, Trouble.INVALID)
    return MCPError(INVALID_PARAMS if wrong else INTERNAL_ERROR, _sorry(error, name))


def _sorry(error: Exception, name: str) -> str:
    """The text for an error; for a bug only that the call failed."""
    if isinstance(error, ValidationError):
        wrong = error.errors(include_url=False, include_context=False, include_input=False)
        return "Fix these arguments: " + "; ".join(map(_argument, wrong))
    return _of_problem(problem_of(error, name))


def _argument(wrong: Any) -> str:
    return f"`{'.'.join(map(str, wrong['loc']))}`: {wrong['msg']}"


def _of_problem(problem: Problem) -> str:
    text = _SAID.get(problem.trouble, problem.detail)
    return f"{text} (reference {problem.trace_id})" if problem.trace_id else text
