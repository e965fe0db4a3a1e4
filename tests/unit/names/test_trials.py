"""A trial is itself or another one, never nearly the same."""

from __future__ import annotations

import pytest

from names.recognise import recognise
from names.tables.trials import (
    acronym_key,
    acronyms_by_key,
    difference_of_trials,
    is_confusable,
    trial_words,
)

PAIRS = [
    ("OlympiA", "OlympiAD"),
    ("MONALEESA-2", "MONALEESA-7"),
    ("MONARCH 3", "monarchE"),
    ("KEYNOTE-522", "KEYNOTE-355"),
    ("DESTINY-Breast03", "DESTINY-Breast04"),
    ("FLAURA", "FLAURA2"),
    ("CAPItello-290", "CAPItello-291"),
    ("IMpassion130", "IMpassion131"),
]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_trials_with_like_names_are_told_apart(first: str, second: str) -> None:
    for name, other in ((first, second), (second, first)):
        found = recognise(f"What did {name} show?").names("trial")
        assert found == {acronym_key(name)}
        assert acronym_key(other) not in found
        assert is_confusable(name, other)


def test_one_trial_in_two_spellings_is_not_another() -> None:
    assert not is_confusable("KEYNOTE-522", "Keynote 522")
    assert not is_confusable("OlympiA", "EMBRACA")


LOWER_CASE = ("natalee", "monarche", "embraca", "katherine", "tailorx", "keynote 189", "paloma-3")


@pytest.mark.parametrize("name", LOWER_CASE)
@pytest.mark.parametrize(
    "wording", ["{} eligibility", "what did {} show?", "{} vs CLEOPATRA", "{}"]
)
def test_a_known_trial_is_read_in_any_case(name: str, wording: str) -> None:
    assert acronym_key(name) in recognise(wording.format(name)).names("trial")


@pytest.mark.parametrize("span", ["5 yr", "3-year", "10 years", "18 months", "24 mo", "2 cycles"])
@pytest.mark.parametrize("name", ["CLEOPATRA", "NATALEE", "EMBRACA", "OlympiA"])
def test_a_time_behind_a_trial_is_no_part_of_its_name(name: str, span: str) -> None:
    assert recognise(f"{name} {span} overall survival?").names("trial") == {acronym_key(name)}


def test_a_word_in_lower_case_is_a_trial_only_beside_what_trials_have() -> None:
    assert recognise("what were the emerald results?").names("trial") == {"emerald"}
    assert not recognise("the emerald ring, and a soft text").names("trial")


def test_what_tells_two_trials_apart_is_said_either_way_round() -> None:
    assert (
        difference_of_trials("OlympiAD", "OlympiA")
        == difference_of_trials("OlympiA", "OlympiAD")
        != ""
    )
    assert difference_of_trials("OlympiA", "EMBRACA") == ""


SPELLINGS = [
    ("DB-04", "DESTINY-Breast04"),
    ("DB 03", "DESTINY-Breast03"),
    ("db-06", "DESTINY-Breast06"),
    ("Destiny Breast 9", "DESTINY-Breast09"),
    ("KN-522", "KEYNOTE-522"),
    ("kn355", "KEYNOTE-355"),
    ("CM 9DW", "CheckMate 9DW"),
    ("CM-214", "CheckMate-214"),
    ("ML-7", "MONALEESA-7"),
    ("MONALEESA II", "MONALEESA-2"),
    ("FLAURA II", "FLAURA2"),
    ("MONARCH3", "MONARCH 3"),
    ("ASCENT-4", "ASCENT-04"),
    ("TB-02", "TROPION-Breast02"),
]
OTHERS = ("HER2CLIMB-02", "KEYNOTE-A39", "SWOG S1826", "E1912", "GBG-66", "AK112-303")
NO_TRIALS = ("DL-1", "5 ML 2", "CA-125", "CPS10", "L858R", "CD20", "MK-3475", "ECOG 1")


@pytest.mark.parametrize(("written", "name"), SPELLINGS)
def test_short_forms_and_other_spellings_of_a_trial_are_read_as_the_trial(
    written: str, name: str
) -> None:
    assert acronym_key(written) == acronym_key(name)
    assert recognise(f"{written} PFS?").names("trial") == {acronym_key(name)}


@pytest.mark.parametrize("name", OTHERS)
def test_a_trial_that_no_table_holds_is_a_trial_of_its_own(name: str) -> None:
    (found,) = recognise(f"{name} PFS?").names("trial")
    assert found not in acronyms_by_key()


@pytest.mark.parametrize("words", ["gnomAD frequency", "GRCh37 position", "OncoKB level"])
def test_a_database_or_an_assembly_is_no_trial(words: str) -> None:
    assert not recognise(f"{words} of EGFR L858R").names("trial")


@pytest.mark.parametrize("words", NO_TRIALS)
def test_other_capitals_with_a_number_are_no_trial(words: str) -> None:
    assert not recognise(f"{words} PFS?").names("trial")


@pytest.mark.parametrize("name", ["DESTINY-Breast04", "MONARCH 3", "KEYNOTE-024", "CheckMate-9DW"])
def test_a_key_is_told_as_people_spell_it(name: str) -> None:
    assert trial_words(acronym_key(name)) == name


@pytest.mark.parametrize(
    "text", ["any open trial for KRAS G12D?", "open trials?", "open clinical trials in TNBC"]
)
def test_a_trial_that_is_open_has_no_name(text: str) -> None:
    assert not recognise(text).names("trial")


@pytest.mark.parametrize(
    ("text", "trials"),
    [
        ("T-DXd dose in HER2 MUTANT lung cancer", set()),
        ("osimertinib WITHOUT chemo, T790M NEGATIVE", set()),
        ("has PROGRESSED on alectinib", set()),
        ("overall survival in CLEOPATRA", {"cleopatra"}),
        ("what did FOOBARS show", {"foobars"}),
    ],
)
def test_a_word_that_capitals_stress_is_no_trial(text: str, trials: set[str]) -> None:
    assert recognise(text).names("trial") == trials


@pytest.mark.parametrize("text", ["FOLFOX 3 or 6 months?", "mFOLFOX6 dose?", "FOLFIRI 12 cycles"])
def test_a_regimen_with_a_number_is_no_trial(text: str) -> None:
    assert not [each for each in recognise(text).mentions if each.kind == "trial"]
