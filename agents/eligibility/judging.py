"""The verdict on each criterion of a trial. Pure: the check makes it once more."""

from __future__ import annotations

from collections.abc import Sequence

from agents.eligibility.clauses import Clause, CriterionTerm, Joint, TermGroup
from agents.eligibility.holding import OPEN, ToldByFacts, held_by
from agents.eligibility.read_criterion import read_criterion
from agents.eligibility.rules import rules
from agents.facts.sheet import Fact, FactSheet
from agents.facts.value_words import describe
from agents.matching.patient.tumours import join_with_or
from agents.turns.criteria import Criterion, CriterionVerdict, JudgedCriterion
from names.clinical.values import Condition, Setting, Toxicity, Tumour

NOT_READ = "not read by rule: “{}”"
FOR_A_GROUP = "it holds for some participants only: “{}”"
ASKED = "the patient or the investigator has to say it"
NOBODY = "nobody has said: {}"
EACH_OR_ANY = "it may ask for each or for any of: {}"
NARROWED = "it holds for fewer than that: {}"


def judge_criterion(criterion: Criterion, words: str, sheet: FactSheet) -> JudgedCriterion:
    """Whether the patient of the sheet meets it."""
    if criterion.group:
        return _unknown(criterion, FOR_A_GROUP.format(criterion.group))
    whole, *pieces = read_criterion(words, criterion.side)
    told = _clause(whole, sheet)
    for piece in pieces:
        found = _clause(piece, sheet)
        if found.holds is False:
            return _judged_by(criterion, found, sheet)
    if told.holds is not None and not _is_of_another_tumour(criterion, told):
        return _judged_by(criterion, told, sheet)
    return _unknown(criterion, _why_unknown(whole, words, sheet))


def _is_of_another_tumour(criterion: Criterion, told: ToldByFacts) -> bool:
    """Whether an exclusion is told not to be met because the patient has another tumour: nobody has
    said that there was none beside it."""
    by_tumour = any(isinstance(each.value, Tumour) for each in told.facts)
    return criterion.side == "exclusion" and told.holds is False and by_tumour


def _judged_by(criterion: Criterion, told: ToldByFacts, sheet: FactSheet) -> JudgedCriterion:
    verdict: CriterionVerdict = "met" if told.holds else "not met"
    why = "; ".join(dict.fromkeys(map(fact_words, told.facts)))
    disputed = [each for each in sheet.contradictions if each.newer in told.facts]
    if disputed:
        verdict, why = "conflict", disputed[0].sentence
    return JudgedCriterion(criterion=criterion, verdict=verdict, why=why, facts=told.facts)


def _unknown(criterion: Criterion, why: str) -> JudgedCriterion:
    return JudgedCriterion(criterion=criterion, verdict="unknown", why=why)


def fact_words(fact: Fact) -> str:
    """``age 63 (“63-year-old”)``; of a fact that follows from others, by which rule."""
    told = describe(fact.value)
    if fact.rule:
        return f"{told} ({fact.rule})"
    return told if told == fact.text else f"{told} (“{fact.text}”)"


def _why_unknown(clause: Clause, words: str, sheet: FactSheet) -> str:
    if rules().asked.search(words):
        return ASKED
    if clause.unread:
        return NOT_READ.format(clause.unread)
    terms = [term for group in clause.groups for term in group.terms]
    missing = [_words(term) for term in terms if _term(term, sheet).holds is None]
    if not missing:
        why = NARROWED if clause.is_narrowed else EACH_OR_ANY
        return why.format(join_with_or(list(dict.fromkeys(map(_words, terms)))))
    return NOBODY.format("; ".join(dict.fromkeys(missing)))


def _words(term: CriterionTerm) -> str:
    return describe(term.values[0])


def _clause(clause: Clause, sheet: FactSheet) -> ToldByFacts:
    """Whether a clause holds. Words that make it hold for fewer leave open whether the patient is
    one of them; who is outside without these words is outside with them."""
    if clause.unread or not clause.groups:
        return OPEN
    told = _join_parts([_group(each, sheet) for each in clause.groups], clause.joint)
    if not clause.is_narrowed or told.holds is None:
        return told
    denying = {_denies(term) for group in clause.groups for term in group.terms}
    return told if denying == {told.holds} else OPEN


def _denies(term: CriterionTerm) -> bool:
    return term.is_denied or any(
        getattr(value, "polarity", "") == "absent" or getattr(value, "outcome", "") == "not given"
        for value in term.values
    )


def _group(group: TermGroup, sheet: FactSheet) -> ToldByFacts:
    return _join_parts([_term(each, sheet) for each in group.terms], group.joint)


def _term(term: CriterionTerm, sheet: FactSheet) -> ToldByFacts:
    """A term's values of one kind are joined as its words say. Values of several kinds hold
    together, but for those that are ways to say the same: stage IV and metastatic."""
    kinds = dict.fromkeys(map(type, term.values))
    ways = [
        _join_parts(
            [held_by(each, sheet, term.words) for each in term.values if type(each) is kind],
            term.joint,
        )
        for kind in kinds
    ]
    if _says_one_thing(term):
        told = next((each for each in ways if each.holds), None)
        told = told or next((each for each in ways if each.holds is False), OPEN)
    else:
        told = _join_parts(ways, "all")
    if not term.is_denied or told.holds is None:
        return told
    return ToldByFacts(not told.holds, told.facts)


def _says_one_thing(term: CriterionTerm) -> bool:
    """Whether values of several kinds are of one and the same thing: an event that is a condition,
    a stage that is a setting."""
    kinds = set(map(type, term.values))
    named = any(isinstance(each, Tumour) and each.name for each in term.values)
    return kinds <= {Condition, Toxicity} or (kinds <= {Tumour, Setting} and not named)


def _join_parts(parts: Sequence[ToldByFacts], joint: Joint) -> ToldByFacts:
    """Parts as one: ``either`` tells only what it tells in both ways."""
    every = _in_one(parts, enough=False) if joint != "any" else None
    some = _in_one(parts, enough=True) if joint != "all" else None
    if every is None or some is None:
        return every or some or OPEN
    return every if every.holds is some.holds else OPEN


def _in_one(parts: Sequence[ToldByFacts], *, enough: bool) -> ToldByFacts:
    """Parts of which one that is ``enough`` decides; otherwise all have to be known."""
    deciding = next((each for each in parts if each.holds is enough), None)
    if deciding is not None:
        return deciding
    if not parts or any(each.holds is None for each in parts):
        return OPEN
    return ToldByFacts(not enough, tuple(dict.fromkeys(f for each in parts for f in each.facts)))
