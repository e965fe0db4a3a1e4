"""Questions over HTTP: tokens, limits, steps, and what is wrong with a request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import jsonschema
import pytest
from sqlalchemy import text

from bot.db.keeping.forgetting import Selection, forget
from bot.db.programs import tokens
from bot.pages.site import ConnectionLimits, open_site
from bot.programs.http.description import description
from bot.programs.http.handlers import ApiHandlers
from bot.programs.running import RunningQuestions
from tests.integration.programs.conftest import QUESTION, Served
from tests.integration.test_commands import KEYS
from tests.waiting import eventually

ASK = "/v1/ask"
Answered = tuple[int, dict[str, Any]]


class Api:
    """The API of this process, and a client with a token."""

    def __init__(self, session: aiohttp.ClientSession, running: RunningQuestions) -> None:
        self.session, self.running = session, running

    async def call(self, method: str, path: str, body: object = None, **more: Any) -> Answered:
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        async with self.session.request(method, path, data=data, **more) as answer:
            return answer.status, await answer.json()

    async def ask(self, question: str = QUESTION, **more: Any) -> Answered:
        return await self.call("POST", ASK, {"question": question, **more})

    async def events(self, method: str, path: str, **more: Any) -> list[tuple[str, Any]]:
        async with self.session.request(method, path, **more) as answer:
            assert answer.content_type == "text/event-stream"
            blocks = (await answer.text()).removesuffix("\n\n").split("\n\n")
        lines = [block.split("\n") for block in blocks if not block.startswith(":")]
        return [
            (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
            for name, data in lines
        ]


@pytest.fixture
async def api(served: Served) -> AsyncIterator[Api]:
    token = await tokens.make_token(served.database, "emr")
    running = RunningQuestions(served.parts.questions)
    site = ApiHandlers(served.database, served.parts.questions, running).application()
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        open_site(site, "127.0.0.1", 0, ConnectionLimits(answer_seconds=None)) as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}", headers=headers) as session,
    ):
        yield Api(session, running)
        await running.end(0)


def schema_of(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}", "components": description()["components"]}


async def test_an_answer_is_that_of_the_command_line_and_as_described(api: Api) -> None:
    status, found = await api.ask()
    assert (status, tuple(found), found["outcome"]) == (200, KEYS, "answer")
    jsonschema.validate(found, schema_of("Result"))
    again = await api.call("GET", f"/v1/runs/{found['run_id']}")
    assert again == (200, {**found, "seconds": again[1]["seconds"]})


async def test_the_steps_come_as_events(api: Api) -> None:
    body = json.dumps({"question": QUESTION, "stream": True})
    told = await api.events("POST", ASK, data=body)
    names = [name for name, _ in told]
    assert (names[0], names[-1], set(names[1:-1])) == ("run", "result", {"step"})
    result = told[-1][1]
    assert result["run_id"] == told[0][1]["run_id"]
    assert [step for name, step in told if name == "step"][-1] == result["steps"][-1]
    for name, value in told[1:]:
        jsonschema.validate(value, schema_of("Step" if name == "step" else "Result"))
    accept = {"Accept": "text/event-stream"}
    later = await api.events("GET", f"/v1/runs/{result['run_id']}", headers=accept)
    assert [name for name, _ in later][-1] == "result"


async def test_a_run_goes_on_when_its_client_goes_away(api: Api, served: Served) -> None:
    served.core.pause = 0.3
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(api.ask(), 0.2)
    (run,) = await served.memory.recent_runs()
    status, told = await api.call("GET", f"/v1/runs/{run.run_id}")
    assert (status, told) == (202, {"run_id": run.run_id, "outcome": "running"})

    async def ended() -> bool:
        return (await api.call("GET", f"/v1/runs/{run.run_id}"))[0] == 200

    await eventually(ended)


async def test_a_run_that_a_process_left_goes_on_when_asked_for(api: Api, served: Served) -> None:
    served.core.hang = "think"
    asking = asyncio.create_task(api.ask())
    await eventually(lambda: served.memory.recent_runs())
    (run,) = await served.memory.recent_runs()
    await eventually(lambda: bool(served.core.calls))
    await api.running.end(0)
    status, told = await asking
    assert (status, told["error"]["code"]) == (503, "stopping")
    served.core.hang = ""
    accept = {"Accept": "text/event-stream"}
    events = await api.events("GET", f"/v1/runs/{run.run_id}", headers=accept)
    assert (events[-1][0], events[-1][1]["outcome"]) == ("result", "answer")


async def test_a_run_is_stopped(api: Api, served: Served) -> None:
    served.core.hang = "think"
    asking = asyncio.create_task(api.ask())
    await eventually(lambda: bool(served.core.calls))
    (run,) = await served.memory.recent_runs()
    status, told = await api.call("POST", f"/v1/runs/{run.run_id}/stop")
    assert (status, told["outcome"]) == (200, "stopped")
    assert (await asking)[1]["outcome"] == "stopped"
    again = await api.call("POST", f"/v1/runs/{run.run_id}/stop")
    assert (again[0], again[1]["outcome"]) == (200, "stopped")


async def test_a_conversation_goes_on(api: Api) -> None:
    _, first = await api.ask(conversation="mr. a")
    status, more = await api.ask("more", conversation="mr. a")
    assert (status, more["run_id"], more["answer"]) == (200, first["run_id"], first["answer"])


async def test_the_limits_of_a_day_hold(api: Api) -> None:
    for _ in range(2):
        assert (await api.ask())[0] == 200
    body = {"question": QUESTION}
    async with api.session.post(ASK, json=body) as answer:
        assert answer.status == 429
        assert 86_000 < int(answer.headers["Retry-After"]) <= 86_400
        assert (await answer.json())["error"]["code"] == "limit_reached"


async def test_only_a_token_that_holds_is_served(api: Api, served: Served) -> None:
    other = await tokens.make_token(served.database, "other")
    _, found = await api.ask()
    path = f"/v1/runs/{found['run_id']}"
    for token, status in (
        ("", 401), ("Basic abc", 401), ("Bearer ", 401), ("Bearer curbside_abc", 401),
        (f"Bearer {other[:-1]}", 401), (f"Bearer {other}", 404),
    ):  # fmt: skip
        assert (await api.call("GET", path, headers={"Authorization": token}))[0] == status
    first, second = await tokens.tokens_of_all(served.database)
    assert (first.client, second.client) == ("emr", "other")
    assert first.used_at is not None
    assert await tokens.revoke_tokens(served.database, "emr") == [first.id]
    assert await tokens.revoke_tokens(served.database, first.id) == []
    assert (await api.call("GET", path))[0] == 401
    async with served.database.statements() as connection:
        kept = await connection.execute(text("select t::text from program_tokens t"))
        assert all(other not in row and "curbside_" not in row for row in kept.scalars())


async def test_each_wrong_field_of_a_question_is_named(api: Api) -> None:
    body = {"qestion": "a", "question": 1, "stream": "yes"}
    _, refused = await api.call("POST", ASK, body)
    assert refused["error"]["message"] == (
        "qestion is not a known key. question must be a text. stream must be true or false."
    )


async def test_what_is_wrong_with_a_request_is_said_in_json(
    api: Api, served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    calls: list[tuple[str, str, object, int, str]] = [
        ("POST", ASK, b"", 400, "not_json"),
        ("POST", ASK, b'{"question": "\xff"}', 400, "not_json"),
        ("POST", ASK, b"[" * 50_000, 400, "not_json"),
        ("POST", ASK, [], 422, "body_invalid"),
        ("POST", ASK, {}, 422, "body_invalid"),
        ("POST", ASK, {"question": 1}, 422, "body_invalid"),
        ("POST", ASK, {"question": "a", "stream": "yes"}, 422, "body_invalid"),
        ("POST", ASK, {"question": "a", "team": "x"}, 422, "body_invalid"),
        ("POST", ASK, {"question": " \x00\ud800"}, 422, "no_question"),
        ("POST", ASK, {"question": "x" * 12_001}, 422, "question_too_long"),
        ("POST", ASK, {"question": "a", "conversation": "\x00"}, 422, "conversation_invalid"),
        ("POST", ASK, b"x" * 100_001, 413, "too_large"),
        ("GET", ASK, None, 405, "method_not_allowed"),
        ("GET", "/v1/asked", None, 404, "not_found"),
        ("GET", "/v1/runs/%00", None, 404, "run_not_found"),
    ]
    for method, path, body, status, code in calls:
        answered = await api.call(method, path, body)
        assert (answered[0], answered[1]["error"]["code"]) == (status, code)
        jsonschema.validate(answered[1], schema_of("Error"))
    assert await served.memory.recent_runs() == ()
    served.core.fail["think"] = RuntimeError("an inner word")
    status, failed = await api.ask("Mrs Smith, drug alpha?")
    assert (status, failed["outcome"]) == (200, "failed")
    assert "inner" not in json.dumps(failed)
    assert "Smith" not in caplog.text


async def test_what_was_forgotten_is_told_of_no_more(api: Api, served: Served) -> None:
    _, found = await api.ask()
    await forget(served.database, Selection(run_id=found["run_id"]), "an admin")
    status, told = await api.call("GET", f"/v1/runs/{found['run_id']}")
    assert (status, told["error"]["code"]) == (410, "forgotten")


async def test_what_the_api_is_stands_there_for_programs_and_people(api: Api) -> None:
    status, told = await api.call("GET", "/openapi.json")
    assert (status, told) == (200, description())
    for schema in told["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    async with api.session.get("/") as answer:
        page = await answer.text()
    assert all(path in page for path in told["paths"])
    assert "<script" not in page
    assert await api.call("GET", "/healthz") == (200, {"ok": True, "db": "ok"})
