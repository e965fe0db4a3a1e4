"""A hospital adds a silo of its own in a file of its own, and asks: all by the command line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agents.run.tools.cards import tool_cards
from bot.composition import declared_silos
from bot.db.server.own_postgres import running_server, stop
from bot.processes.bootstrap import database_url_for
from bot.settings import Settings
from retrieval.ingestion.staging import Staging
from retrieval.sql import open_database
from tests.integration.test_commands import PROJECT, curbside
from tests.starter_corpus import copy_part

OWN = """
[silo.esmo_local]
title = "Protocols of our breast centre"
role = "guideline"
publishers = ["ESMO", "Breast Centre North"]
summary = "recommendation"
use_when = "The question asks how our hospital applies European recommendations."
not_when = "The question asks for a drug's label."
sources = "Protocols of the breast centre."
focus = "recommendation, setting, line of therapy"
"""
PROTOCOL = """---
title: Adjuvant abemaciclib in our breast centre
organisation: Breast Centre North
version: "3"
date: 2026-02-01
url: https://protocols.example/abemaciclib
tumour_types: [breast cancer]
drugs: [abemaciclib]
---
## Adjuvant treatment

For high-risk early HR-positive, HER2-negative breast cancer our centre recommends adjuvant
abemaciclib for two years together with endocrine therapy.

## Diarrhoea

Diarrhoea on abemaciclib is treated with loperamide at the first loose stool.

## Platelets before a procedure

| Procedure | Threshold | Dose |
|---|---|---|
| Lumbar puncture | 47 | 1 pool |
| Major surgery | 83 | 2 pools |
"""
QUESTIONS = (
    "What does ESMO say about adjuvant abemaciclib in high-risk HR-positive early breast cancer?",
    "Which adjuvant treatment is recommended in high-risk HR-positive early breast cancer?",
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder, a small corpus with guidelines and labels, and the hospital's own folder."""
    folder = tmp_path_factory.mktemp("own")
    part = {
        "esmo_guidelines": ["esmo-hr-positive-metastatic-first-line"],
        "drug_information": ["abemaciclib"],
    }
    copy_part(PROJECT / "corpus", folder / "corpus", part)
    (folder / "own.toml").write_text(OWN)
    own = folder / "protocols" / "esmo_local"
    own.mkdir(parents=True)
    (own / "abemaciclib.md").write_text(PROTOCOL)
    with running_server(folder / "home", options=("fsync=off",)):
        done = run(folder / "home", "ingest")
        assert done[0] == 0, done
        yield folder / "home"
    stop(folder / "home")


def run(home: Path, *words: str, own: str = "own.toml") -> tuple[int, str, str]:
    done = curbside(home, *words, CURBSIDE_SILOS=str(home.parent / own))
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def filled(home: Path) -> Path:
    """The data folder once the protocols were taken in."""
    code, told, errors = run(home, "ingest", str(home.parent / "protocols"))
    assert code == 0, errors
    assert "1 document in the silos: 1 written" in told
    return home


def test_its_folder_is_checked_like_any_other(home: Path) -> None:
    code, told, _ = run(home, "ingest", "check", str(home.parent / "protocols"))
    assert (code, told.strip()) == (0, "1 document, 0 problems.")


def test_it_is_listed_with_what_it_holds(filled: Path) -> None:
    _, told, _ = run(filled, "silos", "--json")
    last = json.loads(told)[-1]
    assert (last["silo"], last["documents"], last["role"]) == ("esmo_local", 1, "guideline")
    _, told, _ = run(filled, "doctor")
    empty = told[told.index("empty: ") :]
    assert "esmo_local" not in empty


@pytest.mark.parametrize("question", QUESTIONS)
def test_it_is_searched_and_quoted_like_every_guideline(filled: Path, question: str) -> None:
    code, told, errors = run(filled, "ask", "--json", question)
    assert code == 0, errors
    run_object = json.loads(told)
    searched = [action["tool"] for action in run_object["steps"][0]["actions"]]
    assert {"search_esmo_guidelines", "search_esmo_local"} <= set(searched)
    assert "esmo_local" in {citation["silo"] for citation in run_object["citations"]}


