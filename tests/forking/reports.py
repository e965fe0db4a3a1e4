"""What a test process of pytest-xdist tells the one that prints the results: of a passed test, that
it passed.

pytest-xdist tells six things of each test, three of them with all its names and markers. Writing
and reading those took 1.2 ms of the processor a test (measured), a third of what an empty test
needs. The hooks are those of pytest; a test that gets a second try is run by
pytest-rerunfailures, which tells all six."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest
from _pytest.runner import runtestprotocol


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test as pytest does. Not told are its beginning, its end, and what went well before
    and behind it."""
    if not _tells_less(item.config) or item.get_closest_marker("flaky"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable(
    config: pytest.Config, report: pytest.TestReport | pytest.CollectReport
) -> Generator[None, dict[str, Any] | None, dict[str, Any] | None]:
    """Without the names and markers of a passed test and of what it lies in, which ``-k`` and
    ``-m`` have read."""
    written = yield
    if written and _tells_less(config) and isinstance(report, pytest.TestReport) and report.passed:
        return {**written, "keywords": {}}
    return written


def _tells_less(config: pytest.Config) -> bool:
    """In a test process whose times and results nobody asked to have written one by one."""
    asked = (config.getoption(name, None) for name in ("durations", "xmlpath"))
    return hasattr(config, "workerinput") and all(each is None for each in asked)
