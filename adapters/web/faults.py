"""Turns errors into problems for programs; a bug shows only that there was one."""

import logging

from aiohttp import web

from adapters.web.edge import wordless
from adapters.web.problems import Problem, Trouble
from knowledge.model.errors import IndexMissingError, KnowledgeError

logger = logging.getLogger(__name__)


def problem_of(error: Exception, operation: str) -> Problem:
    """The problem for an error; logs errors that the caller cannot fix."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, web.HTTPRequestEntityTooLarge):
        return Problem(Trouble.TOO_LARGE, "Send less than 1 MB.")
    if isinstance(
        error, web.RequestPayloadError
    ):  # a body whose encoding does not match its header
        return Problem(Trouble.BAD_JSON, "The body cannot be read as its headers say.")
    if isinstance(error, IndexMissingError):
        return Problem(Trouble.NOT_INDEXED, "Index the documents first: `storewise reindex`.")
    about = {"operation": operation, "error": type(error).__name__}
    if isinstance(error, KnowledgeError):
        logger.warning("an operation failed", extra=about)
        return Problem(Trouble.UNAVAILABLE, "Try again later; the server's log says more.")
    logger.error("a bug stopped an operation", exc_info=wordless(error), extra=about)
    return Problem(Trouble.BUG, "The server's log says more.")
