"""One question on several things, taken apart; and a question without what does not matter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from agents.extractive.question.kinds import EFFECTS, kinds, treats, without_amounts
from agents.extractive.question.requests.values import as_calculation
from agents.extractive.question.splitting.circumstances import split_by_circumstance
from agents.facts.sheet import FactSheet
from agents.matching.asked import Asked
from names.clinical.exposures import effects_of
from names.clinical.grammar.numerals import numbers_in
from names.clinical.routes import read_routes
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Phenotype,
    Therapy,
    Toxicity,
)
from names.entities import Mention
from names.recognise import recognise
from names.tables import effects_on_others
from names.tables.other_drugs import other_drugs

OF_ONE_DRUG = frozenset(("dose", "mechanism", "definition")) | EFFECTS
"""Kinds that are told of each drug by itself, so that a list of drugs asks several questions."""
RELAXED = frozenset(("dose", "interaction", "mechanism")) | EFFECTS
"""Kinds whose answers seldom depend on a marker."""
_LISTED = re.compile(r"(?:\s|,|&|\b(?:and|or|versus|vs)\b\.?){1,6}", re.IGNORECASE)
_JOINED = re.compile(r"\s?[+/]\s?|" + _LISTED.pattern, re.IGNORECASE)
"""Between the drugs of a regimen, of which each has a dose."""
_INSTEAD = re.compile(r"\b(?:alternatives?|instead|rather|switch\w*|versus|vs)\b", re.IGNORECASE)

GOES_WITH = re.compile(
    r"\bwhich\b.{0,80}\b(?:interact\w{0,5}|troubles?|clash\w{0,2}|problems?|issues?)\b"
    r"|\bwhich\b.{0,80}\b(?:compatible|ok|okay|fine|safe\w{0,2}|best|better|worst|goes?|works?|given"
    r"|allowed|possible|used?)\b.{0,20}\b(?:with|beside|despite|on top of)\b",
    re.IGNORECASE,
)
"""How it is asked which of several drugs goes with another."""
OF_ALL = re.compile(
    r"\b(?:which|any|each|all|none|either|one|both) of (?:them|these|those|the (?:two|three|drugs"
    r"|TKIs?|agents))\b|\bwhich (?:one|drug|TKI|agent)s?\b",
    re.IGNORECASE,
)
"""How a question points to all drugs that the message names."""
MOST_COMPARED = 3
"""Drugs of which each is a question of its own. Chosen by hand: a message has five parts."""
MAY_BE_PAIR = frozenset(("interaction", "general", "definition", "adverse"))
"""Kinds of question that, asked of another drug beside a treatment, ask whether both go."""
MOST_TAKEN = 2
"""Drugs of the case that are weighed with a dose that is asked for. Chosen by hand."""
OTHERWISE = (Phenotype, Toxicity, Condition)
"""Circumstances that make it a question on something else than the pair."""


def split_asked(asked: Asked, sheet: FactSheet) -> list[Asked]:
    """A question as one for each drug of a list, and for each kind of circumstance; or as one for
    the value of a formula."""
    if (value := as_calculation(asked, sheet)) is not None:
        return [value]
    if each := _each_with_partner(asked, sheet):
        return each
    parts = [part for each in _by_drug(asked) for part in split_by_circumstance(each)]
    pairs = [pair for part in parts for pair in by_partner(part)]
    return [*_with_what_is_taken(pairs, sheet), *pairs]


def _each_with_partner(asked: Asked, sheet: FactSheet) -> list[Asked]:
    """Where several treatments are held against each other by how they go with what the patient
    takes ("which of them has trouble with PPI"): one question for each of them."""
    if not GOES_WITH.search(asked.text) or asked.trials:
        return []
    named = [d for d in sorted(recognise(asked.text).names("drug")) if is_other_drug(d)]
    exposing = [d for value in sheet.of(Exposure) for d in value.drugs]
    current = [d for t in sheet.of(Therapy) if t.outcome == "current" for d in t.drugs]
    taken = [d for d in (*exposing, *current) if is_other_drug(d)]
    taken = [d for d in taken if d in other_drugs() or d not in asked.drugs]
    partners = list(dict.fromkeys(taken or named))[:MOST_TAKEN]
    compared = sorted(asked.drugs - set(partners))[:MOST_COMPARED]
    return [
        replace(pair_of(asked, frozenset((drug,)), partner, (drug, partner)), topics=frozenset())
        for partner in partners
        for drug in compared
        if len(compared) > 1
    ]


def without_forerunners(parts: Sequence[Asked]) -> list[Asked]:
    """The parts without one that only names a drug which a later one asks about with a partner:
    "and erlotinib? which of them has trouble with PPI"."""
    paired = frozenset(drug for part in parts if part.partners for drug in part.drugs)
    asks = kinds()["therapy"].asked_by
    return [
        part
        for part in parts
        if part.partners
        or not (part.is_choice and part.drugs and part.drugs <= paired)
        or asks.search(part.text)
    ]


def _with_what_is_taken(parts: Sequence[Asked], sheet: FactSheet) -> list[Asked]:
    """Where the dose of a drug or a partner is asked for and the patient takes what changes the
    exposure to others: whether both go together, said first, since the plain dose may be none."""
    partners = {drug for asked in parts for drug in asked.partners}
    taken = dict.fromkeys(d for value in sheet.of(Exposure) for d in value.drugs)
    return [
        pair_of(asked, treatments_among(asked.drugs), drug, tuple(taken))
        for asked in parts
        if (asked.kind == "dose" or asked.partners) and treatments_among(asked.drugs)
        for drug in list(taken)[:MOST_TAKEN]
        if is_other_drug(drug) and drug not in asked.drugs and drug not in partners
    ]


def _by_drug(asked: Asked) -> list[Asked]:
    """ "The dose of olaparib, talazoparib and niraparib" is three questions; that of a regimen
    ("palbociclib with letrozole") is one."""
    if asked.kind not in OF_ONE_DRUG or len(asked.drugs) < 2:
        return [asked]
    text = asked.text
    named = [m for m in recognise(text).of("drug", "unknown_drug") if asked.drugs & set(m.names)]
    between = [text[one.end : other.start] for one, other in pairwise(named)]
    listed = _JOINED if asked.kind == "dose" and not asked.about else _LISTED
    if len(named) < 2 or not all(map(listed.fullmatch, between)):
        return [asked]
    before, after = text[: named[0].start], text[named[-1].end :]
    return [
        replace(
            asked,
            text=f"{before}{text[each.start : each.end]}{after}",
            drugs=asked.drugs & frozenset(each.names),
            compared=False,
        )
        for each in named
    ]


def without_surplus(asked: Asked) -> Asked | None:
    """A question on a drug without the markers that it names besides: "the dose in HER2-low
    disease". None when it names none, or when the drug is not what it is on."""
    if asked.kind not in RELAXED or not asked.drugs or not surplus_of(asked):
        return None
    return replace(asked, statuses=frozenset(), genes=frozenset(), variants=frozenset())


