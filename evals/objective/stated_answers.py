"""What a free text answers: an option, a verdict, regimens. Pure, and strict: what cannot be read
is no answer.

A free answer chooses an option by naming it, as the GSCP paper searches the options in the answer:
of options that are named, one that stands inside a longer one gives way, and one must be left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evals.answers.samples import generic
from evals.answers.scoring import offered_regimens
from evals.objective.samples import VERDICTS, Regimens, Sample
from evals.tools.overlap import words_of

_STATED = re.compile(r"(?im)^[\W_]*answer[\W_]{1,6}(yes|no|maybe|[a-z])\b[\W_]*$")
MOST_WORDS = 100
"""Of a short answer."""


def stated_option(sample: Sample, text: str) -> str:
    """The letter or the verdict of the last line that says ``Answer: …``; empty when no line says
    one of the options."""
    known = {letter.casefold(): letter for letter, _ in sample.options}
    stated = [known.get(each.casefold(), "") for each in _STATED.findall(text)]
    return stated[-1] if stated else ""


def named_option(sample: Sample, text: str) -> str:
    """The letter of the one option that a free text names; empty when it names none or several.
    Yes, no and maybe are answers only as the first word: "no difference" is none."""
    said = words_of(text)
    if {option.casefold() for _, option in sample.options} <= {*VERDICTS}:
        said = said[:1]
    named = {
        letter: words_of(option)
        for letter, option in sample.options
        if _holds(said, words_of(option))
    }
    left = [
        letter
        for letter, words in named.items()
        if not any(len(words) < len(other) and _holds(other, words) for other in named.values())
    ]
    return left[0] if len(left) == 1 else ""


def listed_regimens(text: str) -> Regimens:
    """The regimens of a list: one a line, drugs joined by a plus."""
    lines = [line.strip(" -•*\t") for line in text.splitlines()]
    return frozenset(
        frozenset(generic(drug.strip()) for drug in line.split("+") if drug.strip())
        for line in lines
        if line and line.upper() != "NONE"
    )


def said_regimens(sentences: Sequence[str]) -> Regimens:
    """The regimens that sentences offer, read as any source is read."""
    return frozenset(regimen for each in sentences for regimen in offered_regimens(each))


def _holds(words: Sequence[str], part: Sequence[str]) -> bool:
    size = len(part)
    return bool(part) and any(
        list(words[start : start + size]) == list(part) for start in range(len(words) - size + 1)
    )
