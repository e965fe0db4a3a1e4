"""Recorded answers of the services, where the reference records are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import DATA


def recorded(*parts: str) -> Path:
    """A file or folder of the reference records (``CURBSIDE_DATA``). Skips on a machine that has
    none of them; where they are, every one of them must be there."""
    if not DATA.is_dir():
        pytest.skip("the reference records are not on this machine")
    path = DATA.joinpath(*parts)
    assert path.exists(), f"{path} is missing"
    return path
