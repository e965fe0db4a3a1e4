"""Lines as a ward writes them: who it is about is hidden, and what is clinical stays.

The lines were written by hand, names of many origins and no real person, in three sets: the first
was mended from, the second and third were counted before anything was mended by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.names.people import name_lines, ordinary_words
from retrieval.privacy.finding import find_personal
from retrieval.privacy.hiding import HiddenWords
from tests.unit.retrieval.privacy.test_finding import told

HERE = Path(__file__).parent
LEAST_RECALL = 0.95


def ward_lines() -> list[tuple[str, list[str]]]:
    """Each line with the values that must not leave."""
    rows = (HERE / "ward_lines.tsv").read_text(encoding="utf-8").splitlines()
    return [(line, values.split("|")) for _, line, values in (row.split("\t") for row in rows)]


def test_of_160_lines_hardly_a_name_is_left() -> None:
    lines = ward_lines()
    hidden = [HiddenWords([line]).hide(line) for line, _ in lines]
    left = [
        line
        for (line, values), seen in zip(lines, hidden, strict=True)
        if any(told(value, seen) for value in values)
    ]
    assert len(lines) == 160
    assert 1 - len(left) / len(lines) >= LEAST_RECALL, left


@pytest.mark.parametrize(
    "line", (HERE / "clinical_lines.txt").read_text(encoding="utf-8").splitlines()
)
def test_a_clinical_line_stays_as_it_is(line: str) -> None:
    assert HiddenWords([line]).hide(line) == line


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("John Smith, 67M, stage IV", "John Smith"),
        ("John Smith DOB 3/4/1957", "John Smith"),
        ("Anna Case, 60 y woman", "Anna Case"),
        ("pt Case 60F", "Case"),
        ("Pt Maria Rossi 54F", "Maria Rossi"),
        ("patient Wilson (67) with HCC", "Wilson"),
        ("65M Wilson, stage III", "Wilson"),
        ("pt Paget 59F, Paget disease", "Paget"),
        ("Mr. O'Brien's creatinine", "O'Brien"),
        ("Lee, Min-ho 50M", "Lee, Min-ho"),
        ("MRN 00482913 Okafor C, ovary", "Okafor C"),
        ("Bed 3 - Harris: K 2.9", "Harris"),
        ("Jones QTc 510 ms", "Jones"),
    ],
)
def test_a_name_ends_where_it_ends(text: str, name: str) -> None:
    found = [text[each.start : each.end] for each in find_personal(text) if each.kind == "NAME"]
    assert found == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("huber maria dob 12.3.1966: olaparib?", "huber maria"),
        ("smith, john (mrn 445566) olaparib?", "smith, john"),
        ("jones peter mrn 778812 olaparib?", "jones peter"),
        ("garcia lopez maria (mrn 445566) olaparib?", "garcia lopez maria"),
        ("olaparib for jones peter mrn 778812", "jones peter"),
        ("given olaparib, mrn 445566", ""),
        ("braf melanoma mrn 778812", ""),
        ("wild type, id 778812", ""),
        ("huber maria has melanoma", ""),
    ],
)
def test_a_name_in_small_letters_stands_before_a_number_of_one_person(text: str, name: str) -> None:
    found = [text[each.start : each.end] for each in find_personal(text) if each.kind == "NAME"]
    assert found == ([name] if name else [])


def test_a_word_of_texts_is_a_name_only_where_it_is_a_common_one(tmp_path: Path) -> None:
    census = {
        "dist.all.last": "SMITH 1.0 1.0 1\nBELL 0.1 1.1 2\n",
        "dist.female.first": "ROSE 1.0 1.0 1\nLI 1.0 1.0 2\n",
        "dist.male.first": "",
    }
    for name, lines in census.items():
        (tmp_path / name).write_text(lines)
    (tmp_path / "page.md").write_text(
        "a bell, the bell, one bell. kelly kelly kelly " + "Kelly " * 9
    )
    ordinary = ordinary_words([tmp_path])
    assert ordinary == {"bell"}
    assert list(name_lines(tmp_path, ordinary)) == ["bell\tfo", "rose\tg", "smith\tf"]
