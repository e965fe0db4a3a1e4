"""Splits one question on several drugs, genes or effects into parts. Also asks a question on a drug
again without the markers that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from itertools import pairwise

from agents.extractive.question.kinds import EFFECTS, OF_ONE_DRUG, kinds, treats, without_amounts
from agents.extractive.question.requests.aspects import AMOUNTS
from agents.extractive.question.requests.calculations import as_calculation
from agents.extractive.question.requests.halves import by_half
from agents.extractive.question.requests.new_options import on_new_options
from agents.extractive.question.requests.records import as_records
from agents.extractive.question.splitting.circumstances import split_by_circumstance
from agents.extractive.question.splitting.comparisons import (
    CHOICE,
    are_alternatives,
    are_compared,
    compared_by_aspects,
    unread_options,
    with_choice,
)
from agents.extractive.question.splitting.doses_of_others import (
    is_on_dose_of_other,
    on_dose_of_other,
)
from agents.extractive.question.splitting.segments import PUTS_FORWARD
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.sub_question import SubQuestion
from names.clinical.exposures import effects_of
from names.clinical.grammar.numerals import numbers_in
from names.clinical.routes import read_routes
from names.clinical.values import ClinicalValue, Condition, Exposure, Phenotype, Therapy, Toxicity
from names.entities import EntityMention
from names.recognise import recognise
from names.tables import effects_on_others
from names.tables.other_drugs import foods, other_drugs
from names.tables.treatment.safety import facts_spoken_of

RELAXED = frozenset(("dose", "interaction", "mechanism")) | EFFECTS
"""Kinds whose answers seldom depend on a marker."""
_LISTED = re.compile(r"(?:\s|,|&|\b(?:and|or|versus|vs)\b\.?){1,6}", re.IGNORECASE)
_JOINED = re.compile(r"\s?[+/]\s?|" + _LISTED.pattern, re.IGNORECASE)
"""Words between the drugs of a regimen, each of which has a dose."""
_INSTEAD = re.compile(r"\b(?:alternatives?|instead|rather|switch\w*|versus|vs)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"(?<=[.?!;:,])\s|\s[-–—]\s")
_COMPARED = re.compile(r"\b(?:or|vs|versus|instead|rather than|than)\b", re.IGNORECASE)

GOES_WITH = re.compile(
    r"\bwhich\b.{0,80}\b(?:interact\w{0,5}|troubles?|clash\w{0,2}|problems?|issues?)\b"
    r"|\bwhich\b.{0,80}\b(?:compatible|ok|okay|fine|safe\w{0,2}|best|better|worst|goes?|works?|given"
    r"|allowed|possible|used?)\b.{0,20}\b(?:with|beside|despite|on top of)\b",
    re.IGNORECASE,
)
"""Words that ask which of several drugs goes with another drug."""
OF_ALL = re.compile(
    r"\b(?:which|any|each|all|none|either|one|both) of (?:them|these|those|the (?:two|three|drugs"
    r"|TKIs?|agents))\b|\bwhich (?:one|drug|TKI|agent)s?\b",
    re.IGNORECASE,
)
"""Words by which a question points to all drugs that the message names."""
MOST_COMPARED = 3
"""Most drugs that get a question each. Chosen by hand: a message has five parts."""
MAY_BE_PAIR = frozenset(("interaction", "general", "definition", "adverse"))
"""Kinds of question that may ask whether a treatment and another drug go together."""
MOST_TAKEN = 2
"""Most drugs of the case that are weighed with the dose asked for. Chosen by hand."""
OTHERWISE = (Phenotype, Toxicity, Condition)
"""Kinds of circumstance with which a question is on something else than the pair."""


def asking_clause(text: str) -> str:
    """The last clause of a question on what to give; the whole text if it compares drugs. Drugs
    that the patient takes beside, and allergies, stand in an earlier clause."""
    whole = text.strip()
    return whole if _COMPARED.search(whole) else _CLAUSE.split(whole)[-1]


def comedication(text: str, sheet: FactSheet) -> frozenset[str]:
    """The drugs that the patient takes beside the treatment of the tumour; empty if the text
    compares drugs."""
    if _COMPARED.search(text):
        return frozenset()
    taken = (each.drugs for each in sheet.of(Therapy) if each.outcome == "current")
    return frozenset(drug for drugs in taken for drug in drugs) & other_drugs()


def split_asked(
    asked: SubQuestion, sheet: FactSheet, records: Set[str] = frozenset()
) -> list[SubQuestion]:
    """A question as several parts: one for each drug of a list and for each kind of circumstance,
    or for each record of the sources ``records``; or as one part on the value of a formula."""
    value = as_calculation(asked, sheet)
    if others := [value] if value else as_records(asked, records):
        return others
    asked = on_dose_of_other(on_new_options(_without_own_treatment(asked, sheet)))
    each = by_half(asked) or _each_with_partner(asked, sheet)
    if each or (each := compared_by_aspects(asked, sheet)):
        return each
    parts = [part for each in _by_drug(asked) for part in split_by_circumstance(each)]
    pairs = with_choice(asked, [pair for part in parts for pair in by_partner(part)], sheet)
    return [*_with_what_is_taken(pairs, sheet), *pairs]


def _without_own_treatment(asked: SubQuestion, sheet: FactSheet) -> SubQuestion:
    """A question without a drug that stands for a disease of the patient ("on insulin" for
    diabetes). The question is then what the disease means for the treatment."""
    held = {each.name for each in sheet.of(Condition) if each.polarity == "present"}
    own = {d for d in recognise(asked.text).names("drug") if held.intersection(facts_spoken_of(d))}
    own -= treatments_among(frozenset(own))
    drugs = asked.drugs - own
    if not own or not treatments_among(drugs) or recognise(asked.text).names("drug") - own - drugs:
        return asked
    said = kinds()["interaction"].asked_by.search(asked.text)
    kind = asked.kind if said or asked.kind != "interaction" else "adverse"
    text = asked.text
    for mention in reversed(recognise(text).of("drug")):
        if own.intersection(mention.names) and not said:
            text = f"{text[: mention.start]}{text[mention.end :]}"
    return replace(
        asked,
        text=text,
        kind=kind,
        drugs=drugs,
        together=False,
        answered_by=kinds()[kind].answered_by,
    )


def _each_with_partner(asked: SubQuestion, sheet: FactSheet) -> list[SubQuestion]:
    """One question for each treatment and each drug that the patient takes, if the question asks
    which treatment goes with it ("which of them has trouble with PPI"). Empty otherwise."""
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


def drop_superseded_parts(parts: Sequence[SubQuestion]) -> list[SubQuestion]:
    """The parts without those that another part includes.

    If one part only names a drug and another asks about the same drug with a partner, the first is
    left out: "and erlotinib? which of them has trouble with PPI". "A or B?" asks which one."""
    paired = frozenset(
        drug
        for part in parts
        # A partner without a question mark does not replace the question before it.
        if part.partners and ("?" in part.text or not PUTS_FORWARD.search(part.text))
        for drug in part.drugs
    )
    asks = kinds()["therapy"].asked_by
    return [
        part
        for part in parts
        if (part.partners or part.focus == CHOICE)
        or not (part.is_choice and part.drugs and part.drugs <= paired)
        or (asks.search(part.text) or are_compared(part.text, part.drugs))
    ]


def _with_what_is_taken(parts: Sequence[SubQuestion], sheet: FactSheet) -> list[SubQuestion]:
    """Parts on whether a drug goes together with drugs that the patient takes and that change the
    exposure, if the question asks for a dose or a partner. They come first, because the plain dose
    may be wrong."""
    partners = {drug for asked in parts for drug in asked.partners}
    taken = dict.fromkeys(d for value in sheet.of(Exposure) for d in value.drugs)
    return [
        pair_of(asked, treatments_among(asked.drugs), drug, tuple(taken))
        for asked in parts
        if (asked.kind == "dose" or asked.partners) and treatments_among(asked.drugs)
        for drug in list(taken)[:MOST_TAKEN]
        if is_other_drug(drug) and drug not in asked.drugs and drug not in partners
    ]


def _by_drug(asked: SubQuestion) -> list[SubQuestion]:
    """One question for each drug of a list: "the dose of olaparib, talazoparib and niraparib" is
    three questions. The dose of a regimen ("palbociclib with letrozole") is one question."""
    if asked.kind not in OF_ONE_DRUG or len(asked.drugs) < 2:
        return [asked]
    text = asked.text
    named = [m for m in recognise(text).of("drug", "unknown_drug") if asked.drugs & set(m.names)]
    if asked.kind == "dose" and AMOUNTS.search(text):
        # One of two amounts is asked about: that of the drug with its partners.
        return [replace(asked, compared=are_alternatives(text, asked.drugs))]
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


def without_surplus(asked: SubQuestion) -> SubQuestion | None:
    """A question on a drug without the markers that it names: "the dose in HER2-low disease". None
    if it names no marker, if it names no drug, or if its answer may depend on the marker."""
    if asked.kind not in RELAXED or not asked.drugs or not relaxable_constraints(asked):
        return None
    return replace(asked, statuses=frozenset(), genes=frozenset(), variants=frozenset())


def relaxable_constraints(asked: SubQuestion) -> frozenset[str]:
    """The markers that a question on a drug names."""
    return asked.statuses | asked.genes | asked.variants


def routes_asked(
    text: str, kind: str, drugs: tuple[EntityMention, ...]
) -> tuple[frozenset[str], str]:
    """The routes that a question on the dose of one drug takes for granted, and the words for them.
    Empty for other questions: an option by another route is also an option."""
    names = {name for each in drugs for name in each.names}
    if kind != "dose" or len(names) != 1 or _INSTEAD.search(text):
        return frozenset(), ""
    found = [(name, text[start:end]) for name, start, end in read_routes(text)]
    return frozenset(name for name, _ in found), " ".join(words for _, words in found)


def by_partner(asked: SubQuestion) -> list[SubQuestion]:
    """The question as one question for each other drug that it names beside a treatment of the
    question or the case. Unchanged if it names none."""
    named = recognise(asked.text).names("drug") | asked.drugs
    unknown = recognise(asked.text).names("unknown_drug") - unread_options(asked.text)
    partners = strictest_first({*unknown, *filter(is_other_drug, named)})
    treatments = treatments_among(asked.drugs) or treatments_among(asked.mentioned)
    apart = asked.trials or any(isinstance(value, OTHERWISE) for value in asked.about)
    if apart or not partners or not treatments or not _may_be_pair(asked, partners):
        return [asked]
    each_alone = [frozenset((drug,)) for drug in sorted(treatments)[:MOST_COMPARED]]
    told = each_alone if are_alternatives(asked.text, treatments) else [treatments]
    pairs = [pair_of(asked, drugs, each, partners) for each in partners for drugs in told]
    return [*_with_class(asked, treatments, partners), *pairs]


def _with_class(
    asked: SubQuestion, treatments: frozenset[str], partners: Sequence[str]
) -> list[SubQuestion]:
    """A part on a class that is taken beside the treatments, where the question also names another
    partner that is none of it: "neratinib + PPI + loperamide prophylaxis?". What is asked of the
    other partner is not asked of the class."""
    classes = [each for each in asked.about if isinstance(each, Exposure) and not each.drugs]
    acts = {effect.mechanism for drug in partners for effect in effects_of(drug)}
    if not treatments or not classes or any(each.mechanism in acts for each in classes):
        return []
    told = " and ".join(describe(each) for each in classes)
    whole = pair_of(asked, treatments, "", ())
    text = f"{_words(treatments)} with {told}?"
    return [
        replace(whole, text=text, partners=frozenset(), about=tuple(classes), topics=frozenset())
    ]


def _may_be_pair(asked: SubQuestion, partners: Sequence[str]) -> bool:
    """Whether the question may ask if drugs go together. A choice may, if only its names made it
    one ("or citalopram?")."""
    unsaid = not kinds()["therapy"].asked_by.search(asked.text) if asked.is_choice else False
    only_others = bool(asked.drugs) and asked.drugs <= frozenset(partners)
    may_be = asked.kind in MAY_BE_PAIR or unsaid or only_others
    return may_be and not is_on_dose_of_other(asked)


STRENGTHS = ("strong", "moderate")


def strictest_first(drugs: Iterable[str]) -> list[str]:
    """Drugs in the order in which they are told. The strongest effect on others comes first,
    because its rules are stricter. Food comes last, because it can be left out."""

    def place(drug: str) -> tuple[bool, int, str]:
        told = {each.strength for each in effects_of(drug)}
        strength = next((at for at, name in enumerate(STRENGTHS) if name in told), len(STRENGTHS))
        return drug in foods(), strength, drug

    return sorted(drugs, key=place)


def is_other_drug(drug: str) -> bool:
    """Whether a drug is given for something other than the tumour."""
    return drug in other_drugs() or (drug in effects_on_others() and not treats(drug))


def treatments_among(drugs: frozenset[str]) -> frozenset[str]:
    """The cancer drugs among the ``drugs``."""
    return frozenset(drug for drug in drugs if treats(drug) and not is_other_drug(drug))


def pair_of(
    asked: SubQuestion, treatments: frozenset[str], partner: str, partners: Sequence[str]
) -> SubQuestion:
    """A question on whether treatments go together with one of the partners."""
    own = len(partners) == 1 and partner in recognise(asked.text).names("drug")
    given_as = re.search(rf"(?i)\b{re.escape(partner)}(?P<how> prophyla\w{{3,5}})", asked.text)
    with_it = f"{partner}{given_as['how'] if given_as else ''}"
    text = without_amounts(asked.text) if own else f"{_words(treatments)} with {with_it}?"
    about: tuple[ClinicalValue, ...] = effects_of(partner)
    if len(partners) == 1:
        about = about or tuple(
            value
            for value in asked.about
            if isinstance(value, Exposure) and (not value.from_drug or partner in value.drugs)
        )
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
