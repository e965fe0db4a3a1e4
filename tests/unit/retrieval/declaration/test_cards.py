from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.declaration.cards import SHIPPED, cards_in, read_cards
from retrieval.errors import DeclarationInvalid

FIFTEEN = (
    "nccn_guidelines asco_guidelines esmo_guidelines jnccn_guidelines nccn_references"
    " clinical_trials trial_references landmark_trials drug_information indications pharmgkb pubmed"
    " wikipedia variant_evidence genes"
)
SILO = """
[silo.one]
title = "One"
use_when = "Always."
not_when = "Never."
sources = "Some."
focus = "all"
role = "guideline"
"""


def declared(folder: Path, text: str) -> Path:
    path = folder / "silos.toml"
    defaults = SHIPPED.read_text().split("[silo.")[0]
    path.write_text(defaults + text)
    return path


def test_the_fifteen_silos_are_declared() -> None:
    assert [card.name for card in read_cards()] == FIFTEEN.split()


def test_the_shipped_file_is_parsed_once() -> None:
    """Each phrase of a message is compared with its silos."""
    assert read_cards() is read_cards()


def test_defaults_hold_until_a_silo_says_otherwise(tmp_path: Path) -> None:
    path = declared(tmp_path, SILO + 'returns = 9\nfusion = "cascade"\n')
    (card,), _ = cards_in(path)
    assert (card.returns, card.fusion, card.alpha) == (9, "cascade", 0.5)
    assert (card.publishers, card.summary) == ((), "background")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("retruns = 5", r"silos\.toml: silo\.one\.retruns is not a known key"),
        ("returns = 0", r"silo\.one\.returns must be a whole number from 1 to 50"),
        ("returns = true", r"silo\.one\.returns must be a whole number"),
        ('fusion = "magic"', r"silo\.one\.fusion must be one of learned, relative_score"),
        ("alpha = 1.5", r"silo\.one\.alpha must be a number from 0 to 1"),
        ('summary = "loud"', r"silo\.one\.summary must be one of recommendation"),
        ('publishers = "NCCN"', r"silo\.one\.publishers must be a list"),
        ('publishers = [" "]', r"silo\.one\.publishers must be a list, each a text that says"),
        ("name = 'two'", r"silo\.one\.name is not a known key"),
        ("chunk_overlap = 220", r"silo\.one\.chunk_overlap must be below chunk_tokens"),
        ("[silo.Two]", r"silo\.Two must be a lower-case name"),
        ("[silo.two]\ntitle = 'x'", r"silo\.two\.focus is missing"),
        ("[extra]", r"extra is not a known section"),
        ("= 5", r"is not TOML"),
    ],
)
def test_a_mistake_is_named_with_its_file_and_key(
    tmp_path: Path, line: str, complaint: str
) -> None:
    with pytest.raises(DeclarationInvalid, match=complaint):
        cards_in(declared(tmp_path, SILO + line))


def test_all_that_is_missing_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(DeclarationInvalid) as raised:
        cards_in(declared(tmp_path, f"{SILO}[silo.two]\ntitle = 'x'"))
    for key in ("focus", "role", "sources", "use_when"):
        assert f"silo.two.{key} is missing." in str(raised.value)


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    """Each with its table; one of the defaults once, whatever number of silos it is held for."""
    text = "[defaults]\nreturns = 0\n[silo.pubmed]\nfous = 'x'\n[silo.Two]\nname = 'two'\n"
    with pytest.raises(DeclarationInvalid) as raised:
        read_cards(own_file(tmp_path, text + "title = ''"))
    told = raised.value.detail.splitlines()
    assert told[0] == "own.toml: silo.pubmed is the name of a shipped silo; choose another."
    assert told.count("own.toml: defaults.returns must be a whole number from 1 to 50.") == 1
    assert {
        "own.toml: silo.pubmed.fous is not a known key.",
        "own.toml: silo.pubmed.focus is missing.",
        "own.toml: silo.Two must be a lower-case name with underscores, of at most 50 characters.",
        "own.toml: silo.Two.name is not a known key.",
        "own.toml: silo.Two.title must be a text that says something.",
    } < set(told)


def test_sections_that_are_no_tables_are_mistakes(tmp_path: Path) -> None:
    with pytest.raises(DeclarationInvalid) as raised:
        cards_in(own_file(tmp_path, "defaults = 1\nsilo = 2\nother = 3"))
    assert raised.value.detail.splitlines() == [
        "own.toml: other is not a known section.",
        "own.toml: silo must be a table.",
        "own.toml: defaults must be a table.",
    ]
    with pytest.raises(DeclarationInvalid, match=r"silo\.one must be a table"):
        cards_in(own_file(tmp_path, "[silo]\none = 1"))


@pytest.mark.parametrize("text", ['""', '"  "', "5"])
def test_a_text_says_something(tmp_path: Path, text: str) -> None:
    with pytest.raises(DeclarationInvalid, match="title must be a text that says something"):
        cards_in(declared(tmp_path, SILO.replace('"One"', text)))


@pytest.mark.parametrize("text", ['"guidelines"', "5", '""'])
def test_a_role_is_one_that_the_core_knows(tmp_path: Path, text: str) -> None:
    with pytest.raises(DeclarationInvalid, match=r"silo\.one\.role must be one of guideline, "):
        cards_in(declared(tmp_path, SILO.replace('"guideline"', text)))


def test_no_file_and_no_silo_are_mistakes_too(tmp_path: Path) -> None:
    with pytest.raises(DeclarationInvalid, match=r"none\.toml cannot be read"):
        cards_in(tmp_path / "none.toml")
    with pytest.raises(DeclarationInvalid, match="silo"):
        cards_in(declared(tmp_path, ""))


OWN = """
[silo.esmo_local]
title = "Our protocols"
role = "guideline"
publishers = ["ESMO"]
use_when = "Always."
not_when = "Never."
sources = "Ours."
focus = "all"
"""


def own_file(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text)
    return path


def test_a_search_of_an_own_silo_gives_back_more_documents_unless_its_file_says_otherwise(
    tmp_path: Path,
) -> None:
    cards = read_cards(own_file(tmp_path, OWN))
    assert cards[-1].returns > cards[0].returns
    said = read_cards(own_file(tmp_path, f"[defaults]\nreturns = 3\n{OWN}"))
    assert said[-1].returns == 3


def test_silos_of_an_own_file_stand_behind_the_shipped_ones(tmp_path: Path) -> None:
    cards = read_cards(own_file(tmp_path, OWN))
    assert cards[:-1] == read_cards()
    assert (cards[-1].name, cards[-1].publishers) == ("esmo_local", ("ESMO",))
    assert cards[-1].candidates == cards[0].candidates


def test_own_defaults_hold_for_the_own_silos_only(tmp_path: Path) -> None:
    cards = read_cards(own_file(tmp_path, f"[defaults]\nreturns = 9\n{OWN}"))
    assert [card.returns for card in cards] == [5] * 15 + [9]


def test_an_own_silo_cannot_take_the_name_of_a_shipped_one(tmp_path: Path) -> None:
    path = own_file(tmp_path, OWN.replace("esmo_local", "pubmed"))
    with pytest.raises(
        DeclarationInvalid, match=r"own\.toml: silo\.pubmed is the name of a shipped silo"
    ):
        read_cards(path)
