"""Puts first what sources say of a limiting fact of the patient and a drug asked about.

Example: may a drug be given with a QTcF of 478 ms? If no statement is on the fact, the answer says
so; what the drug is for may stand behind that (:mod:`.weighing_parts`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import product

from agents.extractive.answer.order.one_for_each_fact import one_for_each_fact
from agents.extractive.answer.patient.doses_with_finding import is_no_dose_with
from agents.extractive.answer.selection.doses import (
    ends_for_good,
    is_for_any_event,
    without_vaguer,
)
from agents.extractive.answer.selection.excluded_options import is_by_marker, is_what_is_asked
from agents.extractive.answer.selection.statements import MOST_POINTS, PartHits
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.permission import (
    NEEDS_WORDS,
    binds_dose,
    drugs_to_permit,
    is_dose_with_finding,
    reasons_unfit,
    says_permission,
)
from agents.extractive.question.splitting.findings import is_minor
from agents.extractive.question.splitting.limit_questions import drugs_replaced
from agents.facts.sheet import FactSheet
from agents.matching.patient.therapies import OPTIONS
from agents.matching.safety.frequencies import is_frequency
from agents.matching.safety.joint_drugs import is_on_event, is_on_partner
from agents.matching.safety.limiting_facts import (
    LimitingFact,
    came_before,
    drugs_had,
    is_of_values,
    is_open,
    is_while_treated,
    limiting_facts,
    limits_drug,
    weighs_fact,
)
from agents.matching.safety.values_told import is_under_drug
from agents.matching.sub_question import SubQuestion
from agents.wording.not_found import before_the_drug
from names.clinical.values import Condition, OrganFunction, Toxicity
from names.recognise import recognise, recognise_passage
from names.tables.treatment.drug_classes import drug_classes
from retrieval.statements.model import StatementKind

MOST_OF_ONE = 2
"""Statements on one fact that are said first. Chosen by hand: a rule and a warning."""
_FORBIDS = re.compile(r"(?i)\b(?:permanently|contraindicated|is not given|must not)\b")
_BOXED = re.compile(r"(?i)\bboxed warning\b")
"""Words of the gravest warnings."""
_EACH = re.compile(r"(?i)\b(?:or|vs\.?|versus|instead|rather)\b")
"""Words between two drugs that are alternatives. Without them the drugs are given together."""
_UNDER = re.compile(r"(?i)\b(?:on|from|under|during|after|due to|by|with|to)\s(?:the |her |his )?$")
"""Words between an adverse event and the drug that caused it: "ILD on T-DXd"."""
_AGAIN = re.compile(r"(?i)\b(?:re-?challeng|restart|resum|re-?introduc|re-?start|continu)\w{0,5}\b")
"""Words that ask to give a drug again, so that the patient had it."""
REACH = 60
"""Characters before a drug in which its event is looked for. Chosen by hand."""
BESIDE = NEEDS_WORDS
"""Kinds of question that other statements answer, too, such as the dose, besides the limiting
fact."""
OFFERED: frozenset[StatementKind] = OPTIONS | {"result", "contraindication", "resistance", "status"}
"""Kinds of statement that may follow the statements on limiting facts when a choice is asked
for."""
_ORDER: Mapping[StatementKind, int] = {
    "contraindication": 0,
    "interaction": 1,
    "adjustment": 1,
    "dose": 1,
    "warning": 2,
}


def weigh_limits(
    selected: PartHits,
    pool: Sequence[CitedStatement],
    parsed: ParsedQuestion,
    elsewhere: Iterable[str],
) -> PartHits:
    """The selection of one part, with the statements on the patient's limiting facts first. If
    nothing speaks of a fact, statements that would stand in for such an answer are left out.

    ``pool``: all statements found for any part. ``elsewhere``: topics of facts that other parts ask
    about, which this part need not weigh."""
    asked = selected.asked
    sheet = _sheet_of(asked, parsed)
    drugs = drugs_to_permit(asked, sheet)
    aside = {*elsewhere, *drugs, *drugs_replaced(parsed.text, sheet)}
    facts = [e for e in facts_of(asked, sheet) if e.topic not in aside]
    if not drugs or not facts:
        return selected
    had = drugs_had(sheet) | drugs_blamed(parsed.text, sheet)
    pool = (*selected.answers, *(each for each in pool if not is_open(each.judgement)))
    told = {(f.topic, d): statements_on_fact(f, d, pool, had) for f in facts for d in drugs}
    untold = _untold(facts, drugs, told, asked)
    own = [e for e in selected.answers if any(weighs_fact(e.judgement, e.words, f) for f in facts)]
    own = list(without_late(own, facts, had, keep={name_of(e) for f in told.values() for e in f}))
    early = {
        name_of(each)
        for fact, drug in product(facts, drugs)
        for each in told[fact.topic, drug]
        if came_before(fact, drug, had) and each.judgement.is_on_condition
    }
    first = _in_order((own, *told.values()), selected.answers, early)
    first = one_for_each_fact(first, told.values())
    heard = {name_of(each) for each in first}
    rest = [
        each
        for each in selected.answers
        if name_of(each) not in heard
        if is_on_event(each.judgement, each.words, asked, sheet)
        or _may_stand(each, asked, drugs, untold, facts)
        if not (is_dose_with_finding(asked, sheet) and is_no_dose_with(each, first, facts))
    ]
    kept = without_vaguer(without_late((*first, *rest), facts, had, keep=heard))
    return replace(
        selected,
        answers=tuple(kept[:MOST_POINTS]),
        not_for_patient=selected.not_for_patient or _refused_indication(selected),
        unconnected_facts=tuple((_words_before(f, drug, had, pool), drug) for f, drug in untold),
        # Answers are only left out for the fact. A farther statement would look like the nearest.
        neighbours=() if untold and selected.answers else selected.neighbours,
    )


def _refused_indication(selected: PartHits) -> tuple[CitedStatement, ...]:
    """At most one indication whose markers show that the drug is no option for this patient; none
    for a choice, where the excluded options say it."""
    asked = selected.asked
    if asked.is_choice:
        return ()
    against = (
        each
        for each in selected.excluded
        if is_what_is_asked(each, asked)
        and each.drugs[0] not in selected.fitting
        and is_by_marker(each)
    )
    return tuple(against)[:1]


def facts_of(asked: SubQuestion, sheet: FactSheet) -> list[LimitingFact]:
    """The limiting facts that a part has to weigh. For a plain dose with a finding, these are
    measured findings, but no mild ones before the drug, and a pregnancy. In a choice, a fact that
    is told as the reason why another treatment cannot be given is left out. If the part asks about
    drugs taken together, these are the drugs taken beside and the organ functions. "Also takes
    phenytoin. Problem?" is about every drug taken beside."""
    only_findings = is_dose_with_finding(asked, sheet)
    before = only_findings and drugs_had(sheet).isdisjoint(asked.drugs)
    partners = asked.partners
    reasons = reasons_unfit(sheet, asked.text) if asked.is_choice else frozenset()
    if partners and says_permission(asked.text):
        partners |= {each.drug for each in limiting_facts(sheet)} - {""}
    return [
        each
        for each in limiting_facts(sheet)
        if not reasons.issuperset(each.values)
        if (not only_findings or binds_dose(each, asked))
        if not (before and any(map(is_minor, each.values)))
        if not asked.partners
        or each.drug in partners
        or (not each.drug and any(isinstance(v, OrganFunction) for v in each.values))
    ]


