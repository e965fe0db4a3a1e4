"""Guideline files are cut where they say, and what is wrong with one is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli.main import app
from retrieval.declaration.cards import read_cards
from retrieval.errors import DeclarationInvalid
from retrieval.ingestion.folders.validate_folder import validate_folder
from retrieval.ingestion.readers import read_documents
from retrieval.ingestion.reading_apart import ReaderProcesses

DOCS = Path(__file__).parents[4] / "docs" / "guideline-files.md"
EXAMPLE = re.search(r"```\n(---\n.*?)```", DOCS.read_text(), re.DOTALL)
assert EXAMPLE is not None
FILE = EXAMPLE[1]


def test_the_example_of_the_documentation_becomes_two_documents() -> None:
    first, second = read_documents("nccn_guidelines", Path("chart.md"), FILE.encode())
    assert (
        first.id
        == "made-up-breast-metastatic:hr-positive-her2-negative-first-line-systemic-therapy"
    )
    assert first.title.endswith("HR-positive, HER2-negative, first line, systemic therapy")
    assert "visceral crisis" in first.text
    assert "two made-up antibodies" not in first.text
    assert "chart 12; paraphrased by: clinical pharmacist." in first.text
    assert second.facets.tumour_types == ("breast cancer", "her2-positive")
    assert {first.url, second.url} == {"https://example.org/guideline"}
    assert first.status == "unconfirmed"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  page: chart 12\n", "", "guideline.page is missing"),
        ("  page: chart 12", "  pages: chart 12", "guideline.pages is not a known key"),
        ("version: 2.2026\n", "", "version is missing"),
        (" | systemic therapy\n1.", "\n1.", "is not “subtype | phase | kind”"),
        ("A taxane with two made-up antibodies.", "", "nothing stands under “HER2-positive"),
        ("## HER2-positive |", "## HR-positive, HER2-negative |", "is given twice"),
        ("## ", "### ", "has no heading"),
        ("guideline:\n", "guideline: yes\nname:\n", "must be a table"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, said: str) -> None:
    assert old in FILE
    broken = FILE.replace(old, new).replace("name:\n  name", "x:\n  name")
    with pytest.raises(DeclarationInvalid, match=re.escape(said)):
        read_documents("nccn_guidelines", Path("chart.md"), broken.encode())


def test_a_folder_is_checked_without_taking_it_in(tmp_path: Path) -> None:
    silo = tmp_path / "own" / "nccn_guidelines"
    silo.mkdir(parents=True)
    (silo / "good.md").write_text(FILE)
    (silo / "again.md").write_text(FILE)
    (silo / "bad.md").write_text(FILE.replace("  page: chart 12\n", ""))
    (silo / "plain.md").write_text("# A title\n\nWords.")
    with ReaderProcesses() as readers:
        silos = frozenset({"nccn_guidelines"})
        count, problems = validate_folder(tmp_path / "own", silos, readers)
    assert count == 5
    told = [f"{problem.path}: {problem.reason}" for problem in problems]
    assert sum("already taken by" in line for line in told) == 2
    assert any("bad.md: bad.md: guideline.page is missing." in line for line in told)
    assert any("plain.md: has no url" in line for line in told)
    done = CliRunner().invoke(app, ["ingest", "check", str(tmp_path / "own")])
    assert done.exit_code == 1
    assert "5 documents, 3 problems, 1 note on what would be taken in." in done.output
    for name in ("again.md", "bad.md"):
        (silo / name).unlink()
    sound = CliRunner().invoke(app, ["ingest", "check", str(tmp_path / "own")])
    assert sound.exit_code == 0, "a note is no refusal"
    assert "plain.md: note: has no url" in sound.output


def test_the_shipped_corpus_has_no_problem(corpus: Path) -> None:
    held = sum(1 for path in corpus.glob("*/*") if path.suffix in (".md", ".yaml"))
    silos = frozenset(card.name for card in read_cards())
    with ReaderProcesses() as readers:
        assert validate_folder(corpus, silos, readers) == (held, ())
