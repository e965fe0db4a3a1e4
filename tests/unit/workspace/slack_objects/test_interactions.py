"""Whose team an interaction names."""

from __future__ import annotations

import pytest

from workspace.slack_objects.app import App
from workspace.slack_objects.interactions import base_payload
from workspace.slack_objects.seed import ELSEWHERE

OURS = App().team["id"]


@pytest.mark.parametrize(
    ("kind", "team"), [("view_submission", ELSEWHERE), ("block_actions", OURS), ("shortcut", OURS)]
)
def test_a_form_of_somebody_from_elsewhere_names_their_team(kind: str, team: str) -> None:
    sam = {"id": "U0SAM", "name": "sam", "team_id": ELSEWHERE, "is_stranger": True}
    said = base_payload(kind, App(), sam)
    assert (said["team"]["id"], said["user"]["team_id"]) == (team, ELSEWHERE)
    ana = base_payload(kind, App(), {"id": "U0ANA", "name": "ana", "team_id": OURS})
    assert (ana["team"]["id"], ana["user"]["team_id"]) == (OURS, OURS)
