"""What a file says a new workspace holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workspace.slack_objects.app import App, further_team
from workspace.slack_objects.manifest import ManifestError
from workspace.slack_objects.seed import read_seed, seed_bots, seed_channels, seed_people

SEED: dict[str, Any] = {
    "team": {"name": "Acme Labs"},
    "people": [
        {"name": "kim", "real_name": "Kim Doe", "title": "Engineer"},
        {"name": "lee", "real_name": "Lee Roe", "guest": "single"},
    ],
    "channels": [
        {"name": "general", "purpose": "All of it"},
        {"name": "ops", "private": True, "members": ["kim", "lee"], "app": False},
    ],
}


def read(tmp_path: Path, seed: object) -> Any:
    file = tmp_path / "seed.json"
    file.write_text(json.dumps(seed))
    return read_seed(file, App(name="Deploy Bot"))


def test_people_channels_team_and_app_take_their_ids_from_their_names(tmp_path: Path) -> None:
    seed, app = read(tmp_path, SEED)
    assert app.team == {"id": "T0ACMELABS", "name": "Acme Labs", "domain": "acmelabs"}
    users = [*seed_people(app, seed), *seed_bots([app])]
    assert [each["id"] for each in users] == ["U0KIM", "U0LEE", "U0DEPLOYBOT"]
    assert [each["is_ultra_restricted"] for each in users] == [False, True, False]
    (general, in_general), (ops, in_ops) = seed_channels([app], seed, 1)
    assert (general["id"], in_general) == ("C0GENERAL", ["U0KIM", "U0DEPLOYBOT"])
    assert (ops["is_private"], in_ops) == (True, ["U0KIM", "U0LEE"])
    assert further_team("Other", 2, app.team)["id"] == "T2ACMELABS"
    assert "curbside" not in str((users, general, app.team)).lower()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"team": {}}, "it lacks the key team.name"),
        ({"people": []}, "it lacks the key people"),
        ({"people": [{"name": "kim"}]}, r"people\[0\] lacks the key real_name"),
        ({"people": SEED["people"][:1] * 2}, "two of people have the same name"),
        ({"channels": [{"name": "x", "members": ["max"]}]}, r"channels\[0\].members must be"),
        ({"people": [{"name": "deploybot", "real_name": "D"}]}, "has the name of the app"),
        ({"people": [{"name": "k", "real_name": "K", "guest": "x"}]}, r"guest must be"),
    ],
)
def test_what_is_wrong_is_one_sentence(tmp_path: Path, changed: dict[str, Any], told: str) -> None:
    with pytest.raises(ManifestError, match=told):
        read(tmp_path, SEED | {"channels": SEED["channels"][:1]} | changed)


def test_a_channel_may_leave_only_some_to_write(tmp_path: Path) -> None:
    news = {"name": "news", "posting": "read_only"}
    seed, app = read(tmp_path, SEED | {"channels": [news]})
    ((channel, _),) = seed_channels([app], seed, 1)
    assert channel["is_read_only"]
    with pytest.raises(ManifestError, match="read_only, thread_only, non_threadable"):
        read(tmp_path, SEED | {"channels": [news | {"posting": "never"}]})
