"""A trial is itself or another one, never nearly the same."""

from __future__ import annotations

import pytest

from names.recognise import recognise
from names.tables.trials import acronym_key, is_confusable

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
