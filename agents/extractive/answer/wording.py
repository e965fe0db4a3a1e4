"""The sentences that the program itself says: why a drug is no option, and what the sources cover
instead. Each sentence rests on the comparison of a statement with the patient's facts. The check
makes this comparison again."""

from __future__ import annotations

from itertools import filterfalse, islice

from agents.extractive.answer.selection.choice.option_names import (
    name_apart,
    option_name,
    with_alone,
)
from agents.extractive.answer.selection.choice.refused_approvals import is_for_subgroup
from agents.extractive.answer.selection.conditional import compares_drugs
from agents.extractive.answer.selection.excluded_options import (
    comes_too_early,
    in_scope,
    is_for_marker_elsewhere,
    is_of_place,
    is_scoped_advice,
    is_what_is_asked,
)
from agents.extractive.answer.selection.fitness import (
    class_partners,
    is_by_fitness,
    is_class_held_back,
    is_of_other_tissue,
    is_to_be_checked,
)
from agents.extractive.answer.selection.place_of_use import is_answered_caution
from agents.extractive.answer.selection.repetition import is_regimen_asked, regimens_out
from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.answer.selection.suitability import (
    advises_against,
    caution_of,
    is_held_back,
    is_on_gene,
    offers,
    open_condition,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.permission import says_permission
from agents.extractive.question.subjects import drugs_to_come
from agents.extractive.question.topics import stems
from agents.matching.patient.therapies import options_of
from agents.matching.premises import wrong_routes
from agents.matching.safety.progression import is_without_progression
from agents.matching.sub_question import SubQuestion
from agents.turns import DraftSentence, ExcludedOption, MissingFact
from agents.wording.answer_labels import UNTIL_CHECKED
from agents.wording.not_found import told_of_other_route
from names.clinical.treatment.lines import RELAPSE

MOST_EXCLUDED = 3
MOST_LISTED = 5
"""Options that are listed as not for this patient. Chosen by hand: a longer list is hardly read."""
MOST_MISSING = 4
MOST_OPENED = 4
"""Options that are listed behind one missing fact. Chosen by hand."""
FINDINGS = frozenset(("result", "design", "eligibility"))
"""Kinds of statement on what a trial found. They offer nothing."""
MOST_UNDECIDED = 2
"""Missing facts that are named because they could open further options. Chosen by hand."""


def excluded_options(selected: PartHits) -> tuple[ExcludedOption, ...]:
    """The options that are not for this patient, with reasons. Options for which no source weighs a
    fact of the patient come first, then options that the question names."""
    told = (
        each
        for each in sorted(selected.excluded, key=lambda each: _rank(each, selected))
        if _is_refused(each, selected.asked) and _is_listed(each, selected)
    )
    found = (
        ExcludedOption(
            option=name_apart(e, selected.answers),
            reason=_reasons(e, selected),
            keys=e.keys,
            is_to_check=all(o.judgement.only_asks_to_check for o in (e, *_others(e, selected))),
        )
        for e in (*selected.not_for_patient, *told)
    )
    apart = (
        ExcludedOption(option=option_name(each), reason=reason, keys=each.keys, is_to_check=False)
        for each, reason in selected.of_other_marker
    )
    partly = regimens_out((*selected.answers, *selected.conditional))
    return tuple(islice((*apart, *partly, *found), MOST_LISTED))


def for_other_marker(found: CitedStatement, reason: str, part: int) -> DraftSentence:
    """``Alectinib is not indicated here: no indication for ROS1 fusion in the sources here; …``"""
    name = option_name(found)
    return _sentence_of(
        f"{name[0].upper()}{name[1:]} is not indicated here: {reason}.", found, part
    )


def _rank(found: CitedStatement, selected: PartHits) -> tuple[bool, bool, bool]:
    """The place of an excluded option: first those for which no source weighs a fact of the
    patient, then those that the question names, then those for an altered gene of the patient."""
    asked = selected.asked.drugs & frozenset(found.drugs)
    return not is_held_back(found), not asked, not is_on_gene(found)


def _is_listed(found: CitedStatement, selected: PartHits) -> bool:
    """Whether an answer should list an option as excluded: nothing offers its drugs to the patient,
    and it is in scope (:func:`in_scope`)."""
    if is_class_held_back(found) or _is_heard_together(found, selected):
        return is_class_held_back(found)
    own, offered = frozenset(found.drugs), [*map(frozenset, selected.offered)]
    if _are_offered_otherwise(found, selected):
        return False
    # A label for women refuses no man a drug of a regimen for him, or one for an unknown tumour.
    by_sex = {each.dimension for each in found.judgement.contradictions} == {"population"}
    on_tumour = any(v.dimension == "tumour" and v.outcome == "ok" for v in found.judgement.verdicts)
    if own in offered or (by_sex and (not on_tumour or any(own < each for each in offered))):
        return False
    return in_scope(found, selected.asked, selected.fitting)


def _is_advice_elsewhere(found: CitedStatement) -> bool:
    return found.judgement.statement.kind == "recommendation" and is_of_other_tissue(found)


def _are_offered_otherwise(found: CitedStatement, selected: PartHits) -> bool:
    """Whether another statement that holds for this patient offers each regimen of an option: then
    its own reasons refuse none of them."""
    told = [each.judgement.statement for each in selected.answers if offers(each)]
    heard = {frozenset(option) for each in told for option in options_of(each)}
    return all(frozenset(each) in heard for each in options_of(found.judgement.statement))


MOST_OTHER_REASONS = 2
"""Further indications of an excluded drug whose reasons are told, too. Chosen by hand."""


def _reasons(found: CitedStatement, selected: PartHits) -> str:
    """The reasons against an option, in words, with those of its other indications in this
    tumour."""
    told = [f"by another indication: {e.judgement.reason}" for e in _others(found, selected)]
    return "; ".join([found.judgement.reason, *told])


def _others(found: CitedStatement, selected: PartHits) -> list[CitedStatement]:
    return [e for e in selected.also_excluded if e.drugs == found.drugs][:MOST_OTHER_REASONS]


def _is_refused(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether more than another setting or line speaks against an option, or it is approved for
    the patient's marker and only comes too early. An approval for women only does not refuse a
    drug if the question is about something else ("does it harm fertility")."""
    of_sex = all(each.dimension == "population" for each in found.judgement.contradictions)
    beside = asked.topics - stems(found.words)
    personal = not is_of_place(found) or comes_too_early(found)
    return personal and not (of_sex and len(beside) >= MOST_TOPICS)


def not_an_option(found: CitedStatement, part: int, selected: PartHits) -> DraftSentence:
    """``Olaparib is not an option here: needs a BRCA variant; here: no BRCA1 alteration.`` For
    another line or setting it is not said that no approval is for it: sources need not hold all."""
    name = with_alone(f"{option_name(found)}{class_partners(found)}", found, selected.asked)
    if is_to_be_checked(found):
        return _sentence_of(f"{UNTIL_CHECKED} {name}: {_reasons(found, selected)}.", found, part)
    verb = "indicated" if found.judgement.statement.kind == "indication" else "an option"
    place = "here until checked" if is_held_back(found) else _place(found, selected)
    verb = f"{'an option' if is_held_back(found) else verb} {place}"
    told = f"is not {verb}"
    apart = is_of_place(found, beside=frozenset(("safety",))) or is_for_subgroup(found)
    if apart and verb == "indicated here" and not comes_too_early(found):
        # Not "has no indication": the label itself may hold more than the sources here.
        told = "has another indication in the sources here, and none was found for this"
    text = f"{name[0].upper()}{name[1:]} {told}: {_reasons(found, selected)}."
    return _sentence_of(text, found, part)


def _sentence_of(text: str, found: CitedStatement, part: int) -> DraftSentence:
    return DraftSentence(text=text, keys=found.keys, role="headline", basis="matching", part=part)


def _place(found: CitedStatement, selected: PartHits) -> str:
    """``here``, or the setting of an approval if the answer offers the drug in another setting."""
    settings = found.judgement.statement.applies.settings
    told = found in selected.not_for_patient and not is_by_fitness(found)
    beside = told and found.drugs[:1] in {o[:1] for o in selected.offered}
    return f"in the {' or '.join(settings)} setting" if beside and settings else "here"


def other_route(selected: PartHits, part: int) -> tuple[DraftSentence, ...]:
    """A headline for a drug that is asked for by another route than the sources give it:
    ``Trastuzumab, as the sources at hand tell it, is given into a vein, not under the skin; …``"""
    if not selected.other_route or wrong_routes(selected.asked.text):
        return ()
    first = selected.other_route[0]
    text = told_of_other_route(option_name(first), first.judgement.reason)
    return (_sentence_of(text, first, part),)


MOST_TOPICS = 2
"""If the question has at least this many words that an indication lacks, it asks about something
else. Chosen by hand: one such word may be there by chance."""


def headline(selected: PartHits, part: int) -> tuple[DraftSentence, ...]:
    """The first sentences on options that the question names and that are not for this patient."""
    asked = selected.asked
    if asked.trials and not asked.is_choice and says_permission(asked.text):
        # The results of a trial do not say whether its regimen may be given to this patient.
        held = [each for each in selected.excluded if is_held_back(each)]
        return tuple(not_an_option(each, part, selected) for each in held[:MOST_EXCLUDED])
    if not asked.is_choice or not selected.excluded:
        return ()
    named = [e for e in _named_in(selected) if not _is_heard_together(e, selected)]
    named = [e for e in named if not _are_offered_otherwise(e, selected)]
    named = [e for e in named if not _is_advice_elsewhere(e)]
    given = frozenset(
        drug
        for regimen in selected.offered
        if not (asked.alone and len(regimen) > 1)
        for drug in regimen
    )
    # A drug is refused only if all its indications found are for other patients.
    named = [
        each
        for each in named
        if each.drugs[0] not in selected.fitting or (asked.alone and len(each.drugs) == 1)
    ]
    if exact := _refused_together(selected):
        return (not_an_option(exact, part, selected),)
    personal = [each for each in named if _is_refused(each, asked)]
    personal.sort(key=lambda each: len(each.drugs))
    if asked.alone:
        personal = [each for each in personal if len(each.drugs) == 1] or personal
    if personal and not (asked.drugs & given):
        return tuple(not_an_option(each, part, selected) for each in personal[:2])
    offered = {frozenset(regimen) for regimen in selected.offered}
    refused = [
        each
        for each in named
        if _is_refused(each, asked) or _is_asked_for_place(each, asked)
        if frozenset(each.drugs) not in offered
    ]
    heard = [each for each in selected.answers if each.judgement.statement.kind not in FINDINGS]
    if refused and not any(asked.drugs & frozenset(each.drugs) for each in heard):
        return tuple(not_an_option(each, part, selected) for each in refused[:2])
    held_back = any(is_held_back(each) for each in selected.excluded)
    if not selected.answers or (held_back and not selected.offered):
        against = _held_back_or_refused(selected)
        return tuple(not_an_option(each, part, selected) for each in against[:MOST_EXCLUDED])
    return ()


def _held_back_or_refused(selected: PartHits) -> list[CitedStatement]:
    """The options for which a fact is not weighed, or else those that are refused. What nobody asks
    for is no answer."""
    asked = selected.asked
    return [each for each in selected.excluded if is_held_back(each)] or [
        each
        for each in selected.excluded
        if _is_refused(each, asked) and _is_listed(each, selected) and not is_scoped_advice(each)
        if not asked.drugs or asked.drugs & frozenset(each.drugs)
    ]


def _named_in(selected: PartHits) -> list[CitedStatement]:
    """The excluded options that the question names and that are not told anyway."""
    untold = (
        each
        for each in selected.excluded
        if each not in selected.not_for_patient and not is_for_marker_elsewhere(each)
        if not is_scoped_advice(each)
    )
    return [each for each in untold if is_what_is_asked(each, selected.asked)]


def _refused_together(selected: PartHits) -> CitedStatement | None:
    """The regimen of exactly the drugs that the question names, where it is none for this patient:
    the disease has not progressed, one of the drugs is contraindicated, or the regimen is for
    another setting. A larger approved regimen does not answer it, unless the question names
    its other drugs, too: those of a regimen in short ("A + B + mFOLFOX6")."""
    asked = selected.asked.drugs
    offered = list(map(frozenset, selected.offered))
    named = asked | drugs_to_come(selected.asked.text)
    if len(asked) < 2 or asked in offered or any(asked < each <= named for each in offered):
        return None
    exact = [each for each in selected.excluded if is_regimen_asked(each, selected.asked)]
    exact = [each for each in exact if not _are_offered_otherwise(each, selected)]
    told = [e for e in exact if is_without_progression(e.judgement) or _is_barred_or_limited(e)]
    return next(iter(told or (e for e in exact if _is_asked_for_place(e, selected.asked))), None)


def _is_barred_or_limited(found: CitedStatement) -> bool:
    """Whether a drug of the option is contraindicated, or the option is for another tissue type."""
    return any(v.dimension in ("barred", "limitation") for v in found.judgement.contradictions)


def _is_heard_together(found: CitedStatement, selected: PartHits) -> bool:
    """Whether several drugs are asked about and an answer is on all of them together. Then a drug
    that is no option alone is not refused. Example: panitumumab alone needs unaltered KRAS, but
    with sotorasib it is an option in KRAS G12C."""
    asked = selected.asked.drugs
    together = any(
        asked <= frozenset(each.drugs) and not advises_against(each) for each in selected.answers
    )
    return len(asked) > 1 and together and not asked <= frozenset(found.drugs)


def _is_asked_for_place(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an option for another setting or line should be refused. It should if it is an
    indication, or if only the line is against it, and if the question asks nothing else. A question
    whether goserelin protects the ovaries does not ask what goserelin is indicated for."""
    beside = asked.topics - stems(found.words)
    by_line = all(each.dimension == "line" for each in found.judgement.contradictions)
    own = by_line or found.judgement.statement.kind == "indication"
    return own and len(beside) < MOST_TOPICS


def missing_facts(selected: PartHits) -> tuple[MissingFact, ...]:
    """The facts that the options shown depend on and that nobody has stated. Empty for a question
    on a trial's results or on what makes resistant: these depend on no fact of this patient."""
    on_trials = selected.asked.trials and not selected.asked.is_choice
    if on_trials or selected.asked.kind == "resistance":
        return ()
    hanging: dict[str, list[str]] = {}
    for each in selected.undecided:
        fact = open_condition(each) or RELAPSE
        if len(hanging) < MOST_UNDECIDED or fact in hanging:
            hanging.setdefault(fact, []).append(option_name(each))
    for each in filterfalse(compares_drugs, selected.answers):
        answered = {caution_of(each)} if is_answered_caution(each, selected.answers) else set()
        for fact in missing_of(each):
            if fact in answered:
                continue
            named = bool(each.drugs) and not advises_against(each)
            hanging.setdefault(fact, []).append(option_name(each) if named else "")
    facts = [
        MissingFact(name=name, options=tuple(filter(None, dict.fromkeys(options)))[:MOST_OPENED])
        for name, options in hanging.items()
    ]
    return tuple(facts[:MOST_MISSING])


def missing_of(found: CitedStatement) -> list[str]:
    """The facts that an option depends on and nobody has stated. First comes the caution that no
    source shows the option after the treatment that failed. The option's own drug does not count as
    an earlier treatment."""
    own = [f"prior {drug}" for drug in found.drugs]
    verdicts = sorted(found.judgement.verdicts, key=lambda each: each.dimension != "had before")
    return [each.missing for each in verdicts if each.missing and each.missing not in own]
