"""Hostile inputs: the list is long and fixed, and whatever is no sentence is found."""

from __future__ import annotations

from pkgutil import resolve_name

import pytest

from evals.hostile import http, records, sources
from evals.hostile.bodies import files
from evals.hostile.questions import hostile_questions
from evals.hostile.verdicts import as_broken, as_refused, as_taken, is_sentence, table_lines
from retrieval.ingestion import sources as adapters
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.catalogue import SOURCES
from retrieval.records.service_names import SERVICES


def test_the_list_is_long_and_the_same_each_time() -> None:
    made = list(files())
    assert made == list(files())
    assert len({name for name, _ in made}) == len(made)
    number = 2 * len(made) + len(list(hostile_questions()))
    number += len(sources.ASKED) * len(sources.ANSWERS)
    assert number + len(http.requests()) >= 300
    assert len(SERVICES) * len(dict(records.bad_answers())) >= 200


def test_every_source_that_is_a_service_is_tried() -> None:
    services = {
        name
        for name, entry in SOURCES.items()
        if issubclass(resolve_name(f"{adapters.__name__}.{':'.join(entry.adapter)}"), ServiceSource)
    }
    assert set(sources.ASKED) == services


async def test_a_wrong_answer_costs_a_line_and_not_the_answer() -> None:
    bad = dict(records.bad_answers())["half_right"]
    assert (await records.ask_question("half_right", bad)).verdict == "taken"


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("a.docx is damaged: save it again.", True),
        ("", False),
        ("Traceback (most recent call last).", False),
        ('File "/x/y.py", line 3.', False),
        ("a\nb.", False),
        ("KeyError('a')", False),
        ("word " * 200 + ".", False),
    ],
)
def test_only_a_sentence_for_people_is_a_refusal(words: str, holds: bool) -> None:
    assert is_sentence(words) is holds
    assert as_refused("file", "a", words).verdict == ("refused" if holds else "broke")


def test_the_table_names_each_input_and_sums_by_entry_point() -> None:
    every = [
        as_taken("file", "a"),
        as_refused("file", "b", "No."),
        as_broken("http", "c", ValueError("x")),
    ]
    lines = list(table_lines(every))
    assert lines[-2:] == [
        "file: 2 inputs, 1 taken, 1 refused, 0 broke",
        "http: 1 inputs, 0 taken, 0 refused, 1 broke",
    ]
    assert "ValueError: x" in lines[2]


async def test_an_address_that_is_none_is_a_line_of_its_service() -> None:
    answers = dict(records.bad_answers())
    for name in ("hgnc", "ncbi_gene"):
        got = await records.ask_service(name, "no_address", answers["no_address"])
        assert got.verdict == "refused", got
        assert got.words.endswith("sends on to an address that is none.")
