"""A stack of real processes over a small real library."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.acceptance.support.library import make_template
from tests.acceptance.support.stack import Stack, running_stack
from tests.conftest import made_once

StartStack = Callable[..., Stack]


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Path:
    """A data folder to copy: database migrated, library ingested."""
    return made_once(tmp_path_factory, "template", lambda home: make_template(home, corpus))


@pytest.fixture
def start_stack(template: Path, tmp_path: Path) -> Iterator[StartStack]:
    """Starts stacks that end with the test: ``start_stack(*parts, limits=…, SETTING=…)``."""
    with ExitStack() as stacks:

        def start(*parts: str, limits: str = "real", **settings: str) -> Stack:
            home = tmp_path / f"stack{len(list(tmp_path.glob('stack*')))}"
            return stacks.enter_context(
                running_stack(template, home, *parts, limits=limits, **settings)
            )

        yield start


@pytest.fixture(scope="module")
def shared_stack(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One whole stack for all tests of a module that leave it as they found it."""
    home = tmp_path_factory.mktemp("shared") / "stack"
    with running_stack(template, home) as stack:
        yield stack


@pytest.fixture(scope="module")
def patient_stack(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """As ``shared_stack``, at a Slack that allows any number of calls."""
    home = tmp_path_factory.mktemp("patient") / "stack"
    with running_stack(template, home, limits="off") as stack:
        yield stack
