"""The table "Where is a wording?" leads to the file that holds the words, at the first try."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "for-developers.md"
_FILE = re.compile(r"`(\w+/[\w/]+\.(?:py|toml))`")
_QUOTED = re.compile(r'"([^"*\d]+)"')
"""Without figures and marks, which are put in."""
_JOINED = re.compile(r'"\s*f?"')
"""Between two parts of one text."""
FIRST_WORDS = 3
"""Of a quoted text that are looked for: what follows may be a name that is put in. By hand."""


def rows() -> list[str]:
    """The rows of the table."""
    table = PAGE.read_text("utf-8").partition("**Where is a wording?**")[2].lstrip()
    return table.partition("\n\n")[0].splitlines()[2:]


def words_without_a_place(row: str) -> list[str]:
    """What a row quotes that stands in none of the files that it names."""
    sources = [(ROOT / path).read_text("utf-8") for path in _FILE.findall(row)]
    found = _JOINED.sub("", " ".join(" ".join(sources).split()))
    pieces = [
        piece.strip(" .").split()
        for quoted in _QUOTED.findall(row.split(" | ")[0])
        for piece in quoted.split("…")
    ]
    begins = [" ".join(words[:FIRST_WORDS]) for words in pieces if words]
    return [words for words in begins if sources and words not in found]


def test_a_quoted_wording_stands_in_a_file_of_its_row() -> None:
    assert sum(bool(_FILE.search(row)) for row in rows()) > 20
    assert {row: words for row in rows() if (words := words_without_a_place(row))} == {}


def test_a_wording_that_stands_elsewhere_is_found() -> None:
    row = '| a gap, "No source found answers …" | `agents/wording/gaps.py` |'
    assert words_without_a_place(row) == ["No source found"]


def test_the_examples_of_look_ups_are_held_by_the_starter_corpus() -> None:
    """Whoever types an example of ours first must not read that nothing is held."""
    shown = [ROOT / "docs/for-users.md", ROOT / "bot/rendering/home/page.py"]
    shown += [ROOT / "bot/incoming/commands/curbside.py", ROOT / "agents/lookups/subjects.py"]
    shown += [ROOT / "bot/programs/mcp/tools.py"]
    trial = re.compile(r"/trial ([\w-]+)|\b([A-Z]{5,}-\d{3})\b")
    found = [each for file in shown for each in trial.findall(file.read_text())]
    named = {by_command or acronym for by_command, acronym in found}
    commands = json.loads((ROOT / "bot/manifest.json").read_text())["features"]["slash_commands"]
    named |= {each["usage_hint"] for each in commands if each["command"] == "/trial"}
    titles = [
        next(line for line in file.read_text().splitlines() if line.startswith("title:"))
        for file in (ROOT / "corpus/landmark_trials").glob("*.yaml")
    ]
    assert named
    for name in named:
        assert any(name in title for title in titles), name
