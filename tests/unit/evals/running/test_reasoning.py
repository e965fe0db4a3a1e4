"""An evaluation leaves parts of a model's instructions out, and keeps its results apart."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import pytest

from bot.settings import read_settings
from evals.answers.command import COMMAND as ANSWERS
from evals.running.reasoning import name_without, variables_without
from evals.tools.command import COMMAND as TOOLS


@pytest.mark.parametrize("add", [ANSWERS.add_arguments, TOOLS.add_arguments])
def test_parts_are_left_out_by_name(
    add: Callable[[argparse.ArgumentParser], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add(parser)
    chosen = parser.parse_args(["--without", "exemplars", "--without", "reflection"]).without
    for name, value in variables_without(chosen).items():
        monkeypatch.setenv(name, value)
    assert read_settings().reasoning_left_out == {"exemplars", "reflection"}
    assert name_without(chosen) == "-without-reflection-without-exemplars"
    with pytest.raises(argparse.ArgumentError):
        parser.parse_args(["--without", "thinking"])


def test_a_whole_run_is_whole_whatever_the_environment_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CURBSIDE_MODEL_WITHOUT", "exemplars")
    for name, value in variables_without(()).items():
        monkeypatch.setenv(name, value)
    assert read_settings().reasoning_left_out == frozenset()
    assert name_without(()) == ""
