"""What limits a drug in this patient: a partner's effect, and facts of which the sources speak."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from agents.extractive.answer.selection.excluded_options import (
    is_by_marker,
    is_for_others,
    is_what_is_asked,
)
from agents.extractive.answer.selection.statements import (
    MOST_BESIDE,
    MOST_POINTS,
    Selected,
    speaks_against,
)
from agents.extractive.answer.selection.suitability import (
    condition_of,
    is_cautioned,
    is_indicated,
    is_on_gene,
    offers,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.splitting.limit_questions import told_facts
from agents.facts.sheet import FactSheet
from agents.matching.patient.tumours import EARLY, tumour_names
from agents.matching.premises import (
    effects_named,
    ended_approvals_named,
    ended_in_setting,
    flawed_premises,
)
from agents.matching.scoring import CIRCUMSTANCES
from agents.matching.sub_question import SubQuestion
from agents.turns import DraftSentence, View
from agents.wording.not_found import only_on_limits
from names.clinical.values import Marker, Phenotype, Population, Tumour
from names.recognise import recognise
from names.tables.treatment.approvals import ended_approvals_of

MOST_AGAINST = 2
"""Statements against a drug that are told before its dose. Chosen by hand: a guideline's and the
evidence."""

MEASURED = (Marker, Phenotype, Population)
"""Kinds of fact of which one result is right: two that differ are said before the answer."""


def keep_applicable_limits(selected: Selected) -> Selected:
    """The selection with only those answers that limit the drugs asked about in this patient.

    An answer stays when a fact of the patient meets its condition, or when the question asks about
    a pair of drugs. What was excluded or left undecided is dropped."""
    met = tuple(each for each in selected.answers if _is_met(each, selected))
    return replace(selected, answers=met, excluded=(), also_excluded=(), undecided=())


def _is_met(found: CitedStatement, selected: Selected) -> bool:
    verdicts = found.judgement.verdicts
    agrees = any(v.dimension in CIRCUMSTANCES and v.outcome == "ok" for v in verdicts)
    if found.judgement.statement.kind == "interaction" and len(found.drugs) > 1:
        # What two drugs do together limits neither alone.
        agrees = any(v.dimension == "interaction" and v.outcome == "ok" for v in verdicts)
    own = bool(selected.asked.drugs & frozenset(found.drugs))
    return own and (agrees or bool(selected.asked.partners))


def with_unsuited(
    selected: Selected, looked_up: Selected, held: Sequence[CitedStatement], sheet: FactSheet
) -> Selected:
    """The selection of a question on a dose, with what speaks against the drug before the dose.

    ``looked_up``: the statements on the drug itself; ``held``: all that were found for it. First
    come statements that an approval of the drug ended, and those that speak against it in this
    patient. If no indication fits, one for other patients is given as the reason. If an indication
    depends on a marker of which the result is not fully known, or its drug is of a class that has
    failed, the answer says what it depends on."""
    asked = looked_up.asked
    own = [each for each in looked_up.answers if asked.drugs & frozenset(each.drugs)]
    against = [each for each in own if speaks_against(each, asked)][:MOST_AGAINST]
    ended = [each for each in own if _tells_end(each) and _is_of_place(each, asked)][:MOST_AGAINST]
    answers = tuple(dict.fromkeys((*ended, *against, *selected.answers)))[:MOST_POINTS]
    chosen = replace(selected, answers=answers)
    told = [each for each in own if is_indicated(each) and each not in against]
    failed = told[:1] if answers and told and all(map(is_cautioned, told)) else []
    if any(offers(each) and is_on_gene(each) and each not in against for each in own):
        return replace(chosen, hanging=tuple(failed))
    refused = [
        each
        for each in looked_up.excluded
        if is_what_is_asked(each, asked)
        and each.drugs[0] not in looked_up.fitting
        and is_for_others(each, asked)
    ]
    refused.sort(key=lambda each: not is_by_marker(each))
    chosen = replace(chosen, foreign=_of_other_tumours(looked_up, own))
    known = {each.name for each in sheet.of(Marker)}
    hanging = [each for each in told if _hangs_in_part(each, known)]
    hanging = [*failed, *hanging]
    chosen = replace(chosen, unsuited=tuple(refused[:1]), hanging=tuple(hanging[:1]))
    spoken = hanging or refused or against
    return chosen if spoken else _beside_conditions(chosen, held, asked)


def _beside_conditions(
    selected: Selected, held: Sequence[CitedStatement], asked: SubQuestion
) -> Selected:
    """The dose with the indications in the tumour that is told, where each asks for a marker that
    nobody has stated: a dose alone would say that the tumour is all they ask for. The only one
    stands before it, the first of several behind it."""
    own = (
        e for e in held if is_indicated(e) and e.judgement.answers and is_what_is_asked(e, asked)
    )
    told = list({each.words: each for each in own}.values())
    if not selected.answers or not asked.tumours or not all(map(condition_of, told)):
        return selected
    if len(told) == 1:
        return replace(selected, hanging=tuple(told))
    new = [each for each in told[:MOST_AGAINST] if each not in selected.answers]
    return replace(selected, answers=(*selected.answers, *new)[:MOST_POINTS])


def _of_other_tumours(looked_up: Selected, own: Sequence[CitedStatement]) -> tuple[str, ...]:
    """The tumour that is told, with the drugs that are asked about, where every indication that was
    found is for another tumour and nothing offers the drug in this one. The records at hand are
    not all approvals, so that this refuses nothing."""
    asked = looked_up.asked
    heard = (*looked_up.excluded, *looked_up.near)
    found = [e for e in heard if is_indicated(e) and e.drugs and is_what_is_asked(e, asked)]
    apart = [e for e in found if any(v.dimension == "tumour" for v in e.judgement.contradictions)]
    if not found or len(apart) < len(found) or any(map(_offers_here, own)):
        return ()
    drugs = " or ".join(sorted(asked.drugs))
    return tuple(
        f"{tumour} (no indication of {drugs} at hand is for it)" for tumour in sorted(asked.tumours)
    )


def _offers_here(found: CitedStatement) -> bool:
    """Whether a statement offers its drug in the patient's tumour: an indication, or advice for
    this tumour. Advice on an adverse event under the drug offers it to nobody."""
    on_tumour = any((v.dimension, v.outcome) == ("tumour", "ok") for v in found.judgement.verdicts)
    return offers(found) and (is_indicated(found) or on_tumour)


def with_rule_on_uncertainty(selected: Selected, found: Sequence[CitedStatement]) -> Selected:
    """The selection with what is advised on a variant of uncertain significance before it."""
    rules = [each for each in found if each.judgement.answers and _is_on_uncertainty(each)]
    answers = tuple(dict.fromkeys((*rules[:1], *selected.answers)))[:MOST_POINTS]
    return replace(selected, answers=answers)


def _is_on_uncertainty(found: CitedStatement) -> bool:
    """Whether a statement is for patients with a variant of uncertain significance, and this
    patient has one."""
    rules = found.judgement.statement.applies.requires
    of_unsure = any(each.polarity == "uncertain" for rule in rules for each in rule.any_of)
    met = any((v.dimension, v.outcome) == ("marker", "ok") for v in found.judgement.verdicts)
    return of_unsure and met


def _tells_end(found: CitedStatement) -> bool:
    """Whether a statement says that an approval in the patient's tumour ended."""
    statement = found.judgement.statement
    told = (v for v in found.judgement.verdicts if v.dimension == "tumour")
    ended = statement.kind == "status" and statement.currency != "current"
    return ended and any(v.outcome == "ok" for v in told)


