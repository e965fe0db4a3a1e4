"""Keys for the providers' clients, and the providers."""

from __future__ import annotations

import pytest

from tests.integration.llm.scripted_core import MODELS


@pytest.fixture(params=sorted(MODELS))
def provider_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    set_keys(monkeypatch)


def set_keys(patch: pytest.MonkeyPatch) -> None:
    """Until the patch is undone."""
    patch.setenv("OPENAI_API_KEY", "test")
    patch.setenv("ANTHROPIC_API_KEY", "test")
