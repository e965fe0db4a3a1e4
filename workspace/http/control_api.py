"""`/_control/…`: faults, clock, limits and the whole state, for tests and demonstrations.

Requests carry JSON objects and get JSON objects; README.md has the table. Nothing here exists in
Slack.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import get_args

from aiohttp import web

from workspace.delivery.event_delivery import DeliveryFaults, EventDelivery
from workspace.http.control_requests import (
    BadControlRequest,
    Handler,
    as_json,
    refuse_unknown_fields,
)
from workspace.json_types import JsonObject
from workspace.model.team import TeamOfApps
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


@dataclass(frozen=True, slots=True)
class ServedApp:
    """One app of the team, and the ways to it and from it."""

    workspace: Workspace
    delivery: EventDelivery
    dispatcher: Dispatcher


def add_control_routes(
    application: web.Application, team: TeamOfApps, apps: Sequence[ServedApp]
) -> None:
    """Serve the control API under `/_control/`; `app` names the app that is meant, by default the
    first."""
    apis = {one.workspace.app.app_id: ControlApi(team, one, apps) for one in apps}
    for routes in zip(*(api.routes() for api in apis.values()), strict=True):
        method, path, _ = routes[0]
        handlers = dict(zip(apis, (handler for _, _, handler in routes), strict=True))
        application.router.add_route(method, f"/_control/{path}", as_json(handlers))
    transcript = next(iter(apis.values())).transcript
    application.router.add_get("/_control/transcript", transcript)


class ControlApi:
    """The control API of one app in its team."""

    def __init__(self, team: TeamOfApps, served: ServedApp, apps: Sequence[ServedApp]) -> None:
        self._team = team
        self._apps = apps
        self._workspace = served.workspace
        self._delivery = served.delivery
        self._dispatcher = served.dispatcher

    def routes(self) -> tuple[tuple[str, str, Handler], ...]:
        """Method, path and handler of each."""
        return (
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
        )

    # Faults and limits of the Web API

    def list_faults(self, _: JsonObject) -> JsonObject:
        return {"faults": [asdict(fault) for fault in self._dispatcher.faults.planned]}

    def plan_fault(self, body: JsonObject) -> JsonObject:
        if body.get("kind") not in FAULT_KINDS:
            raise BadControlRequest(f"kind must be one of {', '.join(FAULT_KINDS)}")
        refuse_unknown_fields(body, Fault)
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
        for each in self._apps:
            if body.get("token"):
                each.dispatcher.revoked_tokens.add(str(body["token"]))
            else:
                each.dispatcher.revoked_tokens.clear()
        return {"revoked": len(self._dispatcher.revoked_tokens)}

    def uninstall(self, _: JsonObject) -> JsonObject:
        """Somebody takes the app out of this team."""
        self._workspace.app_events.uninstall()
        return {}

    # People

    def add_person(self, body: JsonObject) -> JsonObject:
        """Somebody new; `guest`: `multi`, `single` or `stranger`. Who has this name is described
        anew. Raises :class:`BadControlRequest`."""
        name, guest = str(body.get("name", "")), body.get("guest", "")
        if not (name.isascii() and name.isalnum() and name == name.lower()):
            raise BadControlRequest("name must be small letters and numbers")
        if guest not in get_args(Guest):
            raise BadControlRequest("guest must be multi, single or stranger, or left out")
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
        refuse_unknown_fields(rest, DeliveryFaults)
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

        A message of a user is stored first, so that the app can find it. Raises
        :class:`BadControlRequest` for an event without a type.
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
        """The newest calls of the apps, and what was sent to them, after the time `since`."""
        since = float(body.get("since") or 0)
        told = [
            {"kind": kind, "app": each.workspace.app.name, **one}
            for each in self._apps
            for kind, all_of in (("call", each.dispatcher.calls), ("sent", each.delivery.attempts))
            for one in all_of
            if one["at"] > since
        ]
        return {"traffic": sorted(told, key=lambda one: one["at"])[-_TRAFFIC_SHOWN:]}

    async def wait_until_idle(self, body: JsonObject) -> JsonObject:
        """Wait until no event is pending, no call in flight and none made for `quiet` seconds, of
        no app."""
        quiet, timeout = float(body.get("quiet", 0.2)), float(body.get("timeout", 30))
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        calls_before, since = -1, loop.time()
        while loop.time() < deadline:
            count = sum(len(each.dispatcher.calls) for each in self._apps)
            is_busy = any(
                each.delivery.pending or each.dispatcher.in_flight > 0 for each in self._apps
            )
            if is_busy or count != calls_before:
                calls_before, since = count, loop.time()
            elif loop.time() - since >= quiet:
                return {"idle": True}
            await asyncio.sleep(_POLL_SECONDS)
        return {"idle": False}

    def reset(self, _: JsonObject) -> JsonObject:
        """Back to an untouched workspace: messages, files, deliveries, faults, limits, calls."""
        for each in self._apps:
            each.delivery.discard_all()
            each.delivery.faults = DeliveryFaults()
            each.dispatcher.faults.planned.clear()
            each.dispatcher.calls.clear()
            each.dispatcher.revoked_tokens.clear()
            each.dispatcher.limits.set_mode(each.dispatcher.limits.mode)
        self._team.reset()
        return {}

    async def transcript(self, request: web.Request) -> web.StreamResponse:
        """Every message as one JSON object a line, oldest first."""
        lines = (
            json.dumps(line, ensure_ascii=False) for line in self._workspace.history.transcript()
        )
        text = "".join(f"{line}\n" for line in lines)
        return web.Response(text=text, content_type="application/x-ndjson")
