"""What code printed as its results, and an answer whose numbers are those that it printed. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

RESULT = "RESULT "
"""Begins a line that names a result: ``RESULT median_age = 61``."""
LONGEST_VALUE = 2000
"""Characters of a result. Chosen by hand: a list of a hundred identifiers."""
CUT_SHORT = "… (cut)"
_NAME = re.compile(r"[A-Za-z]\w{0,59}")
_PLACE = re.compile(r"\{([A-Za-z]\w{0,59})\}")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


@dataclass(frozen=True, slots=True)
class FilledAnswer:
    """The sentences whose numbers the run printed, and what is wrong with the others."""

    sentences: tuple[str, ...]
    left_out: tuple[str, ...]


def results_of(printed: str) -> Mapping[str, str]:
    """Name → value, as printed; of a name that was printed twice the last."""
    found: dict[str, str] = {}
    for line in printed.splitlines():
        name, is_there, value = line.removeprefix(RESULT).partition("=")
        if line.startswith(RESULT) and is_there and _NAME.fullmatch(name.strip()):
            told = value.strip()
            is_long = len(told) > LONGEST_VALUE
            found[name.strip()] = told[:LONGEST_VALUE] + CUT_SHORT if is_long else told
    return found


def fill_answer(answer: str, printed: str, said: str) -> FilledAnswer:
    """An answer of a sentence a line, with the results in the place of ``{name}``. A number that a
    model wrote itself must be one that was printed, as it is rounded there, or one of what was
    *said* before: the question and the code."""
    results = results_of(printed)
    known = {*_numbers(printed), *_numbers(said)}
    sentences, left_out = [], []
    for line in filter(None, map(str.strip, answer.splitlines())):
        problem = _problem(line, results, known)
        if problem:
            left_out.append(problem)
        else:
            sentences.append(_PLACE.sub(lambda place: results[place[1]], line))
    return FilledAnswer(tuple(sentences), tuple(dict.fromkeys(left_out)))


def _problem(line: str, results: Mapping[str, str], known: set[str]) -> str:
    strangers = [name for name in _PLACE.findall(line) if name not in results]
    if strangers:
        return f"the code printed no result “{strangers[0]}”"
    values = [float(each) for each in known]
    for number in _numbers(_PLACE.sub(" ", line)):
        if number not in known and not any(_rounds_to(value, number) for value in values):
            return f"the code printed no {number}"
    return ""


def _rounds_to(value: float, written: str) -> bool:
    """Whether a value is what is written, once it is rounded so, also as a percentage."""
    digits = len(written.partition(".")[2])
    most = 0.5 * 10.0**-digits + 1e-9
    return any(abs(each - float(written)) <= most for each in (value, 100 * value))


def _numbers(text: str) -> Iterator[str]:
    return (each[0] for each in _NUMBER.finditer(_GROUPED.sub("", text)))
