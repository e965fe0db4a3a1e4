"""Options that facts of the patient speak against: which are named, and what else they rule out."""

from __future__ import annotations

from collections.abc import Sequence, Set

from agents.extractive.answer.selection.fitness import (
    is_class_held_back,
    is_for_other_partner,
    is_of_other_tissue,
    is_unfit_beside,
)
from agents.extractive.answer.selection.place_of_use import OF_PLACE, nearer_reason
from agents.extractive.answer.selection.repetition import (
    is_for_any_tumour,
    is_on_own_tumour,
    is_regimen_asked,
)
from agents.extractive.answer.selection.suitability import (
    is_cautioned,
    is_held_back,
    is_indicated,
    names_an_option,
    speaks_of_time_after,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.dimensions import Dimension
from agents.matching.marker_rules import (
    asks_for_absence,
    has_lower_limit,
    is_on_any_alteration,
    is_on_receptor,
)
from agents.matching.patient.fitness import is_of_fitness
from agents.matching.patient.markers import rule_words
from agents.matching.patient.single_gene import is_on_gene_alone
from agents.matching.patient.therapies import OPTIONS
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Verdict
from names.clinical.disease.features import is_feature
from retrieval.statements.model import StatementKind

ABOUT_LIMITS: frozenset[StatementKind] = frozenset(("contraindication", "status", "resistance"))
"""Kinds of statement on the limits of an option, also shown if it is none here."""
OF_REGIMEN: frozenset[Dimension] = frozenset(("line", "setting", "prior therapy"))
"""Conditions of one regimen that need not hold for its drug alone or with another partner. A
regimen for the first line says nothing about its drug in the second line."""
OF_INDICATION: frozenset[Dimension] = OF_REGIMEN | {"marker", "population"}
"""The same for an approval: pembrolizumab alone needs PD-L1, pembrolizumab with others does not."""
ADVICE: frozenset[StatementKind] = frozenset(("recommendation", "result"))


def one_an_option(found: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The clearest statement for each regimen, drugs in the question first."""
    best: dict[tuple[str, ...], CitedStatement] = {}
    ordered = sorted(
        (e for e in found if names_an_option(e) or is_restriction(e) or is_class_held_back(e)),
        key=lambda each: (
            not asked.drugs & frozenset(each.drugs),
            # Options for another setting or line come later: these are no facts of the patient.
            all(v.dimension in OF_PLACE for v in each.judgement.contradictions),
            each.role != "label",
            len(each.judgement.contradictions),
            -sum(verdict.outcome == "ok" for verdict in each.judgement.verdicts),
        ),
    )
    for each in ordered:
        regimen = tuple(sorted(each.drugs)) or each.keys
        best[regimen] = nearer_reason(best.get(regimen, each), each)
    return list(best.values())


def is_restriction(found: CitedStatement) -> bool:
    """Whether a statement says that the approval of one drug in this tumour was narrowed, and only
    a marker of the patient excludes the patient from it."""
    judged = found.judgement
    on_tumour = any(v.dimension == "tumour" and v.outcome == "ok" for v in judged.verdicts)
    by_marker = bool(judged.contradictions) and all(
        v.dimension == "marker" for v in judged.contradictions
    )
    return judged.statement.kind == "status" and len(found.drugs) == 1 and on_tumour and by_marker


def is_overruled(
    found: CitedStatement, excluded: Sequence[CitedStatement], asked: SubQuestion
) -> bool:
    """Whether a statement speaks for an option that the patient's facts rule out. If an indication
    is not for this patient, a result of the same drug does not change that, unless it is on the
    fact that rules the drug out. The drug together with others is another option."""
    if not asked.is_choice or found.judgement.statement.kind in ABOUT_LIMITS:
        return False
    own = frozenset(found.drugs)
    is_option = found.judgement.statement.kind in OPTIONS
    is_label = found.judgement.statement.kind == "indication"
    if is_cautioned(found) and any(
        own & frozenset(each.drugs) and speaks_of_time_after(each) and not is_of_place(each)
        for each in excluded
    ):
        return True
    if any(_is_limited_by(found, each) for each in excluded):
        return True
    against = {
        verdict.dimension
        for each in excluded
        if (set(each.drugs) <= own if is_option else own & frozenset(each.drugs))
        # Advice for some of the approved patients does not overrule the approval.
        if not is_label or each.judgement.statement.kind not in ADVICE
        if not (is_for_any_tumour(each) and is_on_own_tumour(found))
        if not (is_of_other_tissue(each) or (is_label and _is_of_another_use(each, found)))
        for verdict in each.judgement.contradictions
        if not is_for_other_partner(verdict, found, each)
        # An approval for children does not take away the one for adults, nor one in any tumour
        # with a marker that is absent the one with another marker.
        if not (is_label and _is_on_other_people(verdict, each, found))
        if not (is_label and is_for_any_tumour(each) and _is_on_other_marker(verdict, found))
        if own == frozenset(each.drugs)
        or verdict.dimension not in (OF_INDICATION if is_label else OF_REGIMEN)
    }
    spoken = {
        v.dimension
        for v in found.judgement.verdicts
        if v.outcome == "ok"
        # A statement on patients without the alteration is on this patient.
        and not (v.kind == "marker met" and is_on_any_alteration(v))
    }
    if is_on_gene_alone(found.judgement, asked, found.words):
        # What is for a list of genes and not for this one does not silence what is on this one.
        spoken.add("marker")
    if "prior therapy" in spoken:
        # A statement that needs the failed treatment is on the line after it.
        spoken |= {"had before", "line"}
    line = found.judgement.statement.applies.line
    if "line" in spoken and line is not None and line.last == 1:
        # A statement on the first line is on patients who had nothing before.
        spoken.add("prior therapy")
    return bool(against) and not against <= spoken


def _is_on_other_marker(verdict: Verdict, found: CitedStatement) -> bool:
    """Whether an approval is refused by a marker, and another one needs other markers."""
    rules = found.judgement.statement.applies.requires
    needed = {marker.name for rule in rules for marker in rule.any_of}
    return verdict.dimension == "marker" and bool(needed) and needed.isdisjoint(verdict.markers)


def _is_on_other_people(verdict: Verdict, label: CitedStatement, found: CitedStatement) -> bool:
    """Whether a reason is the age, or the people of an approval of another drug of the regimen."""
    apart = label.drugs[:1] != found.drugs[:1] and label.judgement.statement.kind == "indication"
    return verdict.kind == "other age" or (verdict.dimension == "population" and apart)


def _is_of_another_use(label: CitedStatement, found: CitedStatement) -> bool:
    """Whether an approval is for other tumours or another country: its conditions hold there."""
    own, other = label.judgement.statement, found.judgement.statement
    abroad = len({own.jurisdiction, other.jurisdiction} - {""}) > 1
    here, there = {*own.applies.tumours}, {*other.applies.tumours}
    apart = abroad or (here and there and here.isdisjoint(there))
    return bool(apart) and own.kind == "indication" and not is_for_any_tumour(found)


def is_for_marker_elsewhere(found: CitedStatement) -> bool:
    """Whether an approval is for a marker in any solid tumour, at another time of the disease, and
    nobody has told the marker. It does not say when the drug is for just this tumour."""
    on_marker = any(v.dimension == "marker" and v.outcome == "ok" for v in found.judgement.verdicts)
    return is_for_any_tumour(found) and not on_marker and is_of_place(found)


def is_of_place(found: CitedStatement, *, beside: Set[Dimension] = frozenset()) -> bool:
    """Whether the line or setting speaks against an option, and else only ``beside``."""
    against = {v.dimension for v in found.judgement.contradictions}
    return against <= OF_PLACE | beside and not (beside and against <= beside)


def fitting_drugs(
    found: Sequence[CitedStatement], excluded: Sequence[CitedStatement], asked: SubQuestion
) -> frozenset[str]:
    """Lead drugs of the indications that nothing speaks against, and of those that only do not
    speak of a variant of the patient: another indication is no reason against them."""
    indicated = [e for e in found if is_indicated(e) and e.drugs]
    silent = {
        e.drugs[0]
        for e in indicated
        if e.judgement.contradictions
        and all(v.dimension == "variant" for v in e.judgement.contradictions)
        and any(v.dimension == "tumour" and v.outcome == "ok" for v in e.judgement.verdicts)
    }
    return frozenset(silent) | {
        e.drugs[0]
        for e in indicated
        if e.judgement.answers and not is_overruled(e, excluded, asked)
    }


def _is_limited_by(found: CitedStatement, label: CitedStatement) -> bool:
    """Whether the label of exactly these drugs needs a marker that the patient lacks, and advice on
    them does not speak of it: ASCO's "pembrolizumab with trastuzumab", where the label needs CPS >=
    1."""
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
    """Whether the answer should name an option as excluded. ``fitting``: lead drugs of indications
    that nothing speaks against.

    An option that the question names is in scope, unless its drug fits by another indication. So is
    an option for which no source weighs a fact of the patient, and an option for this tumour or a
    marker. An option for another kind of the disease (other receptors), another line or setting is
    not, unless it is approved for just this marker after an earlier line."""
    own = frozenset(found.drugs)
    aside = asked.drugs & own and not is_what_is_asked(found, asked) and not is_barred(found)
    if _is_for_those_without(found) or aside:
        return False
    if (
        is_held_back(found)
        or is_barred(found)
        or (asked.alone and asked.drugs == own)
        or is_regimen_asked(found, asked)
    ):
        return True
    fits = found.drugs[0] in fitting or asked.drugs & own & fitting
    if fits or _only_tells_its_scope(found) or is_for_marker_elsewhere(found):
        return False
    if asked.drugs & own:
        return True
    if any(is_on_receptor(each) for each in found.judgement.contradictions):
        return False
    on_tumour = any(v.dimension == "tumour" and v.outcome == "ok" for v in found.judgement.verdicts)
    by_marker = any(v.dimension == "marker" for v in found.judgement.contradictions)
    if is_unfit_beside(found):
        return False
    if not on_tumour and not by_marker:
        # Without a tumour or marker a list of excluded options would tell nothing.
        return is_held_back(found)
    if comes_too_early(found):
        return True
    return not any(each.dimension in OF_PLACE for each in found.judgement.contradictions)


def is_barred(found: CitedStatement) -> bool:
    """Whether an option is ruled out by a drug in it that is contraindicated for the patient."""
    return any(each.dimension == "barred" for each in found.judgement.contradictions)


def is_scoped_advice(found: CitedStatement) -> bool:
    """Whether a recommendation is only for other patients. It refuses this one nothing."""
    return _is_for_those_without(found) or _only_tells_its_scope(found)


def _only_tells_its_scope(found: CitedStatement) -> bool:
    """Whether a recommendation for patients without a marker, or with a score in another range, is
    all that speaks against a drug: it does not say that the drug is wrong for others."""
    against = [v for v in found.judgement.contradictions if v.dimension != "safety"]
    scoped = all(_is_for_lack(v) or has_lower_limit(v) for v in against)
    return found.judgement.statement.kind == "recommendation" and bool(against) and scoped


def _is_for_lack(verdict: Verdict) -> bool:
    """Whether what speaks against a statement is that it is for those without a marker."""
    return verdict.kind == "marker excluded" or asks_for_absence(verdict)


def comes_too_early(found: CitedStatement) -> bool:
    """Whether an approval is for just this tumour and marker, and only comes too early: "sotorasib
    holds for the second line or later; here: first line". One for the first line is not refused."""
    judged, line = found.judgement, found.judgement.statement.applies.line
    fits = {v.dimension for v in judged.verdicts if v.outcome == "ok"}
    of_line = all(each.dimension == "line" for each in judged.contradictions)
    early = of_line and line is not None and line.first > 1
    return judged.statement.kind == "indication" and early and {"tumour", "marker"} <= fits


def other_reasons(
    found: Sequence[CitedStatement], told: Sequence[CitedStatement]
) -> list[CitedStatement]:
    """Further indications of the excluded drugs in the same tumour, which need other markers that
    the patient lacks. Without them only half of the reason would be said."""
    kept: list[CitedStatement] = []
    for each in found:
        same = [e for e in (*told, *kept) if e.drugs == each.drugs]
        again = any(_first_need(each) == _first_need(e) for e in same)
        if not same or again or not is_by_marker(each):
            continue
        kept.append(each)
    return kept


def _first_need(found: CitedStatement) -> tuple[str, object]:
    """What speaks first against an option: the kind of the reason, with the rule on markers or, for
    other reasons, the words."""
    first = next((each for each in found.judgement.contradictions if each.reason), None)
    if first is None:
        return "", ""
    kind = "marker needed" if first.kind == "marker uncertain" else first.kind
    return kind, rule_words(first.rule) if first.rule else first.reason


def is_by_marker(found: CitedStatement) -> bool:
    """Whether only the patient's markers rule out an indication in the patient's tumour. A rule on
    a marker that leaves out just this tumour counts, too."""
    judgement = found.judgement
    left_out = [v for v in judgement.contradictions if v.kind == "tumour left out"]
    against = all(v.dimension == "marker" or v in left_out for v in judgement.contradictions)
    on_tumour = left_out or any(
        v.dimension == "tumour" and v.outcome == "ok" for v in judgement.verdicts
    )
    return against and bool(on_tumour) and judgement.statement.kind == "indication"


def is_indicated_for_others(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an indication in the patient's tumour, or in any if none is told, is for other
    patients."""
    told = (v for v in found.judgement.verdicts if v.dimension == "tumour")
    on_tumour = not asked.tumours or any(v.outcome == "ok" for v in told)
    indicated = found.judgement.statement.kind == "indication"
    beside = is_for_marker_elsewhere(found)
    return is_by_marker(found) or (indicated and on_tumour and not beside)


def is_what_is_asked(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether the question names the lead drug of an option, or all its drugs. A reason against
    tucatinib with capecitabine is no reason against capecitabine."""
    own = frozenset(found.drugs)
    return bool(asked.drugs & own) and (found.drugs[0] in asked.drugs or own <= asked.drugs)


def _is_for_those_without(found: CitedStatement) -> bool:
    """Whether a recommendation is for patients without a marker that this patient has, or with the
    tumour on the other side. It says nothing about this patient."""
    rules = found.judgement.statement.applies.conditions
    against = [v for v in found.judgement.contradictions if v.dimension != "safety"]
    of_feature = all(is_feature(rule.name) for rule in rules if not is_of_fitness(rule))
    lacking = all((v.dimension == "condition" and of_feature) or _is_for_lack(v) for v in against)
    return found.judgement.statement.kind == "recommendation" and bool(against) and lacking
