"""The tests of ``docs/knocks.md``, point by point: ``python -m tests.knocks`` prints them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "knocks.md"
_ROW = re.compile(r"^\| (\d+) \| .*$", re.MULTILINE)
_TEST = re.compile(r"`(tests/[\w/]+\.py::test_\w+)`")


def named_tests() -> dict[int, tuple[str, ...]]:
    """The tests that are named for each point."""
    rows = _ROW.finditer(PAGE.read_text("utf-8"))
    return {int(row[1]): tuple(_TEST.findall(row[0])) for row in rows}


def main() -> None:
    """Print the tests, one a line, each once."""
    named = [test for tests in named_tests().values() for test in tests]
    sys.stdout.write("\n".join(dict.fromkeys(named)) + "\n")


if __name__ == "__main__":
    main()
