"""A misspelled name of two words is read as the nearest whole name, never as its first word."""

from __future__ import annotations

import pytest

from names.clinical.spelling import drugs_proposed, guessed_drugs, normalise_message
from names.recognise import recognise, recognise_passage


@pytest.mark.parametrize(
    ("written", "drug"),
    [
        ("zolendronic acid", "zoledronic acid"),
        ("ibandronic acd", "ibandronic acid"),
        ("trastuzumab deruxtecn", "trastuzumab deruxtecan"),
        ("trastuzumab deruxtican", "trastuzumab deruxtecan"),
        ("trastuzumab derux", "trastuzumab deruxtecan"),
        ("trastuzumb deruxtecan", "trastuzumab deruxtecan"),
        ("trastuzumab emtansin", "trastuzumab emtansine"),
        ("sacituzumab-govitecn", "sacituzumab govitecan"),
        ("datopotamab deruxtecen", "datopotamab deruxtecan"),
        ("enfortumab vedotine", "enfortumab vedotin"),
    ],
)
def test_the_nearest_whole_name(written: str, drug: str) -> None:
    text = f"{written} dose, CrCl 35"
    assert recognise(text).names("drug") == {drug}
    assert normalise_message(text).text.startswith(f"{drug} ")
    assert guessed_drugs(text) == ((written, drug),)


@pytest.mark.parametrize(
    "name", ["trastuzumab duocarmazine", "trastuzumab rezetecan", "patritumab deruxtecan"]
)
def test_an_unknown_conjugate_is_not_its_antibody(name: str) -> None:
    found = recognise(f"{name} dose in breast cancer")
    assert not found.names("drug")
    assert found.names("unknown_drug") == {name}
    assert not recognise_passage(f"{name} is given").names("drug")


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("trastuzumab and docetaxel", {"trastuzumab", "docetaxel"}),
        ("trastuzumab pertuzumab docetaxel", {"trastuzumab", "pertuzumab", "docetaxel"}),
        ("trastuzumab derived regimens", {"trastuzumab"}),
    ],
)
def test_an_antibody_beside_other_words_stays(text: str, drugs: set[str]) -> None:
    assert recognise(text).names("drug") == drugs


def test_what_may_be_meant_is_asked() -> None:
    assert drugs_proposed(["zolodrate"]) == ["“zolodrate”: did you mean zoledronic acid?"]
    assert drugs_proposed(["transaminitis", "kidneys"]) == []


def test_short_forms_of_an_allele_and_of_a_gene() -> None:
    assert recognise("HLA-B5701 positive, pazopanib safe?").names("variant") == {"HLA-B*57:01"}
    assert recognise("PIK3CA/AKT/PTEN wt").names("gene") == {"PIK3CA", "AKT1", "PTEN"}
