"""Nothing is declared that is not read: each setting has a reader, and a line where it is set."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.settings import Settings

ROOT = Path(__file__).parents[3]
CODE = {path: path.read_text() for path in (ROOT / "bot").rglob("*.py")}
EXAMPLE = (ROOT / ".env.example").read_text()


def variables(field: str) -> list[str]:
    """The names of a setting in the environment."""
    alias = Settings.model_fields[field].validation_alias
    names = getattr(alias, "choices", None)
    return [str(name) for name in names] if names else [f"CURBSIDE_{field.upper()}"]


@pytest.mark.parametrize("field", Settings.model_fields)
def test_every_setting_is_read(field: str) -> None:
    read = re.compile(rf"\b(?:settings|self)\.{field}\b")
    readers = [path.name for path, text in CODE.items() if read.search(text)]
    assert readers, f"nothing reads Settings.{field}"


@pytest.mark.parametrize("field", Settings.model_fields)
def test_every_setting_stands_in_the_example(field: str) -> None:
    assert any(name in EXAMPLE for name in variables(field)), f"{field} is not in .env.example"
