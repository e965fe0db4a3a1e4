"""Tiers, scopes, arguments and errors of methods: what Slack documents, held against the
workspace."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from tests.integration.workspace.conftest import ANA, BOARD, StoppedClock, say
from tests.integration.workspace.everything import FORM
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.slack_objects.app import App, app_from_manifest
from workspace.web_api.dispatch import METHODS
from workspace.web_api.documented_methods import DocumentedMethod, documented_methods

COMMON = {"invalid_arguments", "invalid_auth", "missing_scope", "not_allowed_token_type"}
"""Errors that every method has, of which the table holds none."""
NOWHERE = {
    "channel": "C0NOWHERE",
    "channel_id": "C0NOWHERE",
    "file": "F0NOWHERE00",
    "message_ts": "1000000000.000001",
    "thread_ts": "1000000000.000001",
    "timestamp": "1000000000.000001",
    "trigger_id": "1.2.abc",
    "ts": "1000000000.000001",
    "user": "U0NOWHERE",
    "user_id": "U0NOWHERE",
    "users": "U0NOWHERE",
    "view_id": "V0NOWHERE",
}
"""Values that name nothing, by the argument."""

OTHERWISE = {
    "assistant.threads.setSuggestedPrompts without thread_ts": "apps of today name no thread",
    "files.list with channel=C0NOWHERE": "the page has no error for it: an empty list",
    "users.conversations with user=U0NOWHERE": "user_not_found, which the page lacks",
    "views.publish with user_id=U0NOWHERE": "user_not_found, which the page lacks",
}
"""What is done otherwise than the pages say, and why."""

Answer = dict[str, Any]


class Caller:
    """Calls methods of a workspace in which all arguments name something."""

    def __init__(self, slack: RunningWorkspace, session: aiohttp.ClientSession) -> None:
        self.slack, self.session = slack, session
        root = say(slack)["ts"]
        self.arguments: dict[str, Any] = {
            "channel": BOARD,
            "channel_id": BOARD,
            "cursor": "",
            "email": "ana@example.org",
            "emoji": "eyes",
            "file": slack.workspace.files.add(slack.workspace.app.user, "a.txt", b"x")["id"],
            "filename": "a.txt",
            "files": [{"id": "F0000000001"}],
            "length": 1,
            "markdown_text": "x",
            "message_ts": root,
            "name": "eyes",
            "post_at": int(slack.workspace.clock.now()) + 600,
            "prompts": [{"title": "a", "message": "b"}],
            "status": "thinks",
            "text": "x",
            "thread_ts": root,
            "timestamp": root,
            "title": "x",
            "trigger_id": slack.workspace.tokens.issue_trigger_id(ANA),
            "ts": root,
            "user": ANA,
            "user_id": ANA,
            "users": ANA,
            "view": FORM,
        }

    def complete(self, method: DocumentedMethod) -> dict[str, Any]:
        """All required arguments of a method."""
        return {name: self.arguments[name] for name in method.required}

    async def call(self, method: str, arguments: Answer, token: str = "") -> Answer:
        kind = METHODS[method].token
        token = token or ("xapp-local" if kind == "app" else "xoxb-local")
        headers = {"Authorization": f"Bearer {token}"} if token != "none" else {}
        address = f"/api/{method}"
        async with self.session.post(address, json=arguments, headers=headers) as answer:
            return dict(await answer.json())


def emulated() -> Iterator[DocumentedMethod]:
    """The methods that are both documented and here; the one that ends the token comes last."""
    here = [each for name, each in documented_methods().items() if name in METHODS]
    yield from sorted(here, key=lambda each: each.name == "auth.revoke")


@pytest.fixture
async def caller() -> AsyncIterator[Caller]:
    """A workspace whose app has every scope."""
    documented = {scope for each in documented_methods().values() for scope in each.scopes}
    async with call_with(frozenset(documented)) as one:
        yield one


@pytest.fixture
async def without_scopes() -> AsyncIterator[Caller]:
    async with call_with(frozenset()) as one:
        yield one


@asynccontextmanager
async def call_with(scopes: frozenset[str], app: App | None = None) -> AsyncIterator[Caller]:
    """A caller in a workspace whose app has these scopes."""
    app = replace(app or app_from_manifest(), scopes=scopes)
    async with (
        run_workspace(Config(limits="off", app=app), StoppedClock()) as slack,
        aiohttp.ClientSession(slack.url) as session,
    ):
        yield Caller(slack, session)


def test_tiers_and_scopes_are_those_of_the_pages() -> None:
    for each in emulated():
        method = METHODS[each.name]
        expected = "posting" if each.name == "chat.postMessage" else each.tier
        assert method.tier == expected, each.name
        assert set(method.scopes) <= set(each.scopes), each.name


async def test_the_coverage_tells_what_is_here_what_was_called_and_what_was_ignored(
    caller: Caller,
) -> None:
    await caller.call("chat.postMessage", {"channel": BOARD, "text": "x", "username": "Other"})
    await caller.call("chat.postMessage", {"channel": "C0NOWHERE", "text": "x"})
    async with caller.session.get("/_control/coverage") as answer:
        told = {each["name"]: each for each in (await answer.json())["methods"]}
    posted, absent = told["chat.postMessage"], told["pins.add"]
    assert posted["outcomes"] == {"ok": 1, "channel_not_found": 1}
    assert posted["ignored"] == ["username"]
    assert (absent["is_emulated"], absent["is_documented"], absent["ignored"]) == (False, True, [])
    assert {name for name, each in told.items() if each["is_emulated"]} == set(METHODS)


async def test_without_the_scope_a_method_is_refused(without_scopes: Caller) -> None:
    wrong = []
    for each in emulated():
        answer = await without_scopes.call(each.name, without_scopes.complete(each))
        if each.scopes and (answer.get("error"), answer.get("needed") in each.scopes) != (
            "missing_scope",
            True,
        ):
            wrong.append(f"{each.name}: {answer}")
    assert wrong == []


async def test_without_a_token_that_counts_a_method_is_refused(caller: Caller) -> None:
    wrong = []
    for each in emulated():
        if METHODS[each.name].token == "none":
            continue
        for token, error in (("none", "not_authed"), ("xoxb-other", "invalid_auth")):
            answer = await caller.call(each.name, caller.complete(each), token)
            if answer.get("error") != error:
                wrong.append(f"{each.name} with {token}: {answer}")
    assert wrong == []


async def test_without_a_required_argument_a_method_is_refused(caller: Caller) -> None:
    wrong = []
    for each in emulated():
        for missing in each.required:
            arguments = caller.complete(each)
            del arguments[missing]
            answer = await caller.call(each.name, arguments)
            if answer["ok"] or answer["error"] not in COMMON.union(each.errors):
                wrong.append(f"{each.name} without {missing}")
    assert {*wrong} == {one for one in OTHERWISE if " without " in one}


async def test_what_names_nothing_is_refused_with_a_documented_error(caller: Caller) -> None:
    wrong = []
    for each in emulated():
        for name in NOWHERE.keys() & {*each.required, *each.optional}:
            arguments = caller.complete(each) | {name: NOWHERE[name]}
            answer = await caller.call(each.name, arguments)
            if answer["ok"] or answer["error"] not in COMMON.union(each.errors):
                wrong.append(f"{each.name} with {name}={NOWHERE[name]}")
    assert {*wrong} == {one for one in OTHERWISE if " with " in one}
