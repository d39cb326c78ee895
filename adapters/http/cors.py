"""CORS: only sites named in the settings may call the API from a browser."""

from collections.abc import Awaitable, Callable, Collection

from aiohttp import web
from aiohttp.typedefs import Middleware

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_ORIGIN = web.RequestKey("origin", str)
_ALLOWED = {
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, X-API-Key",
    "Access-Control-Max-Age": "600",
}


def cors(origins: Collection[str], paths: Collection[str]) -> Middleware:
    """Lets pages of these origins read the responses at these paths."""

    @web.middleware
    async def shared(request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request.headers.get("Origin", "")
        if origin not in origins or not any(request.path.startswith(one) for one in paths):
            return await handler(request)
        request[_ORIGIN] = origin
        asks_first = "Access-Control-Request-Method" in request.headers
        if request.method == "OPTIONS" and asks_first:
            response: web.StreamResponse = web.Response(status=204, headers=_ALLOWED)
        else:
            response = await handler(request)
        if not response.prepared:
            response.headers.update(shared_with(request))
        return response

    return shared


def shared_with(request: web.Request) -> dict[str, str]:
    """The CORS headers for an allowed origin; none for any other."""
    origin = request.get(_ORIGIN)
    return {"Access-Control-Allow-Origin": origin, "Vary": "Origin"} if origin else {}
