"""What the compose file says is what the program knows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml
from typer.main import get_command

from bot.cli.main import app

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "deploy" / "compose.yaml").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
OURS = ("ingest", "bot", "worker", "web", "api")
BY_NAME = ("web", "api")


def test_every_service_of_ours_runs_a_command_that_exists() -> None:
    known = set(get_command(app).commands)  # type: ignore[attr-defined]
    for name in OURS:
        assert set(COMPOSE["services"][name]["command"]) <= known, name


def test_every_variable_of_ours_is_one_that_the_example_names() -> None:
    example = (ROOT / ".env.example").read_text()
    for name in OURS:
        for variable in COMPOSE["services"][name]["environment"]:
            assert f"{variable}=" in example, variable


def test_weaviate_is_the_version_that_the_tests_run_against() -> None:
    pinned = (ROOT / "deploy" / "weaviate.version").read_text().strip().removeprefix("v")
    assert COMPOSE["services"]["weaviate"]["image"].endswith(f":{pinned}")
    assert COMPOSE["services"]["weaviate"]["environment"]["ASYNC_INDEXING"] == "true"


def test_no_secret_stands_in_the_file() -> None:
    for line in TEXT.splitlines():
        if re.search(r"PASSWORD|KEY|TOKEN|SECRET", line) and ":" in line and "#" not in line:
            value = line.split(":", 1)[1]
            harmless = ("${", '"true"', "curbside")
            assert any(mark in value for mark in harmless), line


def test_all_of_ours_read_the_folder_of_the_hospital_which_is_in_no_image() -> None:
    for name in OURS:
        assert COMPOSE["services"][name]["volumes"] == ["../own:/etc/curbside:ro"], name
    assert "/own/" in (ROOT / ".gitignore").read_text().splitlines()
    assert "own" in (ROOT / ".dockerignore").read_text().splitlines()


def test_what_a_service_waits_for_is_there() -> None:
    services = COMPOSE["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= set(services), name


def test_one_service_takes_slacks_events_unless_the_other_is_named() -> None:
    """`web` without a signing secret would start again and again; both would want one port."""
    services = COMPOSE["services"]
    assert services["web"]["profiles"] == ["http"]
    assert not any("profiles" in services[name] for name in OURS if name not in BY_NAME)
