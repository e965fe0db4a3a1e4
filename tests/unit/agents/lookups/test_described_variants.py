"""A variant that statements name in words is found by its short name, and no neighbour of it."""

from __future__ import annotations

import pytest

from agents.lookups.subjects import NotKnown, read_subject
from tests.unit.agents.lookups.test_holdings import document, held, quotes


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "FLT3-ITD",
            "It is indicated for leukaemia with an FLT3 internal tandem duplication (ITD).",
        ),
        ("FLT3-ITD", "Of the FLT3-ITD positive patients half had a remission."),
        ("CDKN2B loss", "Loss of CDKN2B was found in six tumours."),
        ("EGFR KDD", "A response is recorded in a tumour with an EGFR kinase domain duplication."),
        ("KMT2A-PTD", "KMT2A partial tandem duplications were found in eight patients."),
    ],
)
async def test_a_variant_told_in_words_is_found(name: str, sentence: str) -> None:
    assert quotes(await held("variant", name, document("A record", sentence))) == [sentence]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("FLT3-ITD", "Gilteritinib is indicated for leukaemia with an FLT3 mutation."),
        ("FLT3-ITD", "FLT3 was wild type, and a KMT2A partial tandem duplication was found."),
        ("CDKN2B loss", "Loss of CDKN2A was found beside CDKN2B expression."),
        ("CDKN2B loss", "CDKN2B was amplified."),
    ],
)
async def test_a_neighbour_of_it_is_not_found(name: str, sentence: str) -> None:
    assert not (await held("variant", name, document("A record", sentence))).silos


@pytest.mark.parametrize(
    ("kind", "words", "told"),
    [
        ("gene", "CDKN2A/B", "several genes: CDKN2A, CDKN2B"),
        ("gene", "NTRK1/2/3", "several genes: NTRK1, NTRK2, NTRK3"),
        ("variant", "CDKN2A/B loss", "several: CDKN2A loss and CDKN2B loss"),
    ],
)
def test_a_list_of_genes_in_short_is_told_as_such(kind: str, words: str, told: str) -> None:
    found = read_subject("gene" if kind == "gene" else "variant", words)
    assert isinstance(found, NotKnown)
    assert told in found.sentence
