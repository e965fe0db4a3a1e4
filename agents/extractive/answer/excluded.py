"""Options that facts of the patient speak against: which are worth naming, and what else they
speak against."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.answer.repetition import is_for_any_tumour, is_on_own_tumour
from agents.extractive.answer.weighing import (
    is_cautioned,
    is_held_back,
    is_of_receptor,
    names_an_option,
    speaks_of_time_after,
)
from agents.extractive.evidence.collected import Evidence
from agents.matching.asked import Asked
from agents.matching.therapies import OPTIONS
from agents.matching.verdicts import Dimension
from names.clinical.disease.features import OPPOSITES
from retrieval.statements.model import StatementKind

ABOUT_LIMITS: frozenset[StatementKind] = frozenset(("contraindication", "status", "resistance"))
"""Kinds that tell where an option ends; they are worth hearing when it is none."""
OF_REGIMEN: frozenset[Dimension] = frozenset(("line", "setting", "prior therapy"))
"""What one regimen asks for and the drug alone, or with another partner, does not: that a
combination is for the first line says nothing of the drug in the second."""
OF_INDICATION: frozenset[Dimension] = OF_REGIMEN | {"marker", "population"}
"""The same of what an approval asks for: pembrolizumab alone needs PD-L1, with others none."""
ADVICE: frozenset[StatementKind] = frozenset(("recommendation", "result"))
LEFT_OUT = "not in "
"""How the reason begins of what leaves a tumour out, beside what is only for others."""
OF_PLACE: frozenset[Dimension] = frozenset(("line", "setting"))
"""What tells that an option belongs to another time of the disease."""


def one_an_option(found: Sequence[Evidence], asked: Asked) -> list[Evidence]:
    """The clearest statement for each regimen: of what is asked about first, then with the
    fewest things against it."""
    best: dict[tuple[str, ...], Evidence] = {}
    ordered = sorted(
        (each for each in found if names_an_option(each)),
        key=lambda each: (
            not asked.drugs & frozenset(each.drugs),
            # Another setting or line is no fact of the patient.
            all(v.dimension in OF_PLACE for v in each.judgement.contradictions),
            each.role != "label",
            len(each.judgement.contradictions),
            -sum(verdict.outcome == "ok" for verdict in each.judgement.verdicts),
        ),
    )
    for each in ordered:
        best.setdefault(tuple(sorted(each.drugs)), each)
    return list(best.values())


def overruled(found: Evidence, excluded: Sequence[Evidence], asked: Asked) -> bool:
    """Whether an option that the patient's facts speak against is praised here in general words:
    where an indication is not for the patient, a result of the same drug that says nothing of
    what speaks against it is none either. An option of other drugs besides is another option."""
    if not asked.is_choice or found.judgement.statement.kind in ABOUT_LIMITS:
        return False
    own = frozenset(found.drugs)
    is_option = found.judgement.statement.kind in OPTIONS
    is_label = found.judgement.statement.kind == "indication"
    if is_cautioned(found) and any(
        own & frozenset(each.drugs) and speaks_of_time_after(each) for each in excluded
    ):
        return True
    if any(_is_limited_by(found, each) for each in excluded):
        return True
    against = {
        verdict.dimension
        for each in excluded
        if (set(each.drugs) <= own if is_option else own & frozenset(each.drugs))
        # An approval stands beside advice for some of the patients that it is for.
        if not is_label or each.judgement.statement.kind not in ADVICE
        if not (is_for_any_tumour(each) and is_on_own_tumour(found))
        for verdict in each.judgement.contradictions
        if own == frozenset(each.drugs)
        or verdict.dimension not in (OF_INDICATION if is_label else OF_REGIMEN)
    }
    spoken = {
        v.dimension
        for v in found.judgement.verdicts
        if v.outcome == "ok" and not v.reason.endswith("alteration")
    }
    if "prior therapy" in spoken:
        # What asks for the treatment that has failed is on the line after it.
        spoken |= {"had before", "line"}
    return bool(against) and not against <= spoken


def _is_limited_by(found: Evidence, label: Evidence) -> bool:
    """Whether the approval of exactly these drugs, for the same time of the disease, asks for a
    marker that the patient has not, of which advice on them is silent: ASCO's "pembrolizumab with
    trastuzumab" where the label asks for a CPS of at least 1."""
    judged = label.judgement
    same = frozenset(found.drugs) == frozenset(label.drugs)
    if not same or judged.statement.kind != "indication" or found is label:
        return False
    if any(each.dimension != "marker" for each in judged.contradictions):
        return False
    spoken = {name for v in found.judgement.verdicts for name in v.markers}
    return any(spoken.isdisjoint(each.markers) for each in judged.contradictions if each.markers)