def surplus_of(asked: Asked) -> frozenset[str]:
    """The markers that a question on a drug names besides."""
    return asked.statuses | asked.genes | asked.variants


def routes_asked(text: str, kind: str, drugs: tuple[Mention, ...]) -> tuple[frozenset[str], str]:
    """The ways of giving the one drug of a question on its dose that the words take for granted,
    and these words. A choice is not narrowed by them: an option by another way is one, too."""
    names = {name for each in drugs for name in each.names}
    if kind != "dose" or len(names) != 1 or _INSTEAD.search(text):
        return frozenset(), ""
    found = [(name, text[start:end]) for name, start, end in read_routes(text)]
    return frozenset(name for name, _ in found), " ".join(words for _, words in found)


def by_partner(asked: Asked) -> list[Asked]:
    """The question as one for each other drug that it names beside a treatment, of the question or
    of the case; as it is, where it names none."""
    named = recognise(asked.text).names("drug") | asked.drugs
    partners = sorted(drug for drug in named if is_other_drug(drug))
    treatments = treatments_among(asked.drugs) or treatments_among(asked.mentioned)
    if not partners or not treatments or not _may_be_pair(asked, partners):
        return [asked]
    if asked.trials or any(isinstance(value, OTHERWISE) for value in asked.about):
        return [asked]
    return [pair_of(asked, treatments, each, partners) for each in partners]


def _may_be_pair(asked: Asked, partners: Sequence[str]) -> bool:
    """Whether what is asked may be whether they go together. A choice is that, too, where only the
    names made it one ("or citalopram?")."""
    unsaid = not kinds()["therapy"].asked_by.search(asked.text) if asked.is_choice else False
    only_others = bool(asked.drugs) and asked.drugs <= frozenset(partners)
    return asked.kind in MAY_BE_PAIR or unsaid or only_others


def is_other_drug(drug: str) -> bool:
    """Whether a drug is given for something else than the tumour."""
    return drug in other_drugs() or (drug in effects_on_others() and not treats(drug))


def treatments_among(drugs: frozenset[str]) -> frozenset[str]:
    """The cancer drugs among them."""
    return frozenset(drug for drug in drugs if treats(drug) and not is_other_drug(drug))


def pair_of(
    asked: Asked, treatments: frozenset[str], partner: str, partners: Sequence[str]
) -> Asked:
    """A question as one on whether treatments go together with one of the partners."""
    own = len(partners) == 1 and partner in recognise(asked.text).names("drug")
    text = without_amounts(asked.text) if own else f"{_words(treatments)} with {partner}?"
    about: tuple[ClinicalValue, ...] = effects_of(partner)
    if len(partners) == 1:
        about = about or tuple(value for value in asked.about if isinstance(value, Exposure))
    rest = (value for value in asked.about if not isinstance(value, Exposure))
    return replace(
        asked,
        text=text,
        kind="interaction",
        answered_by=kinds()["interaction"].answered_by,
        drugs=treatments,
        partners=frozenset((partner,)),
        together=False,
        compared=False,
        lacks_drug=False,
        numbers=asked.numbers & numbers_in(text),
        about=(*rest, *about),
    )


def _words(drugs: frozenset[str]) -> str:
    return " and ".join(sorted(drugs))
