"""What a worker and a caller compare before one answers for the other."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.asking.identity import NOT_FOR_ANSWERS, code_digest, settings_digest
from bot.settings import Settings

MINE = "postgresql://postgres@/curbside?host=/somewhere"


def digest(**settings: Any) -> str:
    return settings_digest(Settings(_env_file=None, **settings), "")


@pytest.mark.parametrize(
    "setting",
    [
        {"model": "openai:gpt-4o-mini"},
        {"embedder": "cohere:embed-v4.0"},
        {"synonyms": True},
        {"max_steps": 3},
        {"weaviate_url": "http://weaviate:8080"},
        {"cohere_api_key": SecretStr("another")},
    ],
    ids=lambda setting: next(iter(setting)),
)
def test_what_answers_depend_on_counts(setting: dict[str, Any]) -> None:
    assert digest(**setting) != digest()


def test_what_only_slack_depends_on_does_not_count() -> None:
    assert digest(display="quiet", port=4000, slack_bot_token="xoxb-1", workers=2) == digest()
    assert set(Settings.model_fields) >= NOT_FOR_ANSWERS


def test_the_database_counts() -> None:
    settings = Settings(_env_file=None)
    assert settings_digest(settings, MINE) != settings_digest(settings, "")


def test_paths_count_as_they_resolve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    there = digest(home=tmp_path / "home", models_folder=str(tmp_path / "models"))
    assert digest(home=Path("home"), models_folder="models") == there
    assert digest(home=Path("other"), models_folder="models") != there


def test_an_edited_file_of_silos_counts(tmp_path: Path) -> None:
    silos = tmp_path / "silos.toml"
    silos.write_text("")
    before = digest(silos=silos)
    assert before != digest()
    os.utime(silos, ns=(1, 1))
    assert digest(silos=silos) != before


def test_code_is_the_same_until_a_file_changes() -> None:
    assert code_digest() == code_digest()
