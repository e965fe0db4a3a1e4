"""Which drugs a sentence is on, and which it names together or as had before."""

from __future__ import annotations

import pytest

from agents.checking.support.drugs.regimens import drugs_spoken_of, regimens_named


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Olaparib after progression on enzalutamide or abiraterone", {"olaparib"}),
        ("Rucaparib in cancer previously treated with docetaxel", {"rucaparib"}),
        ("Amivantamab after an EGFR inhibitor such as osimertinib", {"amivantamab"}),
        ("Continue abiraterone after progression on abiraterone", {"abiraterone"}),
        # A comma may end what was had; what follows is then spoken of.
        ("After docetaxel, abiraterone is an option, and olaparib", {"abiraterone", "olaparib"}),
        ("After platinum chemotherapy abiraterone is an option", {"abiraterone"}),
        ("After docetaxel", {"docetaxel"}),
        ("Encorafenib fits her progression on FOLFOX plus bevacizumab", {"encorafenib"}),
        ("Trastuzumab deruxtecan, as she has had trastuzumab", {"trastuzumab deruxtecan"}),
        ("Olaparib after an inhibitor, with or without docetaxel thereafter", {"olaparib"}),
        ("Olaparib with or without bevacizumab before surgery", {"olaparib", "bevacizumab"}),
        ("Inavolisib after recurrence, as here on letrozole", {"inavolisib"}),
        ("Letrozole, as in her case with palbociclib", {"letrozole", "palbociclib"}),
    ],
)
def test_a_drug_that_was_had_is_not_spoken_of(text: str, spoken: set[str]) -> None:
    assert drugs_spoken_of(text) == spoken


def test_drugs_that_are_joined_are_one_regimen() -> None:
    text = "Olaparib plus abiraterone and niraparib with abiraterone after docetaxel"
    assert regimens_named(text) == ({"olaparib", "abiraterone"}, {"niraparib", "abiraterone"})


def test_alternatives_share_the_partner_that_is_joined_behind_them() -> None:
    shared = regimens_named("Olaparib or niraparib with abiraterone and prednisone is none")
    assert shared[:2] == ({"olaparib", "abiraterone"}, {"niraparib", "abiraterone"})
    apart = regimens_named("Olaparib plus abiraterone or talazoparib with enzalutamide")
    assert apart == ({"olaparib", "abiraterone"}, {"talazoparib", "enzalutamide"})
