"""Programs of ours that evaluations start."""

from __future__ import annotations

import sys

import pytest

from tests.forking import forking_python


@pytest.fixture
def programs_are_forked(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an evaluation starts with the Python that runs it is forked: it imports nothing anew."""
    monkeypatch.setattr(sys, "executable", forking_python(tmp_path_factory.mktemp("python")))