def without_late(
    answers: Iterable[CitedStatement],
    facts: Sequence[LimitingFact],
    had: AbstractSet[str],
    keep: AbstractSet[str] = frozenset(),
) -> tuple[CitedStatement, ...]:
    """The answers without statements on what to do when an event comes under a drug, if the patient
    had the event before the drug. ``keep``: names of statements that stay, because nothing else
    speaks of the event."""
    return tuple(
        each
        for each in answers
        if name_of(each) in keep or not any(_is_late(each, fact, had) for fact in facts)
    )


def drugs_blamed(text: str, sheet: FactSheet) -> frozenset[str]:
    """The drugs that a text names shortly behind an event of the patient ("ILD on T-DXd"), or asks
    to give again ("rechallenge ok?")."""
    values = (f for f in sheet.facts if isinstance(f.value, Toxicity | Condition) and f.text)
    events = [each.text for each in values]
    found = set()
    for drug in recognise(text).of("drug"):
        before = text[max(0, drug.start - REACH) : drug.start]
        under = _UNDER.search(before) and any(event in before for event in events)
        if under or _AGAIN.search(text):
            found |= set(drug.names)
    return frozenset(found)


def _sheet_of(asked: SubQuestion, parsed: ParsedQuestion) -> FactSheet:
    return parsed.sheet if asked.own_sheet is None else asked.own_sheet


def _in_order(
    told: Iterable[Sequence[CitedStatement]],
    answers: Sequence[CitedStatement],
    early: AbstractSet[str],
) -> list[CitedStatement]:
    """The statements on the facts, in the order in which they are shown. Contraindications come
    first. Then come statements on a disease that the patient had before the drug (``early``), then
    rules to stop the drug for good. If the first answer is one of these statements, the rest keep
    the order of the answers. Steps for adverse reactions of any kind come last."""
    unique = {name_of(each): each for found in told for each in found}
    places = {name_of(each): place for place, each in enumerate(answers)}
    leads = bool(answers) and name_of(answers[0]) in unique

    def place(name: str) -> tuple[object, ...]:
        found = unique[name]
        limits = found.judgement.statement.kind == "contraindication"
        was = places.get(name, len(places)) if leads else 0
        return not limits, name not in early, not ends_for_good(found), was, *_rank(found)

    ordered = [unique[name] for name in sorted(unique, key=place)]
    return sorted(ordered, key=is_for_any_event)


