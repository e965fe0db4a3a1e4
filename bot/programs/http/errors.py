"""Failures as JSON: a status, a name for programs and a sentence for people, and nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web

from agents.errors import MemoryUnavailable
from bot.failures import sentences
from bot.failures.errors import (
    ConversationNameInvalid,
    NoMoreQuestions,
    NoQuestion,
    QuestionTooLong,
    RunForgotten,
    RunLeft,
    RunNotFound,
    TooBusy,
)
from bot.logs import log
from retrieval.errors import DatabaseUnavailable

_log = log(__name__)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_STATUS: dict[type[Exception], tuple[int, str]] = {
    NoQuestion: (422, "no_question"),
    QuestionTooLong: (422, "question_too_long"),
    ConversationNameInvalid: (422, "conversation_invalid"),
    RunNotFound: (404, "run_not_found"),
    RunForgotten: (410, "forgotten"),
    NoMoreQuestions: (429, "limit_reached"),
    TooBusy: (503, "busy"),
    RunLeft: (503, "stopping"),
    DatabaseUnavailable: (503, "database_unavailable"),
    MemoryUnavailable: (503, "database_unavailable"),
}
_WORDS = {
    400: ("bad_request", "The request is not one of HTTP."),
    404: ("not_found", "There is nothing at this address: GET /openapi.json lists what there is."),
    405: ("method_not_allowed", "This address takes another method: GET /openapi.json lists it."),
    413: ("too_large", "The body is larger than any question: leave out what is none."),
}
_SENTENCES: dict[type[Exception], str] = {
    RunNotFound: "You asked no run of this id.",
    DatabaseUnavailable: "The database does not answer.",
    MemoryUnavailable: "The database does not answer.",
}
"""Where the sentence of the command line speaks to whoever runs the program."""
AGAIN_SECONDS = 5
"""When to try again what is away for a moment. Chosen by hand."""


class NotServed(Exception):
    """The request is not served."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__()
        self.status, self.code, self.message = status, code, message


def error_object(code: str, message: str) -> dict[str, dict[str, str]]:
    """What a client reads of a failure."""
    return {"error": {"code": code, "message": message}}


def describe(error: Exception) -> tuple[int, str, str]:
    """Status, name and sentence of a failure. What nobody foresaw is logged."""
    if isinstance(error, NotServed):
        return error.status, error.code, error.message
    for kind, (status, code) in _STATUS.items():
        if isinstance(error, kind):
            return status, code, _SENTENCES.get(kind, str(error))
    _log.warning("request_broke", exc_info=error)
    return 500, "internal", sentences.UNKNOWN


@web.middleware
async def answer_in_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Tell every failure as JSON."""
    try:
        return await handler(request)
    except web.HTTPException as error:
        code, message = _WORDS.get(error.status, ("refused", error.reason))
        kept = {name: error.headers[name] for name in ("Allow",) if name in error.headers}
        return web.json_response(error_object(code, message), status=error.status, headers=kept)
    except Exception as error:  # noqa: BLE001 - the client is told
        status, code, message = describe(error)
        return web.json_response(
            error_object(code, message), status=status, headers=_headers(status, error)
        )


def _headers(status: int, error: Exception) -> dict[str, str]:
    if status == 401:
        return {"WWW-Authenticate": "Bearer"}
    if isinstance(error, NoMoreQuestions):
        return {"Retry-After": str(error.seconds)}
    return {"Retry-After": str(AGAIN_SECONDS)} if status == 503 else {}
