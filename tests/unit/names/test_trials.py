"""A trial is itself or another one, never nearly the same."""

from __future__ import annotations

import pytest

from names.recognise import recognise
from names.tables.trials import acronym_key, is_confusable, told_apart

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
    assert told_apart("OlympiAD", "OlympiA") == told_apart("OlympiA", "OlympiAD") != ""
    assert told_apart("OlympiA", "EMBRACA") == ""