def statements_on_fact(
    fact: LimitingFact, drug: str, pool: Sequence[CitedStatement], had: AbstractSet[str]
) -> list[CitedStatement]:
    """The first statements on what a fact means for a drug; a clot years ago is none under it."""
    found: dict[str, CitedStatement] = {}
    for each in pool:
        if _is_of(each, drug) and weighs_fact(each.judgement, each.words, fact):
            found.setdefault(name_of(each), each)
    if before := came_before(fact, drug, had):
        found = {name: e for name, e in found.items() if not _is_of_event_under(e, fact)}

    def place(each: CitedStatement) -> tuple[object, ...]:
        return not (before and each.judgement.is_on_condition), *_rank(each)

    ordered = sorted(found.values(), key=place)
    graded = [each for each in ordered if _is_step_of(each, fact)]
    # Who reads the rule for one grade only may use it for another.
    return graded[:MOST_POINTS] if len(graded) > 1 else ordered[:MOST_OF_ONE]


def _is_step_of(found: CitedStatement, fact: LimitingFact) -> bool:
    """Whether a statement is for a grade of an event, and the patient's facts tell no grade."""
    ungraded = any(isinstance(v, Toxicity) and v.grade_from is None for v in fact.values)
    rules = found.judgement.statement.applies.toxicities
    return ungraded and any(rule.grade_from is not None for rule in rules)


def _is_of(found: CitedStatement, drug: str) -> bool:
    """Whether a statement is on a drug, or names no drug and a class that the drug belongs to."""
    classes = frozenset() if found.drugs else recognise_passage(found.words).names("drug_class")
    return drug in found.drugs or bool(classes & drug_classes(drug))


def _is_of_event_under(found: CitedStatement, fact: LimitingFact) -> bool:
    """Whether a statement is on the event under a drug: what to do then, how often it came."""
    statement = found.judgement.statement
    return is_while_treated(statement, fact) or is_frequency(statement, found.words)


def _words_before(
    fact: LimitingFact, drug: str, had: AbstractSet[str], pool: Sequence[CitedStatement]
) -> str:
    """The words of a fact that no source weighs. Where the sources have a rule for the event or the
    value under the drug, the words say that the patient had it before."""
    own = [each for each in pool if _is_of(each, drug)]
    late = came_before(fact, drug, had) and any(
        weighs_fact(each.judgement, each.words, fact) and _is_of_event_under(each, fact)
        for each in own
    )
    late = late or any(is_under_drug(each.judgement, fact.words) for each in own)
    return before_the_drug(fact.words) if late else fact.words


def _is_late(found: CitedStatement, fact: LimitingFact, had: AbstractSet[str]) -> bool:
    """Whether a statement is on an event under a drug that the patient had before the drug."""
    before = any(came_before(fact, drug, had) for drug in found.drugs)
    return before and _is_of_event_under(found, fact)


def _untold(
    facts: Sequence[LimitingFact],
    drugs: Sequence[str],
    told: Mapping[tuple[str, str], Sequence[CitedStatement]],
    asked: SubQuestion,
) -> list[tuple[LimitingFact, str]]:
    """The facts and drugs, as pairs, for which no statement says what the fact means for the drug.
    If the question asks for one drug or another, each drug needs a statement of its own. If the
    drugs are given together, a statement on one of them is enough."""
    each_alone = bool(_EACH.search(asked.text))
    found = []
    for fact in facts:
        silent = [drug for drug in drugs if not told[fact.topic, drug]]
        if each_alone or len(silent) == len(drugs):
            found += [(fact, drug) for drug in silent if limits_drug(fact, drug)]
    return found


def _may_stand(
    found: CitedStatement,
    asked: SubQuestion,
    drugs: Sequence[str],
    untold: Sequence[tuple[LimitingFact, str]],
    facts: Sequence[LimitingFact],
) -> bool:
    """Whether a statement may follow those that are said first. It may if it weighs a limiting
    fact, or if it is on drugs taken together, where the part asks about just that. It may not if a
    fact with its drug is weighed by no statement (``untold``), unless it is the rule for another
    organ or event that the part asks about. Otherwise it may for the kinds of question in
    ``BESIDE``, and for a choice if its kind is in ``OFFERED``."""
    if any(weighs_fact(found.judgement, found.words, fact) for fact in facts):
        return True
    if is_on_partner(found.judgement.statement, found.words, asked):
        return True
    shut = {drug for _, drug in untold}
    on = set(found.drugs) & set(drugs)
    if shut & on or (shut and not on):
        return found.judgement.is_met_for(asked) and all(is_of_values(f) for f, _ in untold)
    return asked.kind in BESIDE or (asked.is_choice and found.judgement.statement.kind in OFFERED)


def _rank(found: CitedStatement) -> tuple[bool, int, float]:
    """The place of a statement on a fact: the gravest, what is to be done, other warnings."""
    gravest = forbids(found) or bool(_BOXED.search(found.words))
    return not gravest, _ORDER.get(found.judgement.statement.kind, 3), -found.judgement.score


def forbids(found: CitedStatement) -> bool:
    """Whether a statement says that its drug is not given, or stopped for good."""
    kind = found.judgement.statement.kind
    return kind == "contraindication" or bool(_FORBIDS.search(found.words))


def name_of(found: CitedStatement) -> str:
    """The name of a statement for every part of the message: ``silo/document#statement``."""
    ref = found.citations[0].ref
    return f"{ref.silo}/{ref.id}#{found.judgement.statement.id}"