def test_its_own_publisher_asks_for_it_alone(filled: Path) -> None:
    _, told, _ = run(filled, "ask", "--json", "What does Breast Centre North say on abemaciclib?")
    first = json.loads(told)["steps"][0]["actions"][0]
    assert first["tool"] == "search_esmo_local"


def test_a_row_is_told_with_its_head_and_heading_and_is_verified(filled: Path) -> None:
    question = "Breast Centre North: platelet threshold for a lumbar puncture?"
    _, told, _ = run(filled, "ask", "--json", question)
    answer = json.loads(told)
    (sentence,) = answer["sentences"]
    assert sentence["verified"]
    assert sentence["text"] == (
        "Platelets before a procedure – Procedure: Lumbar puncture · Threshold: 47 · Dose: 1 pool"
    )
    (citation,) = answer["citations"]
    assert citation["quote"] == "| Lumbar puncture | 47 | 1 pool |"


@pytest.mark.parametrize("procedure", ["a bronchoscopy", "an endoscopy"])
def test_a_row_for_something_else_is_no_answer(filled: Path, procedure: str) -> None:
    question = f"Breast Centre North: platelet threshold for {procedure}?"
    _, told, _ = run(filled, "ask", "--json", question)
    assert json.loads(told)["outcome"] == "gap"


def test_a_thread_in_slack_shows_its_title(home: Path) -> None:
    cards = declared_silos(Settings(_env_file=None, home=home, silos=home.parent / "own.toml"))
    titles = {card.name: card.title for card in tool_cards(cards)}
    assert titles["search_esmo_local"] == "Protocols of our breast centre"


def test_without_the_setting_it_is_not_there(filled: Path) -> None:
    told = curbside(filled, "silos", "--json").stdout
    assert "esmo_local" not in {each["silo"] for each in json.loads(told)}


def test_without_the_setting_what_is_missing_is_named(filled: Path) -> None:
    refused = curbside(filled, "ingest", "check", str(filled.parent / "protocols"))
    assert refused.returncode == 1
    assert "its sub-folders: esmo_local." in refused.stderr
    assert "CURBSIDE_SILOS" in refused.stderr
    told = curbside(filled, "doctor")
    assert told.returncode == 1
    table = " ".join(told.stdout.split())
    assert "esmo_local, which no file declares" in table
    assert "Set CURBSIDE_SILOS" in table


def test_shipped_silos_that_stay_empty_are_a_note(filled: Path) -> None:
    code, told, _ = run(filled, "doctor")
    assert "empty: nccn_guidelines" in told
    assert code == 0, told


def test_a_mistake_in_the_file_is_one_sentence(filled: Path) -> None:
    (filled.parent / "wrong.toml").write_text(OWN.replace('"guideline"', '"guidelines"'))
    code, _, errors = run(filled, "silos", own="wrong.toml")
    assert code == 1
    assert "wrong.toml: silo.esmo_local.role must be one of guideline, " in errors
    assert "broke inside Curbside" not in errors


def test_files_that_an_earlier_reader_read_are_counted_until_they_are_read_anew(
    filled: Path,
) -> None:
    asyncio.run(_note_way_of_all(filled, "as before"))
    code, told, _ = run(filled, "doctor")
    table = " ".join(told.split())
    assert code == 1
    assert "read before their reader was mended: 1 of esmo_local" in table
    assert "`curbside ingest FOLDER` reads them anew" in table
    run(filled, "ingest", str(filled.parent / "protocols"))
    assert run(filled, "doctor")[0] == 0


async def _note_way_of_all(home: Path, way: str) -> None:
    with database_url_for(Settings(_env_file=None, home=home)) as url:
        async with open_database(url, connections=1) as database:
            staging = Staging(database)
            for file in await staging.files("protocols/"):
                await staging.note_way(replace(file, read_as=way))
