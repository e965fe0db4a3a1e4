"""A sentence asks as far as its own question mark, and no farther than is read."""

from __future__ import annotations

import pytest

from names.clinical.grammar.sentences import REACH, is_asked_from


@pytest.mark.parametrize("behind", [" too?", " in others?", "?", f"{'a ' * 99}?"])
def test_a_sentence_that_comes_to_a_question_mark_asks(behind: str) -> None:
    assert is_asked_from(f"HER2 3+{behind}", len("HER2 3+"))


@pytest.mark.parametrize(
    "behind", ["", ". Options?", "; options?", "! What now?", "\nOptions?", f"{'a' * (REACH + 1)}?"]
)
def test_another_sentence_asks_not_for_it(behind: str) -> None:
    assert not is_asked_from(f"HER2 3+{behind}", len("HER2 3+"))
