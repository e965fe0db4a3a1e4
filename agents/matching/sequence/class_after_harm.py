"""Harm that a checkpoint inhibitor has done. It counts for the whole class: another inhibitor is no
option until somebody has weighed it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from names.clinical.values import HAD, Therapy, Toxicity
from names.tables.treatment.drug_classes import CHECKPOINTS, drug_classes

CLASS_HARM = "harm of a checkpoint inhibitor"
"""Its name in the table of safety facts."""
OF_ONE_HARM = CHECKPOINTS | {"LAG-3 inhibition"}
"""Classes of which the harm of one drug is one of all."""
IMMUNE_EVENTS = frozenset(
    (
        "diarrhoea",
        "hepatotoxicity",
        "hyperbilirubinaemia",
        "immune-related effects",
        "interstitial lung disease",
        "myocarditis",
        "nephritis",
        "neuropathy",
        "pancreatitis",
        "rash",
        "severe cutaneous adverse reactions",
    )
)
"""Events that ASCO's guideline of 2021 lists for the class, without those of glands: hormones that
are replaced do not stop it."""
OF_ANY_GRADE = frozenset(("myocarditis", "severe cutaneous adverse reactions"))
"""Those that stop the class for good whatever their grade (the same guideline: grade 2 of both)."""
MOSTLY_OF_OTHERS = frozenset(("rash", "neuropathy", "pancreatitis"))
"""Events that other drugs cause more often. By hand."""
SEVERE = 3
"""The grade at which the class is suspended, or stopped for good, for most events (the same)."""


def harm_of_class(sheet: FactSheet) -> Iterator[tuple[str, str, Therapy]]:
    """Name, words and value of the harm that a checkpoint inhibitor has done to the patient: it was
    not tolerated, or a severe event of the class is told of who has had one."""
    had = [e for e in sheet.of(Therapy) if e.outcome in HAD and _drugs_of_class(e)]
    events = [each for each in sheet.of(Toxicity) if each.event in IMMUNE_EVENTS]
    severe = [each for each in events if _is_severe(each)]
    paused = {"held"} if events else set()  # on hold, and for such an event
    borne_not = [each for each in had if each.outcome in {"intolerant"} | paused]
    if not had or not (borne_not or severe):
        return
    value = (borne_not or had)[0]
    told = (severe or events)[:1] if not borne_not or events else []
    drugs = " with ".join(_drugs_of_class(value))
    event = describe(told[0]).replace("diarrhoea", "diarrhoea or colitis") if told else ""
    words = f"{event} under {drugs}" if event else describe(value)
    yield CLASS_HARM, words, value


def is_drug_of_harm(option: Sequence[str], had: Therapy) -> bool:
    """Whether the checkpoint inhibitors of an option are those that did the harm: their own rules
    for the event, and that they were had, speak of them."""
    own = [drug for drug in option if drug_classes(drug) & OF_ONE_HARM]
    return bool(own) and set(own) <= set(had.drugs)


def _drugs_of_class(had: Therapy) -> tuple[str, ...]:
    return tuple(drug for drug in had.drugs if drug_classes(drug) & OF_ONE_HARM)


def _is_severe(event: Toxicity) -> bool:
    """Whether an event stops or suspends the class. Of one without a grade nobody can tell, and so
    it counts, but for those that are mostly of chemotherapy."""
    if event.grade_from is None:
        return event.event not in MOSTLY_OF_OTHERS
    return event.event in OF_ANY_GRADE or event.grade_from >= SEVERE
