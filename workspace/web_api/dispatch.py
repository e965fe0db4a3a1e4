"""Answers requests to `/api/<method>`: planned faults, token, scopes, limits, method."""

from __future__ import annotations

import base64
from collections import Counter
from dataclasses import dataclass, field
from typing import NoReturn
from uuid import uuid4

from aiohttp import web

from workspace.errors import SlackRefusal, refuse
from workspace.json_types import JsonObject
from workspace.model.workspace import Workspace
from workspace.web_api.arguments import Arguments, read_arguments
from workspace.web_api.call import ApiCall, ApiMethod, ServerInfo, require_scope
from workspace.web_api.fault_injection import Fault, FaultPlan
from workspace.web_api.methods import (
    agents,
    apps,
    chat,
    conversations,
    files,
    memberships,
    oauth,
    reactions,
    scheduling,
    streaming,
    views,
)
from workspace.web_api.rate_limits import RateLimits

METHODS: dict[str, ApiMethod] = {
    name: method
    for family in (
        agents,
        apps,
        chat,
        conversations,
        files,
        memberships,
        oauth,
        reactions,
        scheduling,
        streaming,
        views,
    )
    for name, method in family.METHODS.items()
}
_CALLS_KEPT = 20_000
"""Chosen by hand: more than any test makes, few enough for the memory."""


class RateLimited(Exception):
    """The allowance of this method is used up."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class ServerFailed(Exception):
    """The server answers 500, as planned."""


class ConnectionCut(Exception):
    """The connection ends without an answer, as planned."""


@dataclass
class Dispatcher:
    """Answers Web API calls and records them."""

    workspace: Workspace
    server: ServerInfo
    limits: RateLimits
    faults: FaultPlan = field(default_factory=FaultPlan)
    calls: list[JsonObject] = field(default_factory=list)
    """The last calls, oldest first: method, at, outcome, arguments (without token), and the names
    of those that were not read (`ignored`)."""
    in_flight: int = 0
    """Calls that are not answered yet."""
    revoked_tokens: set[str] = field(default_factory=set)
    of_all: list[Dispatcher] = field(default_factory=list)
    """Those of all apps and teams of this server: the token says which of them a call is for."""

    def count_calls(self) -> dict[str, int]:
        """How often each method was called."""
        return dict(Counter(str(call["method"]) for call in self.calls))

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer one call over HTTP, for the app and in the team of its token."""
        arguments, problem = Arguments({}), None
        try:
            arguments = await read_arguments(request)
        except SlackRefusal as refusal:
            problem = refusal
        token = _bearer(request) or arguments.text("token")
        client_id = _client(request, arguments)[0]
        given = (one for one in (self, *self.of_all) if one._is_meant(token, client_id))
        return await next(given, self)._answer_here(request, arguments, token, problem)

    def _is_meant(self, token: str, client_id: str) -> bool:
        """Whether a call is for this app here; without a token the client id says it."""
        app = self.workspace.app
        if not token:
            return client_id == app.client_id
        return token == app.app_token or self.workspace.installation.knows(token)

    async def _answer_here(
        self,
        request: web.Request,
        arguments: Arguments,
        token: str,
        problem: SlackRefusal | None,
    ) -> web.StreamResponse:
        """Answer one call and record it; `problem`: why its arguments cannot be read."""
        name = request.match_info["method"]
        self.in_flight += 1
        outcome = "ok"
        try:
            if problem is not None:
                raise problem
            body = await self._run(name, arguments, token, _client(request, arguments))
            return self._response({"ok": True, **body})
        except SlackRefusal as refusal:
            outcome = refusal.error
            return self._response({"ok": False, "error": refusal.error, **refusal.details})
        except RateLimited as limited:
            outcome = "ratelimited"
            response = self._response({"ok": False, "error": "ratelimited"}, 429)
            response.headers["Retry-After"] = str(limited.seconds)
            return response
        except ServerFailed:
            outcome = "server_error"
            return web.Response(status=500, text="Internal Server Error")
        except ConnectionCut:
            outcome = "connection_cut"
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        finally:
            self.in_flight -= 1
            self._record(name, outcome, arguments)

    async def _run(
        self, name: str, arguments: Arguments, token: str, client: tuple[str, str]
    ) -> JsonObject:
        """The body of the answer; raises the planned fault, a refusal or `RateLimited`."""
        method = METHODS.get(name)
        if method is None:
            refuse("unknown_method", req_method=name)
        faults = self.faults.take(name)
        for fault in faults:
            await self._apply_before(fault)
        self._check_token(method, token)
        channel = arguments.text("channel")
        seconds = self.limits.take(name, method.tier, channel)
        if seconds:
            raise RateLimited(seconds)
        call = ApiCall(
            workspace=self.workspace,
            arguments=arguments,
            server=self.server,
            token=token,
            client=client,
        )
        body = method.handler(call)
        if any(fault.kind == "drop" for fault in faults):
            raise ConnectionCut
        return body

    async def _apply_before(self, fault: Fault) -> None:
        if fault.kind == "delay":
            await self.workspace.clock.sleep(fault.seconds)
        elif fault.kind != "drop":
            _raise_fault(fault)

    def _check_token(self, method: ApiMethod, token: str) -> None:
        app = self.workspace.app
        if method.token == "none":  # noqa: S105 (a kind of token)
            return
        if not token:
            refuse("not_authed")
        if token in self.revoked_tokens:
            refuse("token_revoked")
        if token != app.app_token and (problem := self.workspace.installation.problem_of(token)):
            refuse(problem)
        if (token == app.app_token) != (method.token == "app"):  # noqa: S105
            refuse("not_allowed_token_type")
        require_scope(app, method.scopes)

    def _response(self, body: JsonObject, status: int = 200) -> web.Response:
        headers = {
            "x-slack-req-id": uuid4().hex,
            "x-oauth-scopes": ",".join(sorted(self.workspace.app.scopes)),
        }
        return web.json_response(body, status=status, headers=headers)

    def _record(self, name: str, outcome: str, arguments: Arguments) -> None:
        at = self.workspace.clock.now()
        plain = arguments.without_token()
        ignored = arguments.unused_names() if outcome == "ok" else []
        call = {"method": name, "at": at, "outcome": outcome, "arguments": plain}
        call["ignored"] = ignored
        self.calls.append(call)
        del self.calls[:-_CALLS_KEPT]


def _client(request: web.Request, arguments: Arguments) -> tuple[str, str]:
    """The id and the secret of the app, from the header of HTTP's basic authentication (Python) or
    from the arguments (Node)."""
    kind, _, coded = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "basic":
        return arguments.text("client_id"), arguments.text("client_secret")
    try:
        login, _, password = base64.b64decode(coded).decode().partition(":")
    except ValueError:
        return "", ""
    return login, password


def _bearer(request: web.Request) -> str:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _raise_fault(fault: Fault) -> NoReturn:
    """Fail the call as this fault says."""
    if fault.kind == "rate_limited":
        raise RateLimited(fault.retry_after)
    if fault.kind == "server_error":
        raise ServerFailed
    if fault.kind == "drop_before":
        raise ConnectionCut
    refuse(fault.error)
