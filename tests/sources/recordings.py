"""Recorded answers of the services, where the reference data lie beside the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import IN_CI

DATA = Path(__file__).parents[3] / "shared" / "data"


def recorded(*parts: str) -> Path:
    """A file of the reference data. Skips without them; in CI that is a failure."""
    path = DATA.joinpath(*parts)
    if path.exists():
        return path
    if IN_CI:
        pytest.fail(f"{path} is missing, and CI must not skip this")
    pytest.skip("the reference data are not on this machine")
