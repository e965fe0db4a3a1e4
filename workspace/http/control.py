"""`/_control/…`: faults, clock, limits and views of the workspace, for tests and demonstrations.

Requests carry JSON objects and get JSON objects; README.md has the table. Nothing here exists in
Slack.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict, fields
from typing import Any, get_args

from aiohttp import web

from workspace.delivery.event_delivery import Disturbance, PostOffice
from workspace.http.fault_injection import FAULT_KINDS, Fault
from workspace.http.rate_limits import Mode
from workspace.model.json_types import JsonObject
from workspace.model.messages import from_person
from workspace.model.transcript import transcript
from workspace.model.workspace import Workspace
from workspace.web_api.dispatch import Dispatcher

_POLL_SECONDS = 0.01
Handler = Callable[[JsonObject], Awaitable[JsonObject]]


class BadControl(Exception):
    """The request to the control API makes no sense; the message says why."""


class Control:
    """The control API of one workspace."""

    def __init__(
        self, workspace: Workspace, post_office: PostOffice, dispatcher: Dispatcher
    ) -> None:
        self._workspace = workspace
        self._office = post_office
        self._dispatcher = dispatcher

    def add_routes(self, application: web.Application) -> None:
        for method, path, handler in (
            ("GET", "faults", self.faults),
            ("POST", "faults", self.plan_fault),
            ("DELETE", "faults", self.clear_faults),
            ("GET", "deliveries", self.deliveries),
            ("POST", "deliveries", self.disturb),
            ("POST", "deliveries/release", self.release),
            ("POST", "events", self.inject),
            ("POST", "request-url", self.set_request_url),
            ("GET", "sockets", self.sockets),
            ("POST", "sockets/kill", self.kill_sockets),
            ("POST", "sockets/refresh", self.refresh_sockets),
            ("POST", "tokens/revoke", self.revoke),
            ("GET", "clock", self.clock),
            ("POST", "clock", self.advance),
            ("GET", "limits", self.limits),
            ("POST", "limits", self.set_limits),
            ("GET", "calls", self.calls),
            ("GET", "idle", self.idle),
            ("POST", "reset", self.reset),
        ):
            application.router.add_route(method, f"/_control/{path}", _answering(handler))
        application.router.add_get("/_control/transcript", self.transcript)

    # Web API faults and limits

    async def faults(self, _: JsonObject) -> JsonObject:
        return {"faults": [asdict(fault) for fault in self._dispatcher.faults.planned]}

    async def plan_fault(self, body: JsonObject) -> JsonObject:
        if body.get("kind") not in FAULT_KINDS:
            raise BadControl(f"kind must be one of {', '.join(FAULT_KINDS)}")
        known = _known(body, Fault)
        fault = Fault(**(known | {"methods": tuple(known.get("methods", ()))}))
        self._dispatcher.faults.planned.append(fault)
        return asdict(fault)

    async def clear_faults(self, _: JsonObject) -> JsonObject:
        self._dispatcher.faults.planned.clear()
        return {}

    async def limits(self, _: JsonObject) -> JsonObject:
        return {"mode": self._dispatcher.limits.mode}

    async def set_limits(self, body: JsonObject) -> JsonObject:
        if body.get("mode") not in get_args(Mode):
            raise BadControl(f"mode must be one of {', '.join(get_args(Mode))}")
        self._dispatcher.limits.set_mode(body["mode"])
        return {"mode": body["mode"]}

    async def revoke(self, body: JsonObject) -> JsonObject:
        """Refuse this token from now on; without one, accept all again."""
        if body.get("token"):
            self._dispatcher.revoked.add(str(body["token"]))
        else:
            self._dispatcher.revoked.clear()
        return {"revoked": len(self._dispatcher.revoked)}

    # Events

    async def deliveries(self, _: JsonObject) -> JsonObject:
        pending = [
            {"event_id": one.payload["event_id"], "attempt": one.attempt}
            | {"due": one.due, "reason": one.reason, "type": one.payload["event"]["type"]}
            for one in self._office.pending.values()
        ]
        disturbance = asdict(self._office.disturbance)
        done = {"delivered": self._office.delivered, "lost": self._office.lost}
        return {"pending": pending, **done, "disturbance": disturbance}

    async def disturb(self, body: JsonObject) -> JsonObject:
        """Change what goes wrong on the way; fields not given become harmless."""
        rest = dict(body)
        self._office.at_reconnect = bool(rest.pop("at_reconnect", True))
        lost = int(rest.pop("lose_acks", 0))
        self._office.sockets.acks_to_lose = self._office.request_url.verdicts_to_lose = lost
        self._office.disturbance = Disturbance(**_known(rest, Disturbance))
        return await self.deliveries({})

    async def release(self, _: JsonObject) -> JsonObject:
        self._office.disturbance.withhold = False
        self._office.release()
        return {}

    async def inject(self, body: JsonObject) -> JsonObject:
        """Deliver events as they are given, `times` each, even ones nobody caused.

        A message that a user is said to have written is stored first, so that the app can find it.
        """
        events = body.get("events") or [body]
        for one in events:
            event = one.get("event")
            if not isinstance(event, dict) or "type" not in event:
                raise BadControl("each event needs an object `event` with a `type`")
            self._remember(event)
            for _ in range(int(one.get("times", 1))):
                event_id = one.get("event_id") or self._workspace.state.ident("Ev")
                self._office.post(event, str(event_id))
        return {"events": len(events)}

    def _remember(self, event: JsonObject) -> None:
        if event["type"] not in ("message", "app_mention") or event.get("subtype"):
            return
        channel, ts, user = event.get("channel"), event.get("ts"), event.get("user")
        if not (channel and ts and user) or self._workspace.state.message(channel, ts):
            return
        # The text of a crafted event has its entities already.
        body = from_person(user, "", ts) | {"text": str(event.get("text", ""))}
        body |= {"blocks": event["blocks"]} if event.get("blocks") else {}
        body |= {"thread_ts": event["thread_ts"]} if event.get("thread_ts") else {}
        self._workspace.state.put_message(channel, body)

    async def set_request_url(self, body: JsonObject) -> JsonObject:
        """Deliver over HTTP to `url` once it answers the challenge; empty: by Socket Mode again."""
        url = str(body.get("url", ""))
        if not url:
            self._office.request_url.url = ""
        elif not await self._office.request_url.verify(url):
            raise BadControl("the address did not echo the challenge")
        return {"url": self._office.request_url.url}

    async def sockets(self, _: JsonObject) -> JsonObject:
        live = [{"id": one.ident, "leaving": one.is_leaving} for one in self._office.sockets.live]
        return {"sockets": live}

    async def kill_sockets(self, _: JsonObject) -> JsonObject:
        return {"killed": self._office.sockets.kill()}

    async def refresh_sockets(self, body: JsonObject) -> JsonObject:
        reason = str(body.get("reason", "refresh_requested"))
        return {"asked": await self._office.sockets.refresh(reason)}

    # Time, and what has happened

    async def clock(self, _: JsonObject) -> JsonObject:
        clock = self._workspace.clock
        return {"now": clock.now(), "offset": clock.offset}

    async def advance(self, body: JsonObject) -> JsonObject:
        seconds = body.get("advance")
        if not isinstance(seconds, (int, float)) or seconds < 0:
            raise BadControl("advance must be a number of seconds, not negative")
        self._workspace.clock.advance(seconds)
        return await self.clock({})

    async def calls(self, body: JsonObject) -> JsonObject:
        """How often each method was called, and the calls themselves (of `method`, if given)."""
        wanted = body.get("method")
        calls = [one for one in self._dispatcher.calls if wanted in (None, one["method"])]
        return {"counts": self._dispatcher.counts(), "calls": calls}

    async def idle(self, body: JsonObject) -> JsonObject:
        """Wait until nothing is under way and nothing has been called for `quiet` seconds."""
        quiet, timeout = float(body.get("quiet", 0.2)), float(body.get("timeout", 30))
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        seen, since = -1, loop.time()
        while loop.time() < deadline:
            count = len(self._dispatcher.calls)
            busy = bool(self._office.pending) or self._dispatcher.in_flight > 0
            if busy or count != seen:
                seen, since = count, loop.time()
            elif loop.time() - since >= quiet:
                return {"idle": True}
            await asyncio.sleep(_POLL_SECONDS)
        return {"idle": False}

    async def reset(self, _: JsonObject) -> JsonObject:
        """Back to an untouched workspace: messages, files, deliveries, faults, limits, calls."""
        self._office.forget()
        self._office.disturbance = Disturbance()
        self._dispatcher.faults.planned.clear()
        self._dispatcher.calls.clear()
        self._dispatcher.revoked.clear()
        self._dispatcher.limits.set_mode(self._dispatcher.limits.mode)
        self._workspace.state.clear()
        self._workspace.furnish()
        return {}

    async def transcript(self, request: web.Request) -> web.StreamResponse:
        """Every message as one JSON object a line, oldest first."""
        lines = (json.dumps(line, ensure_ascii=False) for line in transcript(self._workspace))
        text = "".join(f"{line}\n" for line in lines)
        return web.Response(text=text, content_type="application/x-ndjson")


def _answering(handler: Handler) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            body = dict(request.query) | await _body(request)
            return web.json_response(await handler(body))
        except BadControl as problem:
            return web.json_response({"error": str(problem)}, status=400)

    return answer


async def _body(request: web.Request) -> JsonObject:
    text = await request.text()
    if not text:
        return {}
    try:
        body = json.loads(text)
    except ValueError:
        raise BadControl("the body is not JSON") from None
    if not isinstance(body, dict):
        raise BadControl("the body must be a JSON object")
    return body


def _known(body: JsonObject, kind: Any) -> JsonObject:
    """The body, if the dataclass `kind` has all its fields."""
    names = {one.name for one in fields(kind)}
    if unknown := set(body) - names:
        raise BadControl(
            f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(sorted(names))}"
        )
    return body
