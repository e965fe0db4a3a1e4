"""What is served: questions, runs, what the API is, and whether it is well."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web
from pydantic import BaseModel, ConfigDict, ValidationError

from bot.db.programs.tokens import client_of_token, tokens_that_hold
from bot.programs.http.description import description, description_page
from bot.programs.http.errors import NotServed, answer_in_json, describe, error_object
from bot.programs.questions import ClientQuestion, ProgramQuestions
from bot.programs.running import RunningQuestion, RunningQuestions
from retrieval.declaration.field_problems import field_problems
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import Database

MOST_BYTES = 100_000
"""Of a body. Chosen by hand: the longest question, each character written as an escape."""
HEALTH_SECONDS = 3
"""For the database to answer a look at the health. Chosen by hand: who watches asks often."""
PAUSE_SECONDS = 15.0
"""After which a stream without news says that it is alive. Chosen by hand: below the minute for
which proxies usually wait."""
EVENTS = "text/event-stream"
Json = dict[str, Any]
Serve = Callable[[web.Request, str], Awaitable[web.StreamResponse]]


class AskBody(BaseModel):
    """The body of a question."""

    model_config = ConfigDict(extra="forbid", strict=True)

    question: str
    conversation: str = ""
    stream: bool = False


class ApiHandlers:
    """Answers requests of clients."""

    def __init__(
        self, database: Database, questions: ProgramQuestions, running: RunningQuestions
    ) -> None:
        self._database = database
        self._questions = questions
        self._running = running

    def application(self) -> web.Application:
        """The site, to be served."""
        app = web.Application(client_max_size=MOST_BYTES, middlewares=[answer_in_json])
        app.router.add_post("/v1/ask", self._for_clients(self._ask))
        app.router.add_get("/v1/runs/{run}", self._for_clients(self._show_run))
        app.router.add_post("/v1/runs/{run}/stop", self._for_clients(self._stop_run))
        app.router.add_get("/openapi.json", _show_description)
        app.router.add_get("/", _show_page)
        app.router.add_get("/healthz", self._show_health)
        return app

    def _for_clients(self, serve: Serve) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """Only for who has a token that holds."""

        async def handle(request: web.Request) -> web.StreamResponse:
            scheme, _, token = request.headers.get("Authorization", "").partition(" ")
            client = ""
            if scheme.lower() == "bearer" and token:
                client = await client_of_token(self._database, token.strip())
            if not client:
                raise NotServed(401, "no_token", "Send the header Authorization: Bearer TOKEN.")
            return await serve(request, client)

        return handle

    async def _ask(self, request: web.Request, client: str) -> web.StreamResponse:
        body = _body_of(await request.read())
        run_id = await self._questions.open(
            client, ClientQuestion(body.question, body.conversation)
        )
        running = self._running.start(run_id)
        if body.stream or _wants_events(request):
            return await _stream(request, run_id, running)
        return _json(await running.result())

    async def _show_run(self, request: web.Request, client: str) -> web.StreamResponse:
        """A run of the client; one that was left on its way goes on."""
        run_id = request.match_info["run"]
        result = await self._questions.find_result(client, run_id)
        if result is not None and not _wants_events(request):
            return _json(result)
        running = self._running.start(run_id)
        if _wants_events(request):
            return await _stream(request, run_id, running)
        return _json({"run_id": run_id, "outcome": "running"}, status=202)

    async def _stop_run(self, request: web.Request, client: str) -> web.Response:
        """Stop a run of the client, if it has not ended; how it ended."""
        run_id = request.match_info["run"]
        if await self._questions.stop(client, run_id):
            return _json(await self._running.start(run_id).result())
        return _json(await self._questions.find_result(client, run_id) or {})

    async def _show_health(self, _request: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await tokens_that_hold(self._database)
        except (DatabaseUnavailable, TimeoutError):
            return web.json_response({"ok": False, "db": "unavailable"}, status=503)
        return web.json_response({"ok": True, "db": "ok"})


async def _show_description(_request: web.Request) -> web.Response:
    return web.json_response(description())


async def _show_page(_request: web.Request) -> web.Response:
    return web.Response(text=description_page(), content_type="text/html")


def _wants_events(request: web.Request) -> bool:
    return EVENTS in request.headers.get("Accept", "")


def _body_of(body: bytes) -> AskBody:
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        raise NotServed(400, "not_json", "The body is not JSON in UTF-8.") from None
    if not isinstance(given, dict):
        raise NotServed(422, "body_invalid", "The body is not a JSON object.")
    try:
        return AskBody.model_validate(given)
    except ValidationError as error:
        problems = field_problems(error, AskBody.model_json_schema())
        told = " ".join(f"{each.key} {each.problem}." for each in problems)
        raise NotServed(422, "body_invalid", told) from None


def _json(value: Json, status: int = 200) -> web.Response:
    # Answers are of patients: nobody on the way keeps them.
    return web.json_response(
        value,
        status=status,
        headers={"Cache-Control": "no-store"},
        dumps=lambda each: json.dumps(each, ensure_ascii=False),
    )


async def _stream(
    request: web.Request, run_id: str, running: RunningQuestion
) -> web.StreamResponse:
    """Events: the run, each step and again when it has grown, and the result or why none."""
    headers = {"Content-Type": EVENTS, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = web.StreamResponse(headers=headers)
    await response.prepare(request)
    await response.write(_event("run", {"run_id": run_id}))
    async for step in running.steps(PAUSE_SECONDS):
        await response.write(b": \n\n" if step is None else _event("step", step))
    try:
        last = _event("result", await running.result())
    except Exception as error:  # noqa: BLE001 - the client is told
        _status, code, message = describe(error)
        last = _event("error", error_object(code, message))
    await response.write(last)
    await response.write_eof()
    return response


def _event(name: str, value: Json) -> bytes:
    return f"event: {name}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n".encode()
