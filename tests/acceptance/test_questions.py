"""The shipped corpus through the real path (files, PostgreSQL, MiniLM, SQLite), and plain questions
over all of it: each document is found, answers cite what they should, and what the silos do not
hold is said to be missing."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.cli.sandbox import Sandbox, TemporaryEnvironment
from bot.composition import open_search
from bot.settings import Settings
from evals.corpus.files import CorpusFile, paths, read
from evals.questions.asking import ask_results, fill_silos
from evals.questions.metrics import compute_metrics
from evals.questions.report import report_lines
from evals.questions.samples import read_samples
from evals.questions.scoring import parse_output, score_outputs
from retrieval.outcomes import Data
from retrieval.silos import Silos
from tests.known_item_queries import plain_query

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("programs_are_forked")]


@dataclass(frozen=True)
class Filled:
    """A data folder of its own with the whole corpus in its silos."""

    environment: TemporaryEnvironment
    report: dict[str, Any]
    """What ``curbside ingest`` said of it."""


@pytest.fixture(scope="module")
def filled(python_that_forks: str) -> Iterator[Filled]:
    """Filled once: the corpus takes half a minute of the processor."""
    with Sandbox().temporary_environment() as made, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", python_that_forks)
        yield Filled(made, json.loads(fill_silos(made.variables, "--json")))


@pytest.fixture
def environment(filled: Filled) -> TemporaryEnvironment:
    return filled.environment


@pytest.fixture
async def silos(environment: TemporaryEnvironment) -> AsyncIterator[Silos]:
    settings = Settings(_env_file=None, home=environment.home)
    async with open_search(settings, environment.database_url) as search:
        yield search.silos


async def test_the_shipped_corpus_goes_in_without_a_problem_and_is_found(
    filled: Filled, silos: Silos
) -> None:
    report = filled.report
    assert report["problems"] == []
    assert report["written"] == report["held"] == report["files"]
    outcome = await silos.search("genes", "What does BRCA1 do?")
    assert isinstance(outcome, Data)
    assert outcome.found[0].document.id == "brca1"


async def test_every_document_is_reached_by_a_plain_query(silos: Silos, corpus: Path) -> None:
    files = [read(corpus, path) for path in paths(corpus)]
    unreached = [
        f"{file.path}: {_query(file)}" for file in files if not await _reaches(silos, file)
    ]
    assert unreached == []


def test_answers_cite_what_they_should_and_gaps_are_declared(
    environment: TemporaryEnvironment,
) -> None:
    samples = read_samples()
    results = ask_results(samples, environment=environment.variables)
    scores = score_outputs(samples, [parse_output(result) for result in results])
    unmet = [metric.name for metric in compute_metrics(scores) if metric.is_met is False]
    assert unmet == [], "\n".join(report_lines(scores))


def _query(file: CorpusFile) -> str:
    return plain_query(str(file.meta["title"]), file.body)


async def _reaches(silos: Silos, file: CorpusFile) -> bool:
    outcome = await silos.search(file.silo, _query(file))
    found = outcome.found if isinstance(outcome, Data) else ()
    return any(one.document.id == file.meta["id"] for one in found)
