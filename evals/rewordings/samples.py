"""Questions, each in its own words and in some others."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from evals.questions.samples import QUESTIONS
from evals.rewordings import forms, layouts
from evals.running.errors import MeasurementFailed

Operator = Callable[[str], str | None]
OPERATORS: Mapping[str, Operator] = {
    each.__name__.replace("_", " "): each
    for each in (
        layouts.small_letters,
        layouts.with_greeting,
        layouts.as_polite_request,
        layouts.without_commas,
        layouts.with_semicolons,
        layouts.without_mark,
        layouts.in_lines,
        layouts.in_a_list,
        layouts.as_a_note,
        layouts.question_first,
        layouts.case_turned_round,
        layouts.with_another_fact,
        layouts.with_fixed_hyphens,
        forms.age_in_words,
        forms.age_in_short,
        forms.receptors_by_sign,
        forms.receptors_in_words,
        forms.receptors_in_short,
        forms.change_by_protein,
        forms.change_in_three_letters,
        forms.clearance_in_words,
        forms.values_as_put_right,
        forms.values_as_changed,
        forms.values_behind_a_dash,
        forms.lines_by_number,
        forms.lines_by_ordinal,
        forms.names_in_full,
        forms.names_in_short,
        forms.other_spelling,
        forms.joined_by_and,
        forms.failed_drugs,
    )
}
"""The ways of writing, each by its name."""
OWN_WORDS = ""
"""In place of the name of an operator: the question as it was asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A question in its own words or in others."""

    id: str
    original: str
    """The number of the question of which it is one wording."""
    question: str
    operator: str
    """A key of :data:`OPERATORS`, or :data:`OWN_WORDS`."""
    is_held_out: bool
    """Whether the question is of the half that nobody mends against."""
    thread: str = ""


def make_samples(file: Path | None, most: int, wordings: int, seed: int) -> list[Sample]:
    """At most ``most`` questions of a file of JSON lines, or of the shipped ones, chosen by the
    seed; each in its own words first and then in at most ``wordings`` others. What goes on with
    another question is left out. Raises :class:`MeasurementFailed` for a line that is no
    question."""
    asked = sorted(
        set(_questions(file or QUESTIONS)),
        key=lambda text: hashlib.sha256(f"{seed} {text}".encode()).digest(),
    )
    return [
        each
        for place, text in enumerate(asked[:most])
        for each in _samples(str(place), text, wordings, seed)
    ]


def _questions(file: Path) -> Iterator[str]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            text, thread = row["question"], row.get("thread", "")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise MeasurementFailed(
                f"Line {number} of {file.name} is no JSON object with a question."
            ) from None
        if not thread and isinstance(text, str):
            yield text


def _samples(place: str, text: str, wordings: int, seed: int) -> Iterator[Sample]:
    half = hashlib.sha256(text.encode()).digest()[0] % 2 == 1
    told = [(name, changed) for name, changed in _other_words(text) if changed != text]
    Random(f"{seed} {text}").shuffle(told)  # noqa: S311 - a sample, no secret
    for name, words in ((OWN_WORDS, text), *told[:wordings]):
        yield Sample(
            id=f"{place}~{name}", original=place, question=words, operator=name, is_held_out=half
        )


def _other_words(text: str) -> Iterator[tuple[str, str]]:
    for name, operator in OPERATORS.items():
        changed = operator(text)
        if changed is not None:
            yield name, changed
