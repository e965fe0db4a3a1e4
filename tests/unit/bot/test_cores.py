"""Which core answers in which channel."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.extractive.core import ExtractiveCore
from agents.llm.core import LlmCore
from agents.run.sealed_channels import SEALED, SealedCore
from agents.turns import Abstention, Answer
from bot.builders.cores import build_cores
from bot.settings import Settings, SettingsInvalid, read_settings
from tests.integration.llm.whole_run import Asked, run_whole

OWN = "http://gpu1.hospital.example:8000/v1"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "test")


def settings(**given: str) -> Settings:
    return read_settings(model="openai:gpt-4o-mini", model_url=OWN, **given)


def test_a_sealed_channel_is_answered_by_the_default_core() -> None:
    cores = build_cores(settings(sealed_channels="C1, C2"))
    assert isinstance(cores.usual, LlmCore)
    assert isinstance(cores.sealed, SealedCore)
    assert cores.sealed.name == ExtractiveCore().name


def test_a_trusted_model_answers_everywhere_and_without_its_fallback() -> None:
    given = settings(
        sealed_channels="*",
        trusted_addresses="http://gpu1.hospital.example:8000",
        fallback_model="openai:gpt-4o",
    )
    cores = build_cores(given)
    assert isinstance(cores.sealed, LlmCore)
    assert cores.sealed is not cores.usual


def test_addresses_are_trusted_by_scheme_host_and_port() -> None:
    given = settings(trusted_addresses="http://gpu1.hospital.example:8000, https://llm.example")
    assert given.trusts(OWN)
    assert given.trusts("https://llm.example:443/v1")
    for other in ("http://gpu1.hospital.example/v1", "https://llm.example.evil.example", "", None):
        assert not given.trusts(other)
    with pytest.raises(SettingsInvalid, match="CURBSIDE_TRUSTED_ADDRESSES"):
        settings(trusted_addresses="gpu1")


def test_channels_are_sealed_by_id_or_all() -> None:
    given = settings(sealed_channels="C1, C2")
    assert [given.is_sealed(channel) for channel in ("C1", "C2", "C12", "")] == [
        True, True, False, False,
    ]  # fmt: skip
    assert settings(sealed_channels="*").is_sealed("C9")
    assert not settings().is_sealed("C1")


def test_sentences_are_removed_in_named_channels_or_in_all() -> None:
    given = settings(removing_channels="C1, C2")
    assert [given.removes_failed(channel) for channel in ("C1", "C2", "C12", "")] == [
        True, True, False, False,
    ]  # fmt: skip
    assert settings(removing_channels="*").removes_failed("C9")
    assert not settings().removes_failed("C1")


async def test_an_answer_of_a_sealed_channel_says_who_answered() -> None:
    core = SealedCore(ExtractiveCore())
    ran = await run_whole(core, Asked(text="What does olaparib do in BRCA1?"))
    assert isinstance(ran.ending, Answer | Abstention)
    told = ran.ending.note if isinstance(ran.ending, Answer) else ran.ending.gap.detail
    assert SEALED in told