def _is_of_place(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether the approval that ended is for the line or setting that is asked about, as far as the
    table of such approvals tells: what became of the third line is beside maintenance."""
    tumours = asked.tumours or frozenset(found.judgement.statement.applies.tumours)
    known = any(ended_approvals_of(drug, each) for drug in asked.drugs for each in tumours)
    told = (each for each in ended_in_setting(asked.text) if each.drug in asked.drugs)
    return not known or any(e.happened == found.judgement.statement.currency for e in told)


def _hangs_in_part(found: CitedStatement, known: Set[str]) -> bool:
    """Whether an indication depends on one of several markers, and only some results are known:
    "BRCA2 wild type" leaves BRCA1 open."""
    verdicts = found.judgement.verdicts
    return any(v.dimension == "marker" and v.missing and known & set(v.markers) for v in verdicts)


def lacks_dose(selected: Selected) -> bool:
    """Whether a dose was asked for and the answer only says what speaks against the drug."""
    asked = selected.asked
    told = any(each.judgement.statement.kind in asked.answered_by for each in selected.answers)
    return asked.kind == "dose" and not told and not selected.limits


def join_limits(selected: Selected, limited: Selected) -> Selected:
    """The part with the limits that are met; as it was when none is."""
    if not limited.answers:
        return selected
    new = tuple(each for each in limited.answers if each not in selected.answers)
    answers = (*selected.answers, *new)[:MOST_POINTS]
    return replace(selected, answers=answers, limits=(*selected.limits, told_facts(limited.asked)))


def limits_said(selected: Selected) -> str:
    """That the question itself is not answered, and what is said in its place. Its words are not
    repeated: they may hold a name."""
    told = " and ".join(dict.fromkeys(selected.limits))
    return only_on_limits(told)


def partner_effect(selected: Selected, part: int) -> tuple[DraftSentence, ...]:
    """How the partner acts on others, where the statements speak of its class and not of it."""
    words = " ".join(each.words for each in selected.answers).lower()
    unnamed = [drug for drug in sorted(selected.asked.partners) if drug.lower() not in words]
    told = effects_named(" ".join(unnamed)) if words else {}
    return tuple(
        DraftSentence(text=told[drug], role="headline", basis="matching", part=part)
        for drug in unnamed
        if drug in told
    )


def premises_said(view: View) -> list[DraftSentence]:
    """What the question takes for granted and is not so, said first."""
    return [
        DraftSentence(text=said, role="headline", basis="matching")
        for said in flawed_premises(view.question.text)
    ]


def contradictions_said(parsed: ParsedQuestion) -> list[DraftSentence]:
    """What was said of the patient and cannot both hold, where no part is on just one of the two:
    "MSI-high" by one test and "MSS" by another."""
    return [
        DraftSentence(text=each.sentence, role="headline", basis="matching")
        for each in parsed.sheet.contradictions
        if isinstance(each.newer.value, MEASURED)
        if all(
            part.own_sheet is None or each.newer.value in [f.value for f in part.own_sheet.facts]
            for part in parsed.parts
        )
    ]


def ended_approvals_said(parsed: ParsedQuestion, parts: Sequence[Selected]) -> list[DraftSentence]:
    """The approvals asked about that ended, where no statement found says so; also before the dose
    of a drug for which a line or setting is named. Where nobody has told a tumour, those in the
    tumour of the statements that are told."""
    choice = [each for each in parts if each.asked.is_choice]
    named = any(each.asked.drugs or each.asked.classes for each in choice)
    heard = any(
        e.judgement.statement.kind == "status" and e.judgement.statement.currency == "current"
        for p in parts
        for e in (*p.answers, *(p.excluded if p.asked.drugs else ()))
    )
    doses = [each for each in parts if each.asked.kind == "dose" and each.asked.drugs]
    placed = any(each.asked.line or each.asked.settings & OF_APPROVALS for each in doses)
    placed = placed and not any(map(_tells_end, (e for p in doses for e in p.answers)))
    if not (named or placed) or heard:
        return []
    asked = sorted({drug for each in (*choice, *doses) for drug in each.asked.drugs})
    text = parsed.text if recognise(parsed.text).names("drug") else " ".join((parsed.text, *asked))
    return [
        DraftSentence(text=said, role="headline", basis="matching")
        for said in ended_approvals_named(text, _tumours_told(parsed, parts))
    ]


def _tumours_told(parsed: ParsedQuestion, parts: Sequence[Selected]) -> frozenset[str]:
    """The tumours of the thread; where it names none, that of the statements on the drugs that are
    asked about, if all are on one."""
    told = (e for p in parts for e in p.answers if p.asked.drugs & frozenset(e.drugs))
    found = frozenset(name for e in told for name in e.judgement.statement.applies.tumours)
    return tumour_names(parsed.sheet.of(Tumour)) or (found if len(found) == 1 else frozenset())


OF_APPROVALS = EARLY | {"maintenance"}
"""Settings by which the approvals of a drug in one tumour are told apart."""


def beside_options(selected: Selected) -> Selected:
    """What is said of the options' limits: only the first statements, behind the answer."""
    return replace(selected, answers=selected.answers[:MOST_BESIDE], excluded=())
