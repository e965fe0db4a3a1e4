"""A process that cannot start says so in one sentence, and what to do; no stack trace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.support.stack import Stack, running_stack
from tests.forking import run_module

BOT = "xoxb-wrong"
APP = "xapp-wrong"


@pytest.fixture(scope="module")
def stack(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    home = tmp_path_factory.mktemp("starting") / "stack"
    with running_stack(template, home, "postgres", "workspace") as stack:
        yield stack


@pytest.mark.parametrize(
    ("command", "settings", "sentence"),
    [
        ("listen", {"SLACK_BOT_TOKEN": BOT}, ("SLACK_BOT_TOKEN", "OAuth & Permissions", "xoxb-")),
        ("listen", {"SLACK_APP_TOKEN": APP}, ("SLACK_APP_TOKEN", "App-Level Tokens", "xapp-")),
        ("listen", {"SLACK_BOT_TOKEN": ""}, ("SLACK_BOT_TOKEN is not set", "OAuth & Permissions")),
        ("listen", {"SLACK_APP_TOKEN": ""}, ("SLACK_APP_TOKEN is not set", "connections:write")),
        ("worker", {"SLACK_BOT_TOKEN": BOT}, ("SLACK_BOT_TOKEN", "OAuth & Permissions")),
        ("worker", {"SLACK_BOT_TOKEN": ""}, ("SLACK_BOT_TOKEN is not set",)),
        ("serve", {"SLACK_SIGNING_SECRET": ""}, ("SLACK_SIGNING_SECRET is not set",)),
        ("serve", {"SLACK_BOT_TOKEN": BOT}, ("SLACK_BOT_TOKEN", "OAuth & Permissions")),
        ("listen", {"SLACK_API_URL": "http://127.0.0.1:9/api/"}, ("SLACK_API_URL",)),
        ("worker", {"CURBSIDE_MODEL": "gpt-4o-mini"}, ("provider:model",)),
        ("worker", {"CURBSIDE_WORKERS": "many"}, ("CURBSIDE_WORKERS",)),
    ],
)
def test_a_process_that_cannot_start_says_why_in_one_sentence(
    stack: Stack, command: str, settings: dict[str, str], sentence: tuple[str, ...]
) -> None:
    done = run_module("bot", command, env=stack.environment() | settings, timeout=60)
    assert done.returncode == 1
    # Beside the sentence there may be log lines, a JSON object each.
    (said,) = (line for line in done.stderr.splitlines() if not line.startswith("{"))
    assert done.stderr.rstrip().endswith(said)
    for part in sentence:
        assert part in said
    assert "broke inside Curbside" not in done.stderr
    assert done.stdout == ""
    for secret in (BOT, APP, "local-signing-secret"):
        assert secret not in done.stderr
