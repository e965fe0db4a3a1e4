"""Events, answers and blocks of the workspace against JSON schemas that are made from the types
which Slack publishes (@slack/types, @slack/web-api); `test_interaction_schemas.py` has the rest."""

from __future__ import annotations

import copy
import fcntl
import json
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.conftest import absent
from tests.integration.workspace.conftest import StoppedClock
from tests.integration.workspace.everything import HEARD, Recording, use_everything
from tests.integration.workspace.test_block_classes import BLOCKS
from workspace.block_kit.blocks import check_blocks
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.slack_objects.app import app_from_manifest
from workspace.web_api.dispatch import METHODS
from workspace.web_api.documented_methods import documented_methods

pytestmark = [pytest.mark.node, pytest.mark.slow]

SOURCES = Path(__file__).parents[2] / "schemas"
INSTALLED = Path(__file__).parents[3] / ".cache" / "schemas"
INSTALL = ("install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error")
UNDECLARED = {"assistant_app_thread", "tombstone"}
"""Subtypes of messages that Slack sends and its types lack."""
BY_THE_PAGES = {
    "task_card is taken without status": "optional on its page, required by the types",
    "TableBlock column_settings/1: None is not of type 'object'": "a column without settings",
}
"""Where Slack's pages and its types differ, the pages are followed."""

Schema = dict[str, Any]


@pytest.fixture(scope="session")
def schemas() -> Schema:
    """The schemas, made once for each version of the packages."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        absent("Node with npm")
    INSTALLED.mkdir(parents=True, exist_ok=True)
    with (INSTALLED / "lock").open("w") as lock:
        # Two test processes that install at once would take files away from each other.
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _made_schemas(str(npm), str(node))


def _made_schemas(npm: str, node: str) -> Schema:
    names = ("package.json", "generate.js", "interactions.ts", "tsconfig.json")
    wanted = [(SOURCES / name).read_text(encoding="utf-8") for name in names] + sorted(METHODS)
    made = INSTALLED / "schemas.json"
    if made.exists():
        known = json.loads(made.read_text(encoding="utf-8"))
        if known["made_of"] == wanted:
            return dict(known)
    for name in names:
        shutil.copy(SOURCES / name, INSTALLED)
    subprocess.run([npm, *INSTALL], cwd=INSTALLED, check=True, timeout=300)
    generate = [node, str(INSTALLED / "generate.js"), *sorted(METHODS)]
    printed = subprocess.run(generate, check=True, timeout=300, capture_output=True).stdout
    found = json.loads(printed) | {"made_of": wanted}
    made.write_text(json.dumps(found), encoding="utf-8")
    return dict(found)


@pytest.fixture
async def slack() -> AsyncIterator[RunningWorkspace]:
    """A workspace whose app may do and hears everything, with nobody connected to hear it."""
    declared = app_from_manifest()
    documented = {scope for each in documented_methods().values() for scope in each.scopes}
    app = replace(
        declared,
        is_assistant=True,
        scopes=declared.scopes | documented,
        bot_events=HEARD,
        redirect_urls=("http://localhost/back",),
    )
    async with run_workspace(Config(limits="off", app=app), StoppedClock()) as workspace:
        yield workspace


def problems(schema: Schema, name: str, value: Any) -> list[str]:
    """What is wrong with a value, by this definition of the schema."""
    validator = jsonschema.Draft7Validator({**schema, "$ref": f"#/definitions/{name}"})
    found = [*validator.iter_errors(value)]
    return [f"{name} {'/'.join(map(str, one.absolute_path))}: {one.message[:300]}" for one in found]


def definitions_for(schema: Schema, value: dict[str, Any]) -> Iterator[str]:
    """The definitions of objects of this type, and of this subtype."""
    for name, definition in schema["definitions"].items():
        first = definition.get("anyOf", [definition])[0].get("properties", {})
        subtype = first.get("subtype", {}).get("const")
        if first.get("type", {}).get("const") != value["type"]:
            continue
        if value["type"] != "message" or subtype == value.get("subtype"):
            yield name


def problems_of_union(schema: Schema, value: dict[str, Any]) -> list[str]:
    """What is wrong with an object by the definition of its type that fits it best."""
    each = [problems(schema, name, value) for name in definitions_for(schema, value)]
    return min(each, key=len) if each else [f"{value['type']} is not declared"]


async def test_events_and_answers_are_what_slack_declares(
    slack: RunningWorkspace, schemas: Schema
) -> None:
    client = Recording(token="xoxb-local", base_url=slack.api_url, retry_handlers=[])
    await use_everything(slack, client)
    sent = [one["payload"]["event"] for one in slack.workspace.storage.deliveries.all()]
    declared = [one for one in sent if one.get("subtype") not in UNDECLARED]
    events = [as_declared(one) for one in declared]
    wrong = [line for event in events for line in problems_of_union(schemas["event"], event)]
    shown = [block for message in slack.workspace.history.transcript() for block in blocks(message)]
    wrong += [line for block in shown for line in problems_of_union(schemas["block"], block)]
    for method, answer in client.answers:
        schema = schemas["responses"][method]
        wrong += problems(schema, schema["$ref"].rpartition("/")[2], without_blocks(answer))
    assert sorted(set(wrong)) == []
    heard = {
        f"message.{one['channel_type']}s" if one["type"] == "message" else one["type"]
        for one in sent
    }
    assert {name.replace("ims", "im") for name in heard} == HEARD
    assert {method for method, _ in client.answers} == set(METHODS)


def as_declared(event: dict[str, Any]) -> dict[str, Any]:
    """An event whose inner messages say once more where they are: the types want it, though Slack
    sends it only beside them. They know few subtypes: what has one is read as a file_share."""
    place = {name: event[name] for name in ("channel", "channel_type", "event_ts") if name in event}
    names = ("message", "previous_message", "root")
    inner = {name: place | event[name] for name in names if name in event}
    known = {"subtype": "file_share"}
    return event | {name: one | (known if "subtype" in one else {}) for name, one in inner.items()}


def without_blocks(value: Any) -> Any:
    """An answer without blocks, which have a schema of their own, and without what is null: Slack's
    types of answers are made from examples, and know a field or do not."""
    if isinstance(value, list):
        return [without_blocks(one) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {name: part for name, part in value.items() if part is not None and name != "blocks"}
    return {name: without_blocks(part) for name, part in kept.items()}


def blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    return list(message.get("blocks", []))


def test_what_slack_requires_of_a_block_is_required_here(schemas: Schema) -> None:
    """The blocks of Slack's own classes fit its types, and here too nothing may be left out."""
    schema, wrong = schemas["block"], []
    for sample in (json.loads(json.dumps(block.to_dict())) for block in BLOCKS):
        wrong += problems_of_union(schema, sample)
        for without in sorted(sample.keys() - {"type", "block_id"}):
            broken = copy.deepcopy(sample)
            del broken[without]
            is_needed = problems_of_union(schema, broken) != []
            if is_needed and check_blocks([broken]) is None:
                wrong.append(f"{sample['type']} is taken without {without}")
    assert set(wrong) == BY_THE_PAGES.keys()
