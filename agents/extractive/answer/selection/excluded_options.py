"""Options that facts of the patient speak against: which are worth naming, and what else they
speak against."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.answer.selection.repetition import is_for_any_tumour, is_on_own_tumour
from agents.extractive.answer.selection.suitability import (
    is_cautioned,
    is_conditional,
    is_held_back,
    is_of_receptor,
    is_on_gene,
    names_an_option,
    names_condition,
    offers,
    passes_over_variant,
    speaks_of_time_after,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.patient.single_gene import is_on_gene_alone
from agents.matching.patient.therapies import OPTIONS
from agents.matching.patient.unread_markers import asks_for
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Dimension
from names.clinical.disease.features import is_feature
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


def one_an_option(found: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The clearest statement for each regimen: of what is asked about first, then with the
    fewest things against it."""
    best: dict[tuple[str, ...], CitedStatement] = {}
    ordered = sorted(
        (each for each in found if names_an_option(each) or is_restriction(each)),
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


def is_restriction(found: CitedStatement) -> bool:
    """Whether it says to whom the approval of one drug in this tumour was narrowed, and a marker of
    the patient is just what keeps it from them."""
    judged = found.judgement
    on_tumour = any(v.dimension == "tumour" and v.outcome == "ok" for v in judged.verdicts)
    by_marker = bool(judged.contradictions) and all(
        v.dimension == "marker" for v in judged.contradictions
    )
    return judged.statement.kind == "status" and len(found.drugs) == 1 and on_tumour and by_marker


def is_overruled(
    found: CitedStatement, excluded: Sequence[CitedStatement], asked: SubQuestion
) -> bool:
    """Whether an option is praised in general words although the patient's facts rule it out. If an
    indication is not for this patient, a result of the same drug makes it no option, unless it
    speaks of what rules it out. The drug together with others is another option."""
    if not asked.is_choice or found.judgement.statement.kind in ABOUT_LIMITS:
        return False
    own = frozenset(found.drugs)
    is_option = found.judgement.statement.kind in OPTIONS
    is_label = found.judgement.statement.kind == "indication"
    if is_cautioned(found) and any(
        own & frozenset(each.drugs) and speaks_of_time_after(each) and not _is_of_place(each)
        for each in excluded
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
        if not (is_label and _is_of_another_tumour(each, found))
        for verdict in each.judgement.contradictions
        if own == frozenset(each.drugs)
        or verdict.dimension not in (OF_INDICATION if is_label else OF_REGIMEN)
    }
    spoken = {
        v.dimension
        for v in found.judgement.verdicts
        if v.outcome == "ok"
        # Who speaks of those without an alteration speaks of this patient.
        and (v.reason.startswith("no ") or not v.reason.endswith("alteration"))
    }
    if "prior therapy" in spoken:
        # What asks for the treatment that has failed is on the line after it.
        spoken |= {"had before", "line"}
    return bool(against) and not against <= spoken


def _is_of_another_tumour(label: CitedStatement, found: CitedStatement) -> bool:
    """Whether an approval is for tumours that another is not for: what it asks for, it asks for in
    these. Against what is for any tumour an approval for the patient's own counts."""
    own, other = (set(each.judgement.statement.applies.tumours) for each in (label, found))
    is_label = label.judgement.statement.kind == "indication" and not is_for_any_tumour(found)
    return is_label and bool(own) and bool(other) and own.isdisjoint(other)


def _is_of_place(found: CitedStatement) -> bool:
    """Whether only the line or setting speaks against an option: advice for the second line leaves
    the third open."""
    return all(v.dimension in OF_PLACE for v in found.judgement.contradictions)


def refused_in_other_setting(
    answers: Sequence[CitedStatement], excluded: Sequence[CitedStatement], asked: SubQuestion
) -> tuple[CitedStatement, ...]:
    """The approvals of the drugs asked about that a marker of the patient speaks against, where all
    that is offered of the drug is for other settings and nobody has told the setting."""
    found = []
    for each in excluded:
        labels = [
            e
            for e in answers
            if e.drugs[:1] == each.drugs[:1] and e.judgement.statement.kind == "indication"
        ]
        is_own = each.judgement.statement.kind == "indication" and is_what_is_asked(each, asked)
        if labels and is_own and is_by_marker(each) and all(_is_beside(e, each) for e in labels):
            found.append(each)
    return tuple(found) if asked.is_choice and asked.drugs else ()


def _is_beside(found: CitedStatement, other: CitedStatement) -> bool:
    """Whether an approval is for settings that another is not for, and the setting is open."""
    own, its = (set(each.judgement.statement.applies.settings) for each in (found, other))
    is_open = any(v.dimension == "setting" and v.missing for v in found.judgement.verdicts)
    return is_open and bool(own) and bool(its) and own.isdisjoint(its)


def fitting_drugs(
    found: Sequence[CitedStatement], excluded: Sequence[CitedStatement], asked: SubQuestion
) -> frozenset[str]:
    """Lead drugs of the indications that nothing speaks against."""
    return frozenset(
        e.drugs[0]
        for e in found
        if e.judgement.answers
        and e.judgement.statement.kind == "indication"
        and e.drugs
        and not is_overruled(e, excluded, asked)
    )


def _is_limited_by(found: CitedStatement, label: CitedStatement) -> bool:
    """Whether the approval of exactly these drugs, for the same time of the disease, asks for a
    marker that the patient has not, of which advice on them is silent: ASCO's "pembrolizumab with
    trastuzumab" where the label asks for a CPS of at least 1."""
    judged = label.judgement
    same = frozenset(found.drugs) == frozenset(label.drugs)
    if not same or judged.statement.kind != "indication" or found is label:
        return False
    if found.judgement.statement.kind == "indication":
        # Another approval has conditions of its own.
        return False
    if any(each.dimension != "marker" for each in judged.contradictions):
        return False
    spoken = {name for v in found.judgement.verdicts for name in v.markers}
    return any(spoken.isdisjoint(each.markers) for each in judged.contradictions if each.markers)


def in_scope(found: CitedStatement, asked: SubQuestion, fitting: frozenset[str]) -> bool:
    """Whether the answer should name an option as excluded. ``fitting``: lead drugs of all
    indications that nothing speaks against.

    An option that the question names is in scope, unless its drug fits otherwise. So is one that a
    fact of the patient speaks against, one that the patient has had, and one for an altered gene
    that is known to be absent. A drug for another kind of the disease (HER2-positive, hormone
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


def other_reasons(
    found: Sequence[CitedStatement], told: Sequence[CitedStatement]
) -> list[CitedStatement]:
    """Further indications of the excluded drugs in the same tumour, which need other markers that
    the patient lacks. Without them only half of the reason would be said."""
    kept: list[CitedStatement] = []
    for each in found:
        same = [e for e in (*told, *kept) if e.drugs == each.drugs]
        need = each.judgement.reason.partition(";")[0]
        again = any(e.judgement.reason.startswith(need) for e in same)
        if not same or again or not is_by_marker(each):
            continue
        kept.append(each)
    return kept


def is_by_marker(found: CitedStatement) -> bool:
    """Whether only the patient's markers rule out an indication in the patient's tumour. A rule on
    a marker that leaves out just this tumour counts, too."""
    judgement = found.judgement
    left_out = [v for v in judgement.contradictions if v.reason.startswith(LEFT_OUT)]
    against = all(v.dimension == "marker" or v in left_out for v in judgement.contradictions)
    on_tumour = left_out or any(
        v.dimension == "tumour" and v.outcome == "ok" for v in judgement.verdicts
    )
    return against and bool(on_tumour) and judgement.statement.kind == "indication"


def is_for_others(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an indication in the patient's tumour is for other patients. Where nobody has told a
    tumour, an indication in any tumour counts."""
    told = (v for v in found.judgement.verdicts if v.dimension == "tumour")
    on_tumour = not asked.tumours or any(v.outcome == "ok" for v in told)
    indicated = found.judgement.statement.kind == "indication"
    return is_by_marker(found) or (indicated and on_tumour)


def is_what_is_asked(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an option is one of a drug that is asked about: its lead drug is, or all of it. What
    speaks against tucatinib with capecitabine says nothing of capecitabine."""
    own = frozenset(found.drugs)
    return bool(asked.drugs & own) and (found.drugs[0] in asked.drugs or own <= asked.drugs)


def _is_for_those_without(found: CitedStatement) -> bool:
    """Whether it is a recommendation for who lacks a marker, which the patient has, or whose tumour
    is on the other side: that it is one for them says nothing of others."""
    rules = found.judgement.statement.applies.conditions
    of_feature = all(is_feature(rule.name) for rule in rules)
    lacking = all(
        (v.dimension == "condition" and of_feature)
        or (v.dimension == "marker" and v.reason.startswith("needs no "))
        for v in found.judgement.contradictions
    )
    return found.judgement.statement.kind == "recommendation" and lacking


MOST_OPEN = 3
"""Options with an open marker that are told where there are no others. Chosen by hand."""


def open_options(
    found: Sequence[CitedStatement], excluded: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """Where nothing else answers a choice: what is indicated for this tumour with a marker that
    nobody has stated, where the question names the marker ("BRCA unknown") or the drug. Of a driver
    named in words that were not understood only what is for it."""
    if not asked.is_choice:
        return []
    fitting = [e for e in found if e.judgement.is_open and not is_overruled(e, excluded, asked)]
    fitting = [e for e in fitting if not says_nothing_of_variant(e, found)]
    for_open = [e for e in fitting if asks_for(e.judgement.statement, asked.open_markers)]
    if for_open:
        return list({each.drugs: each for each in reversed(for_open)}.values())[::-1][:MOST_OPEN]
    named = [e for e in fitting if names_condition(e, asked) or asked.drugs & set(e.drugs[:1])]
    return named[:MOST_OPEN]


def says_nothing_of_variant(option: CitedStatement, found: Sequence[CitedStatement]) -> bool:
    """Whether an option passes over a variant of the patient; where it asks only for a protein
    ("KIT-positive"), not where a result of its drugs in the patient's alteration was found."""
    rules = option.judgement.statement.applies.requires
    by_protein = all(marker.state == "positive" for rule in rules for marker in rule.any_of)
    return passes_over_variant(option, found) and not any(
        each.drugs == option.drugs and _is_result(each) and is_on_gene(each)
        for each in found
        if by_protein and each.judgement.answers
    )


def is_answered_caution(found: CitedStatement, others: Sequence[CitedStatement]) -> bool:
    """Whether another statement offers the drug for just the time after what has failed, and not
    only for the time after something else that was had."""
    return any(
        offers(each)
        and each.drugs[:1] == found.drugs[:1]
        and speaks_of_time_after(each)
        and not is_cautioned(each)
        for each in others
    )


def unconditional(answers: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The answers that depend on no missing fact. Results of a drug are left out if all its options
    depend on one: what was found after endocrine therapy speaks for no first line. An exception for
    one gene that is asked about depends on nothing."""
    hanging = [e for e in answers if _hangs(e, asked)]
    plain = [e for e in answers if e not in hanging]
    offered = {drug for e in plain if offers(e) for drug in e.drugs[:1]}
    if any(offers(e) and _is_of_nobody(e, asked) for e in hanging) and not offered & asked.drugs:
        # Who asks for whom a drug is has told of no patient, whose markers could be open.
        return []
    later = {drug for e in hanging if offers(e) for drug in e.drugs[:1]} - offered - asked.drugs
    kept = [e for e in plain if not (_is_result(e) and later & {*e.drugs[:1]}) or _is_in_line(e)]
    # Results alone keep no option back: it is heard with its condition before it.
    return [] if later and all(map(_is_result, kept)) else kept


def _is_of_nobody(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether it is on a drug that is asked about, and not even the tumour is told."""
    untold = any(v.dimension == "tumour" and v.missing for v in found.judgement.verdicts)
    return untold and bool(asked.drugs & frozenset(found.drugs[:1]))


def _is_in_line(found: CitedStatement) -> bool:
    """Whether it is on just the line that is asked for."""
    return any((v.dimension, v.outcome) == ("line", "ok") for v in found.judgement.verdicts)


def _is_result(found: CitedStatement) -> bool:
    return found.judgement.statement.kind == "result"


def _hangs(found: CitedStatement, asked: SubQuestion) -> bool:
    alone = is_on_gene_alone(found.judgement.statement, asked)
    return is_conditional(found, asked) and not alone