def in_scope(found: Evidence, asked: Asked, fitting: frozenset[str]) -> bool:
    """Whether it is worth saying that an option is none. ``fitting``: lead drugs of all indications
    that nothing speaks against.

    What is asked for by name is, unless the drug fits otherwise, and so is what a fact of the
    patient weighs against. Of the rest what was had before, and what needs an altered gene that is
    known not to be there; a drug for another kind of the disease (HER2-positive, hormone
    receptor-positive), setting or line is not what was asked for."""
    own = frozenset(found.drugs)
    if _is_for_those_without(found) or (asked.drugs & own and not is_what_is_asked(found, asked)):
        return False
    if is_held_back(found) or ((len(own) > 1 or asked.alone) and asked.drugs == own):
        return True
    if found.drugs[0] in fitting or asked.drugs & own & fitting:
        return False
    if asked.drugs & own:
        return True
    if any(is_of_receptor(each) for each in found.judgement.contradictions):
        return False
    on_tumour = any(v.dimension == "tumour" and v.outcome == "ok" for v in found.judgement.verdicts)
    by_marker = any(v.dimension == "marker" for v in found.judgement.contradictions)
    if not on_tumour and not by_marker:
        # Of whom neither tumour nor marker is known no list of what is none says anything.
        return is_held_back(found)
    return not any(each.dimension in OF_PLACE for each in found.judgement.contradictions)


def other_reasons(found: Sequence[Evidence], told: Sequence[Evidence]) -> list[Evidence]:
    """The other indications of what is told as none, in the same tumour, which ask for other
    markers that the patient has not: without them the reason would be half of it."""
    kept: list[Evidence] = []
    for each in found:
        same = [e for e in (*told, *kept) if e.drugs == each.drugs]
        need = each.judgement.reason.partition(";")[0]
        again = any(e.judgement.reason.startswith(need) for e in same)
        if not same or again or not is_by_marker(each):
            continue
        kept.append(each)
    return kept


def is_by_marker(found: Evidence) -> bool:
    """Whether an indication in the patient's tumour is none for its markers alone; also one of a
    marker that leaves just this tumour out."""
    judgement = found.judgement
    left_out = [v for v in judgement.contradictions if v.reason.startswith(LEFT_OUT)]
    against = all(v.dimension == "marker" or v in left_out for v in judgement.contradictions)
    on_tumour = left_out or any(
        v.dimension == "tumour" and v.outcome == "ok" for v in judgement.verdicts
    )
    return against and bool(on_tumour) and judgement.statement.kind == "indication"


def is_what_is_asked(found: Evidence, asked: Asked) -> bool:
    """Whether an option is one of a drug that is asked about: its lead drug is, or all of it. What
    speaks against tucatinib with capecitabine says nothing of capecitabine."""
    own = frozenset(found.drugs)
    return bool(asked.drugs & own) and (found.drugs[0] in asked.drugs or own <= asked.drugs)


def _is_for_those_without(found: Evidence) -> bool:
    """Whether it is a recommendation for who lacks a marker, which the patient has, or whose tumour
    is on the other side: that it is one for them says nothing of others."""
    rules = found.judgement.statement.applies.conditions
    of_feature = all(rule.name in OPPOSITES for rule in rules)
    lacking = all(
        (v.dimension == "condition" and of_feature)
        or (v.dimension == "marker" and v.reason.startswith("needs no "))
        for v in found.judgement.contradictions
    )
    return found.judgement.statement.kind == "recommendation" and lacking
