"""`/_control/…`: faults, clock, limits and the whole state, for tests and demonstrations.

Requests carry JSON objects and get JSON objects; README.md has the table. Nothing here exists in
Slack.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import asdict, fields
from typing import Any, get_args

from aiohttp import web

from workspace.delivery.event_delivery import DeliveryFaults, EventDelivery
from workspace.json_types import JsonObject
from workspace.model.workspace import Workspace
from workspace.slack_objects.messages import person_message
from workspace.slack_objects.seed import Guest
from workspace.web_api.coverage import list_coverage
from workspace.web_api.dispatch import METHODS, Dispatcher
from workspace.web_api.fault_injection import FAULT_KINDS, Fault
from workspace.web_api.rate_limits import Mode

_POLL_SECONDS = 0.01
"""Between two looks at whether everything is idle. Chosen by hand: shorter than any call."""
_TRAFFIC_SHOWN = 300
"""Calls and events that are told at a time. Chosen by hand: what a page shows."""
Handler = Callable[[JsonObject], JsonObject | Awaitable[JsonObject]]


class BadControlRequest(Exception):
    """The request to the control API cannot be carried out; the message says why."""


class ControlApi:
    """The control API of one workspace."""

    def __init__(
        self, workspace: Workspace, delivery: EventDelivery, dispatcher: Dispatcher
    ) -> None:
        self._workspace = workspace
        self._delivery = delivery
        self._dispatcher = dispatcher

    def add_to(self, application: web.Application) -> None:
        """Serve the control API under `/_control/`."""
        for method, path, handler in (
            ("GET", "faults", self.list_faults),
            ("POST", "faults", self.plan_fault),
            ("DELETE", "faults", self.clear_faults),
            ("GET", "deliveries", self.list_deliveries),
            ("POST", "deliveries", self.set_delivery_faults),
            ("POST", "deliveries/release", self.release_deliveries),
            ("POST", "events", self.inject_events),
            ("POST", "request-url", self.set_request_url),
            ("GET", "sockets", self.list_sockets),
            ("POST", "sockets/kill", self.kill_sockets),
            ("POST", "sockets/refresh", self.refresh_sockets),
            ("POST", "tokens/revoke", self.revoke_token),
            ("POST", "uninstall", self.uninstall),
            ("GET", "clock", self.read_clock),
            ("POST", "clock", self.advance_clock),
            ("GET", "limits", self.read_limits),
            ("POST", "limits", self.set_limits),
            ("GET", "calls", self.list_calls),
            ("GET", "traffic", self.list_traffic),
            ("GET", "coverage", self.list_coverage),
            ("GET", "idle", self.wait_until_idle),
            ("POST", "people", self.add_person),
            ("POST", "reset", self.reset),
        ):
            application.router.add_route(method, f"/_control/{path}", _as_json(handler))
        application.router.add_get("/_control/transcript", self.transcript)

    # Faults and limits of the Web API

    def list_faults(self, _: JsonObject) -> JsonObject:
        return {"faults": [asdict(fault) for fault in self._dispatcher.faults.planned]}

    def plan_fault(self, body: JsonObject) -> JsonObject:
        if body.get("kind") not in FAULT_KINDS:
            raise BadControlRequest(f"kind must be one of {', '.join(FAULT_KINDS)}")
        _refuse_unknown_fields(body, Fault)
        fault = Fault(**(body | {"methods": tuple(body.get("methods", ()))}))
        self._dispatcher.faults.planned.append(fault)
        return asdict(fault)

    def clear_faults(self, _: JsonObject) -> JsonObject:
        self._dispatcher.faults.planned.clear()
        return {}

    def read_limits(self, _: JsonObject) -> JsonObject:
        return {"mode": self._dispatcher.limits.mode}

    def set_limits(self, body: JsonObject) -> JsonObject:
        if body.get("mode") not in get_args(Mode):
            raise BadControlRequest(f"mode must be one of {', '.join(get_args(Mode))}")
        self._dispatcher.limits.set_mode(body["mode"])
        return {"mode": body["mode"]}

    def revoke_token(self, body: JsonObject) -> JsonObject:
        """Refuse this token from now on; without one, accept all again."""
        if body.get("token"):
            self._dispatcher.revoked_tokens.add(str(body["token"]))
        else:
            self._dispatcher.revoked_tokens.clear()
        return {"revoked": len(self._dispatcher.revoked_tokens)}

    def uninstall(self, _: JsonObject) -> JsonObject:
        """Somebody takes the app out of this team."""
        self._workspace.app_events.uninstall()
        return {}

    # People

    def add_person(self, body: JsonObject) -> JsonObject:
        """Somebody new, or `guest`: `multi` or `single`. Who has this name is described anew."""
        name, guest = str(body.get("name", "")), body.get("guest", "")
        if not (name.isascii() and name.isalnum() and name == name.lower()):
            raise BadControlRequest("name must be small letters and numbers")
        if guest not in get_args(Guest):
            raise BadControlRequest("guest must be multi or single, or left out")
        if set(body) - {"name", "real_name", "title", "guest"}:
            raise BadControlRequest("the fields are name, real_name, title and guest")
        real_name, title = (str(body.get(one, "")) for one in ("real_name", "title"))
        return {"user": self._workspace.people.add(name, real_name or name, title, guest)}

    # Events

    def list_deliveries(self, _: JsonObject) -> JsonObject:
        pending = [
            {"event_id": one.payload["event_id"], "attempt": one.attempt}
            | {"due": one.due, "reason": one.reason, "type": one.payload["event"]["type"]}
            for one in self._delivery.pending.values()
        ]
        counts = {"delivered": self._delivery.delivered, "lost": self._delivery.lost}
        return {"pending": pending, **counts, "faults": asdict(self._delivery.faults)}

    def set_delivery_faults(self, body: JsonObject) -> JsonObject:
        """Set what goes wrong with deliveries; fields that are not given become harmless."""
        rest = dict(body)
        self._delivery.at_reconnect = bool(rest.pop("at_reconnect", True))
        count = int(rest.pop("lose_acks", 0))
        self._delivery.sockets.acks_to_lose = self._delivery.request_url.answers_to_lose = count
        _refuse_unknown_fields(rest, DeliveryFaults)
        self._delivery.faults = DeliveryFaults(**rest)
        return self.list_deliveries({})

    def release_deliveries(self, body: JsonObject) -> JsonObject:
        """Deliver what was held, in the order of its events or shuffled by a `seed`."""
        seed = body.get("seed")
        by = None if seed is None else random.Random(int(seed))  # noqa: S311 - an order, no secret
        self._delivery.faults.hold = False
        self._delivery.release_held(by)
        return {}

    def inject_events(self, body: JsonObject) -> JsonObject:
        """Deliver events as they are given, `times` each, even ones nobody caused.

        A message of a user is stored first, so that the app can find it.
        """
        events = body.get("events") or [body]
        for one in events:
            event = one.get("event")
            if not isinstance(event, dict) or "type" not in event:
                raise BadControlRequest("each event needs an object `event` with a `type`")
            self._store_message(event)
            for _ in range(int(one.get("times", 1))):
                event_id = one.get("event_id") or self._workspace.storage.ids.new("Ev")
                self._delivery.send_event_as(str(event_id), event)
        return {"events": len(events)}

    def _store_message(self, event: JsonObject) -> None:
        """Store the message that an event is about, if it is one and is not stored yet."""
        if event["type"] not in ("message", "app_mention") or event.get("subtype"):
            return
        channel, ts, user = event.get("channel"), event.get("ts"), event.get("user")
        messages = self._workspace.storage.messages
        if not (channel and ts and user) or messages.get(channel, ts):
            return
        # The text of a crafted event has its entities already.
        body = person_message(user, "", ts, self._workspace.app.team["id"]) | {
            "text": str(event.get("text", ""))
        }
        body |= {"blocks": event["blocks"]} if event.get("blocks") else {}
        body |= {"thread_ts": event["thread_ts"]} if event.get("thread_ts") else {}
        messages.put(channel, body)

    async def set_request_url(self, body: JsonObject) -> JsonObject:
        """Deliver over HTTP to `url` once it echoes the challenge; empty: by Socket Mode again."""
        url = str(body.get("url", ""))
        if not url:
            self._delivery.request_url.url = ""
        elif not await self._delivery.request_url.verify(url):
            raise BadControlRequest("the address did not echo the challenge")
        return {"url": self._delivery.request_url.url}

    def list_sockets(self, _: JsonObject) -> JsonObject:
        live = [
            {"id": one.socket_id, "leaving": one.is_leaving} for one in self._delivery.sockets.live
        ]
        return {"sockets": live}

    def kill_sockets(self, _: JsonObject) -> JsonObject:
        return {"killed": self._delivery.sockets.kill()}

    async def refresh_sockets(self, body: JsonObject) -> JsonObject:
        reason = str(body.get("reason", "refresh_requested"))
        return {"asked": await self._delivery.sockets.refresh(reason)}

    # The clock, calls and the whole state

    def read_clock(self, _: JsonObject) -> JsonObject:
        clock = self._workspace.clock
        return {"now": clock.now(), "offset": clock.offset}

    def advance_clock(self, body: JsonObject) -> JsonObject:
        seconds = body.get("advance")
        if not isinstance(seconds, (int, float)) or seconds < 0:
            raise BadControlRequest("advance must be a number of seconds, not negative")
        self._workspace.clock.advance(seconds)
        return self.read_clock({})

    def list_calls(self, body: JsonObject) -> JsonObject:
        """How often each method was called, and the calls themselves (of `method`, if given)."""
        wanted = body.get("method")
        calls = [one for one in self._dispatcher.calls if wanted in (None, one["method"])]
        return {"counts": self._dispatcher.count_calls(), "calls": calls}

    def list_coverage(self, _: JsonObject) -> JsonObject:
        """Which of Slack's methods are here, and what was used of them so far."""
        return {"methods": list_coverage(METHODS, self._dispatcher.calls)}

    def list_traffic(self, body: JsonObject) -> JsonObject:
        """The newest calls of the app, and what was sent to it, after the time `since`."""
        since = float(body.get("since") or 0)
        calls = [{"kind": "call", **one} for one in self._dispatcher.calls if one["at"] > since]
        sent = [{"kind": "sent", **one} for one in self._delivery.attempts if one["at"] > since]
        newest = sorted((*calls, *sent), key=lambda one: one["at"])[-_TRAFFIC_SHOWN:]
        return {"traffic": newest}

    async def wait_until_idle(self, body: JsonObject) -> JsonObject:
        """Wait until no event is pending, no call in flight and none made for `quiet` seconds."""
        quiet, timeout = float(body.get("quiet", 0.2)), float(body.get("timeout", 30))
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        calls_before, since = -1, loop.time()
        while loop.time() < deadline:
            count = len(self._dispatcher.calls)
            is_busy = bool(self._delivery.pending) or self._dispatcher.in_flight > 0
            if is_busy or count != calls_before:
                calls_before, since = count, loop.time()
            elif loop.time() - since >= quiet:
                return {"idle": True}
            await asyncio.sleep(_POLL_SECONDS)
        return {"idle": False}

    def reset(self, _: JsonObject) -> JsonObject:
        """Back to an untouched workspace: messages, files, deliveries, faults, limits, calls."""
        self._delivery.discard_all()
        self._delivery.faults = DeliveryFaults()
        self._dispatcher.faults.planned.clear()
        self._dispatcher.calls.clear()
        self._dispatcher.revoked_tokens.clear()
        self._dispatcher.limits.set_mode(self._dispatcher.limits.mode)
        self._workspace.reset()
        return {}

    async def transcript(self, request: web.Request) -> web.StreamResponse:
        """Every message as one JSON object a line, oldest first."""
        lines = (
            json.dumps(line, ensure_ascii=False) for line in self._workspace.history.transcript()
        )
        text = "".join(f"{line}\n" for line in lines)
        return web.Response(text=text, content_type="application/x-ndjson")


def _as_json(handler: Handler) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            body = dict(request.query) | await _body(request)
            result = handler(body)
            return web.json_response(await result if inspect.isawaitable(result) else result)
        except BadControlRequest as problem:
            return web.json_response({"error": str(problem)}, status=400)

    return answer


async def _body(request: web.Request) -> JsonObject:
    text = await request.text()
    if not text:
        return {}
    try:
        body = json.loads(text)
    except ValueError:
        raise BadControlRequest("the body is not JSON") from None
    if not isinstance(body, dict):
        raise BadControlRequest("the body must be a JSON object")
    return body


def _refuse_unknown_fields(body: JsonObject, kind: Any) -> None:
    """Refuse a body with a field that the dataclass `kind` does not have."""
    names = {one.name for one in fields(kind)}
    if unknown := set(body) - names:
        raise BadControlRequest(
            f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(sorted(names))}"
        )
