"""What is wrong with settings, in our words: never with their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import SettingsError

from retrieval.declaration.field_problems import field_problems

NOT_UTF8 = (
    "The file .env is not UTF-8 text: save it again as UTF-8 (Windows calls UTF-16 “Unicode”)."
)

NO_FILE = (
    "There is a folder named .env where the file should be (Docker makes one in place of a file"
    " that is not there): remove it, and put the file there."
)


def problem_with_file(file: Path) -> str:
    """Why a file of settings cannot be read, in a sentence; empty if it can, or is not there."""
    if file.is_dir():
        return NO_FILE
    content = file.read_bytes() if file.is_file() else b""
    try:
        # UTF-16 without its mark is valid UTF-8, where every other sign is zero.
        return NOT_UTF8 if "\0" in content.decode() else ""
    except UnicodeDecodeError:
        return NOT_UTF8


def words_of(error: SettingsError | ValidationError, schema: Mapping[str, Any]) -> str:
    """One sentence for each wrong setting."""
    if isinstance(error, SettingsError):
        # The values of settings that hold JSON are parsed before pydantic sees them.
        return f"{_unparsed_variable(error)}: must be JSON."
    return "\n".join(
        f"{_variable(each.key)}: {each.problem}." for each in field_problems(error, schema)
    )


def _unparsed_variable(error: SettingsError) -> str:
    named = re.search(r'field "(\w+)"', str(error))
    return _variable(named[1]) if named else "A setting"


def _variable(field: str) -> str:
    return field if field.isupper() else f"CURBSIDE_{field.upper()}"
