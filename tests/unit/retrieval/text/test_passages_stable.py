"""The same text and query give the same passages: anywhere, in any order, in bounded time."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from retrieval.documents import Document, Facets
from retrieval.text.passages import passages, sentences
from tests.cpu_growth import LINEAR, growth

_WORDS = """
olaparib BRCA1 BRCA1/2 HER2-positive c.68_69delAG p.H1047R T790M dose mg 300 twice daily the of
patients trial survival median e.g. Dr. et al. Ménière 😀 µg (see [1,2]) NCT02032823 (n=30)
"""
WORDS = _WORDS.split()
QUERIES = (
    "dose of olaparib in BRCA1",
    "BRCA1 olaparib dose",
    "HER2-positive survival",
    "p.H1047R T790M",
    "nothing of this kind",
    "",
)


def made_up(seed: int) -> Document:
    """A document of headings, sentences, items and rows, drawn from clinical words."""
    draw = random.Random(seed)

    def line() -> str:
        said = " ".join(draw.choices(WORDS, k=draw.randint(1, 18)))
        return draw.choice(("{}.", "## {}", "- {}", "| {} | x |", "{}", "> {}?")).format(said)

    text = "".join(line() + draw.choice((" ", "\n", "\n\n", "\r\n")) for _ in range(60))
    facets = Facets(genes=("BRCA1",), drugs=("olaparib",))
    return Document(silo="s", id="d", version="1", title="On olaparib", text=text, facets=facets)


def told(document: Document, query: str) -> list[tuple[int, int, float]]:
    return [(each.start, each.end, each.score) for each in passages(document, query, limit=9)]


def digest() -> str:
    found = [(seed, query, told(made_up(seed), query)) for seed in range(12) for query in QUERIES]
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()


@pytest.mark.parametrize("seed", range(12))
def test_passages_are_cut_from_the_text_at_their_spans(seed: int) -> None:
    document = made_up(seed)
    cuts = sentences(document.text)
    assert all(a[1] <= b[0] for a, b in pairwise(cuts))
    for query in QUERIES:
        found = passages(document, query, limit=9)
        assert all(document.text[each.start : each.end] == each.text for each in found)
        assert {(each.start, each.end) for each in found} <= set(cuts)
        assert len({(each.start, each.end) for each in found}) == len(found) <= 9


def test_passages_do_not_depend_on_the_process_or_its_hashes() -> None:
    code = "from tests.unit.retrieval.text.test_passages_stable import digest; print(digest())"
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.strip()
        for seed in ("0", "1", "4711")
    }
    assert said == {digest()}


def test_passages_do_not_depend_on_what_was_asked_before_or_where_the_document_stands() -> None:
    documents = [made_up(seed) for seed in range(8)]
    first = {(n, q): told(documents[n], q) for n in range(8) for q in QUERIES}
    again = list(first)
    random.Random(3).shuffle(again)
    for n, query in again:
        elsewhere = replace(made_up(n), silo="other", url="https://example.org", date="2025")
        assert told(elsewhere, query) == first[n, query]


def test_a_new_version_of_the_same_text_keeps_its_spans() -> None:
    document = made_up(1)
    for query in QUERIES:
        assert told(replace(document, version="2"), query) == told(document, query)


def test_sentences_in_a_stretch_come_first_among_like_ones() -> None:
    text = "Olaparib is given daily.\n\nOlaparib is given weekly.\n\nIt rained."
    document = Document(silo="s", id="d", version="1", title="T", text=text)
    second, rain = text.index("Olaparib", 5), text.index("It rained")
    assert passages(document, "olaparib")[0].start == 0
    assert passages(document, "olaparib", stretches=((second, second + 3),))[0].start == second
    found = passages(document, "olaparib", stretches=((rain, len(text)),))
    assert rain not in [each.start for each in found], "a stretch alone is no reason"


def test_searching_a_long_document_takes_time_by_its_length() -> None:
    text = "".join(made_up(seed).text for seed in range(340))

    def searching(size: int) -> Callable[[], object]:
        document = Document(silo="s", id="d", version="1", title="T", text=text[:size])
        assert len(document.text) == size
        return lambda: passages(document, QUERIES[0])

    assert searching(1_000_000)()
    assert growth(searching, 60_000) < LINEAR


@pytest.mark.parametrize(
    "piece",
    [
        *("a", "ACGT", "a. ", "A. B. ", "! ", "!", "(", '." ', ". ", "et al. ", "[1] ", "x.", "_"),
        *("a\n", "- a\n", "| a |\n", "# a\n", "\n", " ", "a-", "é", "😀", "1.", "\r", "\x0b"),
    ],
)
def test_no_text_takes_time_that_grows_with_its_square(piece: str) -> None:
    def searching(size: int) -> Callable[[], object]:
        text = piece * (size // len(piece))
        document = Document(silo="s", id="d", version="1", title="T", text=text)
        return lambda: passages(document, "a dose of olaparib")

    assert growth(searching, 8_000) < LINEAR
