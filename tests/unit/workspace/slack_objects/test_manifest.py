"""A manifest is read from JSON or YAML; what is wrong with it is said in a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workspace.slack_objects.app import app_from_manifest
from workspace.slack_objects.manifest import ManifestError

COMMAND = {"command": "/gene", "description": "Look a gene up", "usage_hint": "BRAF"}
SHORTCUT = {"name": "Ask", "type": "message", "callback_id": "ask", "description": "Ask it"}
FULL: dict[str, Any] = {
    "display_information": {"name": "Deploybot"},
    "features": {
        "slash_commands": [COMMAND],
        "shortcuts": [SHORTCUT],
        "app_home": {"home_tab_enabled": True},
    },
    "oauth_config": {"scopes": {"bot": ["chat:write", "commands"]}},
    "settings": {"event_subscriptions": {"bot_events": ["app_mention"]}},
}
YAML = """
display_information:
  name: Deploybot
features:
  slash_commands:
    - command: /gene
      description: Look a gene up
      usage_hint: BRAF
  shortcuts:
    - {name: Ask, type: message, callback_id: ask, description: Ask it}
  app_home:
    home_tab_enabled: true
oauth_config:
  scopes:
    bot: [chat:write, commands]
settings:
  event_subscriptions:
    bot_events:
      - app_mention
"""


def write(folder: Path, content: object, name: str = "app.json") -> Path:
    file = folder / name
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


@pytest.mark.parametrize(("content", "name"), [(FULL, "app.json"), (YAML, "app.yaml")])
def test_json_and_yaml_describe_the_same_app(tmp_path: Path, content: object, name: str) -> None:
    app = app_from_manifest(write(tmp_path, content, name), bot_token="xoxb-mine")
    assert (app.name, app.bot_token, app.has_home) == ("Deploybot", "xoxb-mine", True)
    assert app.scopes == {"chat:write", "commands"}
    assert app.bot_events == {"app_mention"}
    assert (app.commands, app.shortcuts) == ((COMMAND,), (SHORTCUT,))


def test_only_a_name_is_needed(tmp_path: Path) -> None:
    app = app_from_manifest(write(tmp_path, {"display_information": {"name": "Small"}}))
    assert (app.scopes, app.bot_events, app.commands, app.has_home) == (set(), set(), (), False)
    empty = "display_information:\n  name: Small\nfeatures:\nsettings:\n"
    assert app_from_manifest(write(tmp_path, empty, "app.yml")).name == "Small"


def test_commands_and_shortcuts_need_the_scope_commands(tmp_path: Path) -> None:
    without = FULL | {"oauth_config": {"scopes": {"bot": ["chat:write"]}}}
    app = app_from_manifest(write(tmp_path, without))
    assert (app.commands, app.shortcuts) == ((), ())


def test_an_agent_of_the_older_kind_is_told_from_one_of_the_newer(tmp_path: Path) -> None:
    name = {"display_information": {"name": "Small"}}
    older = {"assistant_view": {"suggested_prompts": [{"title": "a", "message": "b"}]}}
    app = app_from_manifest(write(tmp_path, name | {"features": older}))
    assert (app.is_assistant, app.suggested_prompts[0]["title"]) == (True, "a")
    both = older | {"agent_view": {"suggested_prompts": [{"title": "c", "message": "d"}]}}
    app = app_from_manifest(write(tmp_path, name | {"features": both}))
    assert (app.is_assistant, app.suggested_prompts[0]["title"]) == (False, "c")


def changed(**fields: Any) -> dict[str, Any]:
    return FULL | fields


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        ('{\n  "a": 1,,\n}', "app.json", "no valid JSON at line 2, column 10"),
        (YAML, "app.json", "or name the file .yaml if it is YAML"),
        ("a:\n  - b\n c: [", "app.yaml", "no valid YAML at line 3, column 2"),
        ("- a", "app.yaml", "it must be an object with keys, but is a list"),
        ("", "app.yaml", "it must be an object with keys, but is empty"),
        (
            changed(display_information={}),
            "app.json",
            "it lacks the key display_information.name: add it",
        ),
        (
            changed(display_information={"name": 7}),
            "app.json",
            "display_information.name must be a text, but is a number",
        ),
        (changed(settings=[]), "app.json", "settings must be an object, but is a list"),
        (
            changed(oauth_config={"scopes": {"bot": "chat:write"}}),
            "app.json",
            "oauth_config.scopes.bot must be a list, but is a text",
        ),
        (
            changed(oauth_config={"scopes": {"bot": ["a", 1]}}),
            "app.json",
            "oauth_config.scopes.bot[1] must be a text, but is a number",
        ),
        (
            changed(features={"slash_commands": [{"command": "/gene"}]}),
            "app.json",
            "features.slash_commands[0] lacks the key description: add it",
        ),
        (
            changed(features={"app_home": {"home_tab_enabled": "yes"}}),
            "app.json",
            "features.app_home.home_tab_enabled must be true or false, but is a text",
        ),
    ],
)
def test_what_is_wrong_is_said_by_place_and_key(
    tmp_path: Path, content: object, name: str, words: str
) -> None:
    with pytest.raises(ManifestError) as refused:
        app_from_manifest(write(tmp_path, content, name))
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "latin.json").write_bytes(b'{"name": "caf\xe9"}')
    for file in (tmp_path / "nowhere.json", tmp_path, tmp_path / "latin.json"):
        with pytest.raises(ManifestError, match="it cannot be read"):
            app_from_manifest(file)


@pytest.mark.parametrize(
    ("app_home", "has", "takes"),
    [
        ({}, True, True),
        ({"messages_tab_enabled": False}, False, False),
        ({"messages_tab_enabled": True, "messages_tab_read_only_enabled": True}, True, False),
    ],
)
def test_the_messages_tab_may_be_off_or_read_only(
    tmp_path: Path, app_home: dict[str, bool], has: bool, takes: bool
) -> None:
    app = app_from_manifest(write(tmp_path, changed(features={"app_home": app_home})))
    assert (app.has_messages, app.takes_messages) == (has, takes)
