from __future__ import annotations

from pathlib import Path

from bot.commands.checks.spelling import spelling_checks
from bot.setting_types.unknown import unknown_names
from bot.settings import Settings


def test_a_misspelt_variable_is_told_with_the_one_that_may_be_meant(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("CURBSIDE_SEALED_CHANELS=C1\nCURBSIDE_HOME=x\nPOSTGRES_PASSWORD=x\n")
    environment = ["CURBSIDE_QQQ", "curbside_workers", "CURBSIDE_WEAVIATE_CACHE", "CO_API_KEY"]
    unknown = unknown_names(environment, str(file), Settings.model_fields)
    assert unknown == {
        "CURBSIDE_QQQ": "",
        "CURBSIDE_SEALED_CHANELS": "CURBSIDE_SEALED_CHANNELS",
    }
    told = list(spelling_checks(unknown))
    assert [check.state for check in told] == ["wrong", "wrong"]
    assert told[1].advice == "Is CURBSIDE_SEALED_CHANNELS meant?"


def test_every_variable_of_the_example_is_known() -> None:
    example = Path(__file__).parents[5] / ".env.example"
    assert unknown_names([], str(example), Settings.model_fields) == {}
