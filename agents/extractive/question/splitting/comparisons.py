"""Treatments that are held against each other: each is told by the same aspects.

Nothing says which is better unless a source does: what was found of them side by side stands first,
then for whom each is indicated, then what stands against each, here or in general.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from agents.extractive.question.kinds import (
    QuestionKind,
    answering_kinds,
    kinds,
    treats,
    words_outside_names,
)
from agents.facts.sheet import FactSheet
from agents.matching.sub_question import SubQuestion
from names.clinical.values import Exposure, Marker, Therapy, Tumour
from names.recognise import recognise
from names.tables.other_drugs import other_drugs

COMPARES = re.compile(
    r"\bcompar(?:e|ed|es|ing|ison|isons)\b|\b(?:vs\b\.?|versus)|\bdifferences?\b|\bdiffer\b"
    r"|\bwhich (?:one |drug |of (?:them|these|the two) )?(?:is|are|would|should|to)\b"
    r"|\b(?:better|preferable|pros and cons|head[- ]to[- ]head)\b|\bwhich\W{0,3}(?:$|[,?;])",
    re.IGNORECASE,
)
"""How treatments that a question names are held against each other."""
_ALTERNATIVES = re.compile(r"(?:\s|,|\bor\b){1,5}", re.IGNORECASE)
"""Between drugs of which one is to be chosen."""
CHOICE = "for whom each is"
"""What the choice itself is on, beside what stands against each."""
TOGETHER = "side by side"
MOST = 3
"""Drugs that are held against each other by aspects. Chosen by hand: more make no answer."""
UNSAID = frozenset(("therapy", "general", "definition", "interaction"))
"""Kinds of a comparison that says nothing of what is compared."""
OF_PATIENT = frozenset(("adverse", "interaction", "dose"))
"""Kinds that a fact of the patient makes of a comparison."""
ASPECTS: Sequence[tuple[QuestionKind, str]] = (
    ("therapy", "What is {drug} indicated for?"),
    ("adverse", "What are the main side effects of {drug}?"),
)
"""What each of the drugs is told by: the kind of question, and the question."""


def compared_by_aspects(asked: SubQuestion, sheet: FactSheet) -> list[SubQuestion]:
    """A comparison of treatments that names no patient and no aspect as questions on each of them;
    empty for others."""
    drugs = _treatments(asked, sheet)
    if not 1 < len(drugs) <= MOST or asked.kind not in UNSAID or asked.about or asked.partners:
        return []
    if not COMPARES.search(asked.text) or _disease_is_told(asked, sheet) or sheet.of(Exposure):
        return []
    if kinds()["interaction"].asked_by.search(
        words_outside_names(asked.text, recognise(asked.text))
    ):
        return []
    plain = replace(asked, topics=frozenset(), said=frozenset(), together=False, lacks_drug=False)
    return [
        replace(_of_kind(plain, "trial_result"), together=True, compared=False, focus=TOGETHER),
        *(
            replace(
                _of_kind(plain, kind),
                text=text.format(drug=drug),
                drugs=frozenset((drug,)),
                compared=False,
            )
            for kind, text in ASPECTS
            for drug in drugs
        ),
    ]


def with_choice(
    asked: SubQuestion, parts: Sequence[SubQuestion], sheet: FactSheet
) -> list[SubQuestion]:
    """The parts of a choice between treatments of which a fact of the patient made questions on
    each of them, with the choice itself before them: whether each is for this patient at all."""
    drugs = _treatments(asked, sheet)
    chosen = are_alternatives(asked.text, frozenset(drugs)) and _disease_is_told(asked, sheet)
    if not 1 < len(drugs) <= MOST or not chosen:
        return list(parts)
    of_patient = all(part.kind in OF_PATIENT and (part.about or part.partners) for part in parts)
    if asked.trials or not of_patient or asked.kind not in OF_PATIENT | UNSAID:
        return list(parts)
    choice = replace(asked, drugs=frozenset(drugs), about=(), topics=frozenset(), together=False)
    return [replace(_of_kind(choice, "therapy"), compared=True, focus=CHOICE), *parts]


def are_alternatives(text: str, drugs: frozenset[str]) -> bool:
    """Whether the drugs of a text are held against each other, so that each counts for itself."""
    if COMPARES.search(text):
        return True
    named = [m for m in recognise(text).of("drug") if drugs & set(m.names)]
    between = [text[one.end : other.start] for one, other in pairwise(named)]
    return "or" in " ".join(between).lower().split() and all(map(_ALTERNATIVES.fullmatch, between))


def _treatments(asked: SubQuestion, sheet: FactSheet) -> list[str]:
    """The cancer drugs of a comparison that the patient has not had."""
    had = {
        d for t in sheet.of(Therapy) if t.outcome not in ("planned", "not given") for d in t.drugs
    }
    return sorted(d for d in asked.drugs - had if treats(d) and d not in other_drugs())


def _disease_is_told(asked: SubQuestion, sheet: FactSheet) -> bool:
    return bool(asked.tumours or asked.genes or sheet.of(Tumour) or sheet.of(Marker))


def _of_kind(asked: SubQuestion, kind: QuestionKind) -> SubQuestion:
    return replace(asked, kind=kind, answered_by=answering_kinds(kind))
