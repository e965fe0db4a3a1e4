"""What a test process tells the process that prints the results: of a passed test, that it passed.

pytest-xdist tells six things of each test, three of them with all its names and markers. Writing
and reading those took 1.2 ms of the processor a test (measured), a third of what an empty test
needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import pytest

STARTS_AND_ENDS = {"logstart", "logfinish"}
"""Where the results of several processes are printed, nothing is printed for them."""


class Interactor(Protocol):
    """What pytest-xdist tells the other process with."""

    def sendevent(self, name: str, **kwargs: object) -> None: ...


def pytest_sessionstart(session: pytest.Session) -> None:
    """In a test process whose times and results nobody asked to have written one by one."""
    asked = session.config.getoption
    if asked("durations", None) is not None or asked("xmlpath", None) is not None:
        return
    for plugin in session.config.pluginmanager.get_plugins():
        # Its module runs as code that the other process has sent: it cannot be imported.
        if type(plugin).__name__ == "WorkerInteractor":
            _tell_less(plugin)


def _tell_less(interactor: Interactor) -> None:
    send = interactor.sendevent

    def tell(name: str, **told: Any) -> None:
        if name in STARTS_AND_ENDS:
            return
        if name == "testreport" and told["data"]["outcome"] == "passed":
            if told["data"]["when"] != "call":
                return
            told["data"] = _without_names(told["data"])
        send(name, **told)

    interactor.sendevent = tell  # type: ignore[method-assign]


def _without_names(report: Mapping[str, Any]) -> dict[str, Any]:
    """Names and markers of the test and of what it lies in, which ``-k`` and ``-m`` have read."""
    return {**report, "keywords": {}}
