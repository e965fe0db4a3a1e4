"""Questions that compare treatments: the same is told of each treatment.

The answer says that one is better only if a source says so. First come results that compare them,
then the indications of each, then the reasons against each, in this patient or in general."""

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
"""Words by which a question compares treatments."""
_ALTERNATIVES = re.compile(r"(?:\s|,|\bwith or without\b|\bor\b){1,5}", re.IGNORECASE)
"""Words between drugs of which one is to be chosen, or whether the second is to be added."""
_DOSE_BEHIND = re.compile(
    r"(?i)\s?[,;:–-]\s?(?:and |at |in )?(?:which |what |the )?(?:start(?:ing)? |usual |daily )?"
    r"(?:dos(?:e|es|ing|age)|how much|how many mg)\b[^,;?]{0,30}\??\s?"
)
"""What stands behind two drugs if their doses are asked beside the choice: "X or Y, dose?"."""
_OF_REGIMENS = re.compile(r"(?:\s|[,/+&–-]|\b(?:or|plus|with|and)\b){1,6}", re.IGNORECASE)
"""Words and signs between drugs of which some are given together: "A/B or C + D"."""
CHOICE = "for whom each is"
"""The focus of the part on the choice itself, beside the parts on what limits each drug."""
TOGETHER = "side by side"
MOST = 3
"""Most drugs that are compared aspect by aspect. Chosen by hand: for more an answer has no room."""
UNSAID = frozenset(("therapy", "general", "definition", "interaction"))
"""Kinds that a comparison has if it does not say in which respect the drugs are compared."""
OF_PATIENT = frozenset(("adverse", "interaction", "dose"))
"""Kinds that a comparison gets because of a fact of the patient."""
ASPECTS: Sequence[tuple[QuestionKind, str]] = (
    ("therapy", "What is {drug} indicated for?"),
    ("adverse", "What are the main side effects of {drug}?"),
)
"""What is told of each drug: the kind of question and its words."""


def compared_by_aspects(asked: SubQuestion, sheet: FactSheet) -> list[SubQuestion]:
    """A comparison of treatments as several questions: one on all of them side by side, and two on
    each drug. Empty if it is no comparison, or if a disease, a marker or another drug of the
    patient is told."""
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
    """The parts, with a part on the choice itself before them: for whom each drug is. It is added
    if a question on a choice was split into parts on a fact of the patient, or asks for the doses
    of both drugs behind them."""
    drugs = _treatments(asked, sheet)
    chosen = are_alternatives(asked.text, frozenset(drugs)) and _disease_is_told(asked, sheet)
    if not 1 < len(drugs) <= MOST or not chosen:
        return list(parts)
    beside = _asks_doses_beside(asked.text, frozenset(drugs))
    of_patient = all(
        part.kind in OF_PATIENT and (part.about or part.partners or beside) for part in parts
    )
    if asked.trials or not of_patient or asked.kind not in OF_PATIENT | UNSAID:
        return list(parts)
    choice = replace(asked, drugs=frozenset(drugs), about=(), topics=frozenset(), together=False)
    return [replace(_of_kind(choice, "therapy"), compared=True, focus=CHOICE), *parts]


def _asks_doses_beside(text: str, drugs: frozenset[str]) -> bool:
    """Whether the words behind the last of these drugs ask for their doses."""
    ends = [m.end for m in recognise(text).of("drug") if drugs & set(m.names)]
    return bool(ends) and _DOSE_BEHIND.fullmatch(text, max(ends)) is not None


def are_alternatives(text: str, drugs: frozenset[str]) -> bool:
    """Whether the drugs of a text are compared or offered as alternatives, and not given
    together."""
    if COMPARES.search(text):
        return True
    named = [m for m in recognise(text).of("drug") if drugs & set(m.names)]
    between = [text[one.end : other.start] for one, other in pairwise(named)]
    return "or" in " ".join(between).lower().split() and all(map(_ALTERNATIVES.fullmatch, between))


_OR = re.compile(r"(?i)\s?,?\s(?:or|vs\.?|versus)\s")


def unread_options(text: str) -> frozenset[str]:
    """Drugs that no table has, and that stand as an alternative beside a cancer drug:
    "pembrolizumab or tisotumab?". They are no partners of it."""
    named = recognise(text).of("drug", "unknown_drug")
    return frozenset(
        name
        for one, other in pairwise(named)
        if _OR.fullmatch(text[one.end : other.start])
        and any(map(treats, (*one.names, *other.names)))
        for each in (one, other)
        if each.kind == "unknown_drug"
        for name in each.names
    )


_OR_UNREAD = re.compile(
    r"(?i),?\s(?:or|vs\.?|versus)\s(?:\w{2,12}[/+-]\w{2,12}"
    r"|(?!not\b|both\b|none\b|neither\b|else\b|wait|stop|hold|continu|what\b|just\b)[a-z]{4,20})"
    r"\W{0,3}$"
)
"""A regimen in short form, or one word, behind the last drug that is read."""


def are_compared(text: str, drugs: frozenset[str]) -> bool:
    """Whether drugs or regimens are alternatives of each other: "atezo/bev or lenvatinib". The last
    one may be a short form that is not read: "ven/aza or ivo/aza?"."""
    named = [m for m in recognise(text).of("drug") if drugs & set(m.names)]
    between = [text[one.end : other.start] for one, other in pairwise(named)]
    either = any("or" in each.lower().split() for each in between)
    either = either or bool(named and _OR_UNREAD.match(text[named[-1].end :]))
    return are_alternatives(text, drugs) or (either and all(map(_OF_REGIMENS.fullmatch, between)))


def _treatments(asked: SubQuestion, sheet: FactSheet) -> list[str]:
    """The cancer drugs of a comparison, without those that the patient has had, sorted by name."""
    had = {
        d for t in sheet.of(Therapy) if t.outcome not in ("planned", "not given") for d in t.drugs
    }
    return sorted(d for d in asked.drugs - had if treats(d) and d not in other_drugs())


def _disease_is_told(asked: SubQuestion, sheet: FactSheet) -> bool:
    return bool(asked.tumours or asked.genes or sheet.of(Tumour) or sheet.of(Marker))


def _of_kind(asked: SubQuestion, kind: QuestionKind) -> SubQuestion:
    return replace(asked, kind=kind, answered_by=answering_kinds(kind))
