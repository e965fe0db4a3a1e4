"""Diseases and circumstances beside the tumour, present, absent or uncertain.

Words that also name an adverse event ("pneumonitis", "heart failure") count only where the text
speaks of the patient's history, and never where a grade stands beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from names.clinical.grammar.polarity import polarity_at
from names.clinical.toxicities import read_toxicities
from names.clinical.values import Condition, Found, Toxicity
from names.recognise import recognise_passage
from names.tables.phrases import Phrase, find_phrases
from names.tables.reading import read_rows

TABLE = "clinical/conditions.tsv"
ALLERGIC = re.compile(
    r"(?i)\b(?:allerg(?:y|ic)|(?:severe )?hypersensitivity|anaphylaxis|intolerance)"
    r"\s(?:reactions?\s)?to\s(?:the\s)?$"
)
NONE = "-"
"""Name of the wordings that hold the word of a condition and mean none: respiratory depression."""
HAS = re.compile(
    r"(?i)\b(?:history of|h/o|hx of|hx|prior|previous|pre-?existing|known|has|had|having|underlying"
    r"|comorbid(?:ity|ities)?|baseline|no|without|denies|patients? with|(?:wo)?man with|PMH"
    r"|congenital|uncontrolled|background of|NYHA|symptomatic|active|chronic)\b[^.;:!?]{0,80}$"
)
"""What tells a disease of the patient from an effect of a drug that goes by the same words."""
REACH = 60
"""Characters before a disease in which the patient's history is looked for. Chosen by hand."""
BEFORE = 50
"""Characters before a drug in which "allergic to" is looked for. Chosen by hand."""


def read_conditions(text: str) -> tuple[Found, ...]:
    """Conditions with their polarity, and allergies to drugs, ordered by place."""
    found = []
    events: set[int] | None = None
    for each in find_phrases(text, TABLE):
        if each.name == NONE:
            continue
        if each.name in _events():
            events = _graded_places(text) if events is None else events
            if each.start in events or not _is_had(text, each):
                continue
        polarity = polarity_at(text, each.start, each.end)
        found.append(Found(Condition(name=each.name, polarity=polarity), each.start, each.end))
    found += _allergies(text)
    return tuple(sorted(found, key=lambda each: (each.start, each.end)))


@cache
def _events() -> frozenset[str]:
    """Conditions whose words also name an adverse event."""
    return frozenset(name for name, _, event in read_rows(TABLE) if event)


def is_lasting(event: str) -> bool:
    """Whether an adverse event goes by the name of a disease, which is weighed at any grade."""
    return event in _events()


def _is_had(text: str, phrase: Phrase) -> bool:
    """Whether the text speaks of the disease as the patient's, or denies or doubts it."""
    if polarity_at(text, phrase.start, phrase.end) != "present":
        return True
    return HAS.search(text[max(0, phrase.start - REACH) : phrase.end]) is not None


def _graded_places(text: str) -> set[int]:
    """The places of adverse events with a grade: "grade 2 ILD" is no disease beside the tumour."""
    return {
        place
        for each in read_toxicities(text)
        if isinstance(each.value, Toxicity) and each.value.grade_from is not None
        for place in range(each.start, each.end)
    }


def _allergies(text: str) -> Iterator[Found]:
    for drug in recognise_passage(text).of("drug"):
        match = ALLERGIC.search(text, max(0, drug.start - BEFORE), drug.start)
        if match:
            polarity = polarity_at(text, match.start(), drug.end)
            condition = Condition(name=f"allergy to {drug.name}", polarity=polarity)
            yield Found(condition, match.start(), drug.end)
