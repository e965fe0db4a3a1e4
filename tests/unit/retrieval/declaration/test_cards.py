from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.declaration.cards import SHIPPED, read_cards
from retrieval.errors import DeclarationInvalid

FOURTEEN = (
    "nccn_guidelines asco_guidelines esmo_guidelines jnccn_guidelines nccn_references"
    " clinical_trials trial_references landmark_trials drug_information pharmgkb pubmed wikipedia"
    " variant_evidence genes"
)
SILO = """
[silo.one]
title = "One"
use_when = "Always."
not_when = "Never."
sources = "Some."
focus = "all"
citation_format = "{title}"
"""


def declared(folder: Path, text: str) -> Path:
    path = folder / "silos.toml"
    defaults = SHIPPED.read_text().split("[silo.")[0]
    path.write_text(defaults + text)
    return path


def test_the_fourteen_silos_are_declared() -> None:
    assert [card.name for card in read_cards()] == FOURTEEN.split()


def test_defaults_hold_until_a_silo_says_otherwise(tmp_path: Path) -> None:
    path = declared(tmp_path, SILO + 'returns = 9\nfusion = "cascade"\n')
    (card,) = read_cards(path)
    assert (card.returns, card.fusion, card.alpha) == (9, "cascade", 0.5)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("retruns = 5", r"silos\.toml: silo\.one\.retruns is not a known key"),
        ("returns = 0", r"silo\.one\.returns must be a whole number from 1 to 50"),
        ("returns = true", r"silo\.one\.returns must be a whole number"),
        ('fusion = "magic"', r"silo\.one\.fusion must be one of learned, relative_score"),
        ("alpha = 1.5", r"silo\.one\.alpha must be a number from 0 to 1"),
        ('tool_mode = "loud"', r"silo\.one\.tool_mode must be one of compact"),
        ("chunk_overlap = 220", r"silo\.one\.chunk_overlap must be below chunk_tokens"),
        ("[silo.Two]", r"silo\.Two must be a lower-case name"),
        ("[silo.two]\ntitle = 'x'", r"silo\.two\.citation_format is missing"),
        ("[extra]", r"extra is not a known section"),
        ("= 5", r"cannot be read"),
    ],
)
def test_a_mistake_is_named_with_its_file_and_key(
    tmp_path: Path, line: str, complaint: str
) -> None:
    with pytest.raises(DeclarationInvalid, match=complaint):
        read_cards(declared(tmp_path, SILO + line))


@pytest.mark.parametrize("text", ['""', '"  "', "5", '"{author}"', '"{title"'])
def test_a_citation_format_uses_fields_of_the_document(tmp_path: Path, text: str) -> None:
    with pytest.raises(DeclarationInvalid, match="citation_format must be a text with fields"):
        read_cards(declared(tmp_path, SILO.replace('"{title}"', text)))


def test_no_file_and_no_silo_are_mistakes_too(tmp_path: Path) -> None:
    with pytest.raises(DeclarationInvalid, match=r"none\.toml cannot be read"):
        read_cards(tmp_path / "none.toml")
    with pytest.raises(DeclarationInvalid, match="silo"):
        read_cards(declared(tmp_path, ""))
