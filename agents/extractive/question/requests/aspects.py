"""Aspects of a drug: what exactly a question asks for, and what a statement speaks of."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files

from agents.extractive.question.topics import stems
from agents.matching.sub_question import HARM, SubQuestion
from agents.matching.subject.aspects import AMOUNT, FREQUENCY, LEVELS, RESUMPTION
from agents.wording.missing_sources import Joins
from names.clinical.exposures.interacting_drugs import effects_of
from names.clinical.values import ClinicalValue, OrganFunction, Population, Toxicity
from names.patterns.filtered import FilteredPattern, any_of
from names.patterns.side_effects import SIDE_EFFECTS
from names.recognise import recognise
from names.tables.other_drugs import other_drugs
from retrieval.statements.model import StatementKind

_ASKS_NEXT = re.compile(
    r"(?i)\bnext step|\bwhat (?:now|next|to do|do we do)|\bmanag(?:e|ing|ement)\b|\bhold\b"
)
"""Words that ask what is to be done about an event now, before the drug is given again."""
_HARM_BESIDE = re.compile(
    r"(?i)(?:\band|&|\+|\bplus|\bor)(?: \w+){0,2} (?:(?:side|adverse) (?:effects|events|reactions)"
    r"|toxicities|AEs)\b|\b(?:effects|events|reactions|toxicities|AEs) (?:and|&|\+|plus) "
)
"""Adverse reactions that are asked about beside the dose. Else they are why it is reduced."""
DURATION = "duration"
REDUCTION = "reduction"
ESCALATION = "escalation"
FOOD = "food"
_OF_DOSE: frozenset[StatementKind] = frozenset(("dose", "adjustment"))
RATE = "rate"
"""The kind of a question on how often something is seen."""
DOSE = re.compile(r"\b(?:dos(?:es?|age|ing)|mg(?:/kg|/m2)?)\b", re.IGNORECASE)
"""Words that ask for an amount beside a duration."""
_SHARED_WORDS = {HARM: SIDE_EFFECTS}
"""Words that ask for an aspect and that others look for, too."""
BOUND = frozenset(("dose", "interaction", "monitoring", "contraindication", "adverse", "price"))
"""Kinds of question on a drug whose answer must speak of the aspect that is asked for."""


@dataclass(frozen=True, slots=True)
class Aspect:
    """One aspect: the words that ask for it and the words that tell it. A table of
    ``aspects.toml``."""

    name: str
    asked_by: FilteredPattern
    asked_after_event_by: FilteredPattern
    """Words that ask for it after an adverse event, and for something else beside another
    circumstance: the new dose with an inducer is the one that its rule tells."""
    said_by: FilteredPattern
    kind: str
    """The kind of question that the aspect implies; empty if other words decide the kind."""
    answered_by: frozenset[StatementKind]
    """Kinds of statement that answer it, beside those of the kind of question."""
    asks_for: str
    """What a gap says is missing."""
    joins: Joins
    """How a name joins that: "breastfeeding with olaparib"."""
    only_asked: bool
    """Whether a dose that speaks of this aspect answers only questions that ask for the aspect."""
    plain_only: bool
    """Whether the aspect counts only if the question names no circumstance."""

    def is_asked_in(self, text: str) -> bool:
        """Whether the words of a question ask for it."""
        return bool(self.asked_by.search(text) or self.asked_after_event_by.search(text))


@cache
def aspects() -> dict[str, Aspect]:
    """Every aspect by its name."""
    table = tomllib.loads(
        (files("agents.extractive.question.requests") / "aspects.toml").read_text(encoding="utf-8")
    )
    return {
        name: Aspect(
            name,
            asked_by=any_of((*row["asked_by"], *_SHARED_WORDS.get(name, ()))),
            asked_after_event_by=any_of(row.get("asked_after_event_by", ())),
            said_by=any_of(row["said_by"]),
            kind=row["kind"],
            answered_by=frozenset(row["answered_by"]),
            asks_for=row["asks_for"],
            joins=row["asks_for_joins"],
            only_asked=row.get("only_asked", False),
            plain_only=row.get("plain_only", False),
        )
        for name, row in table.items()
    }


AMOUNTS = re.compile(
    r"(?i)(?<![\d.%])\b\d{1,4}(?:[.,]\d{1,3})? ?(?:mg(?:/m2|/m²|/kg)?)?(?: ?(?:od|bd|bid))?"
    r" ?(?:or|vs\.?|versus) ?\d{1,4}(?:[.,]\d{1,3})?\b"
    r"(?! ?(?:%|y|yrs?\b|years?|mo\b|months?|wks?\b|weeks?|days?|cycles?|ms\b|mm|cm|kg\b|pat|pts?"
    r"|[UI]\b|IU|x\b|[×/-]))"
)
"""Two amounts of which one is asked for: "1250 or 1500"."""
_MANY = re.compile(r"\d{2}")


def asks_which_amount(text: str) -> bool:
    """Whether one of two amounts is asked for, with or without a unit."""
    found = AMOUNTS.search(text)
    return found is not None and bool(_MANY.search(found[0]))


@lru_cache(maxsize=2_000)
def aspects_asked(text: str) -> tuple[str, ...]:
    """The aspects that the words of a question ask for, in the order of the table."""
    return tuple(name for name, each in aspects().items() if each.is_asked_in(text))


@lru_cache(maxsize=30_000)
def aspects_said(text: str) -> frozenset[str]:
    """The aspects that the words of a statement speak of."""
    return frozenset(name for name, each in aspects().items() if each.said_by.search(text))


def kind_of_aspects(text: str) -> str:
    """The kind of question that the aspects asked for imply; empty if they imply none."""
    made = (aspects()[name].kind for name in aspects_asked(text))
    return next(filter(None, made), "")


def asks_duration(text: str) -> bool:
    return DURATION in aspects_asked(text)


_TAKEN = re.compile(r"(?i)\b(?:on|takes?|taking|under|receiving)\s$")
_ACTING = frozenset(("strong", "moderate"))
_PURPOSE = re.compile(r"(?i) (?:prophylaxis|prophylactically)\b")


def _without_purposes(text: str) -> str:
    """The text without what a drug beside the treatment is taken for ("on posaconazole
    prophylaxis"): nobody asks for that. Of a drug that acts on the levels of others the question is
    whether they go together; loperamide may be the prophylaxis that is asked about."""
    for mention in reversed(recognise(text).of("drug")):
        behind = _PURPOSE.match(text, mention.end)
        taken = _TAKEN.search(text, max(0, mention.start - 12), mention.start)
        acts = any(each.strength in _ACTING for each in effects_of(mention.name))
        if behind and (taken or acts) and mention.name in other_drugs():
            text = text[: mention.end] + text[behind.end() :]
    return text


def with_aspects(asked: SubQuestion, before: SubQuestion | None = None) -> list[SubQuestion]:
    """A question with the aspects that an answer must speak of. It becomes several questions if it
    asks for several aspects ("contraception and breastfeeding"). ``before``: the question that it
    goes on from. Its aspects are kept if this one asks for none of its own.

    A question on a dose asks for an amount, unless it asks for more or tells a circumstance: there
    the answer may be to change nothing."""
    if asked.kind == RATE:
        return _rate_of_each(asked)
    if asked.kind not in BOUND:
        return [asked]
    names = _names_asked(asked)
    if FOOD in names and asked.kind == "interaction" and asked.partners:
        return _food_and_partner(asked)
    of_dose = asked.kind == "dose" and bool(DOSE.search(asked.text))
    if not names and before is not None and before.kind == asked.kind and not of_dose:
        names = sorted(before.aspects - {AMOUNT} if asked.about else before.aspects)
    if asked.kind == "dose" and not asked.about and not any(map(_is_subject, names)):
        names.append(AMOUNT)
    apart = [name for name in names if _is_subject(name)]
    if DURATION in apart:
        apart.remove(DURATION)
        if of_dose and names == [DURATION] and not asked.about:
            told = (AMOUNT, "the dose"), (DURATION, aspects()[DURATION].asks_for)
            return [_on(asked, [name], focus) for name, focus in told]
    others = [name for name in names if name not in apart]
    if len(apart) < 2:
        return _of_event_and_steps(asked, names) or [_on(asked, names, "")]
    return [
        _on(asked, [name, *others] if place == 0 else [name], aspects()[name].asks_for)
        for place, name in enumerate(apart)
    ]


def _food_and_partner(asked: SubQuestion) -> list[SubQuestion]:
    """Two questions: how a drug is taken with food, and how it goes with a partner. Few statements
    tell both: "with or without food, and does pantoprazole matter?"."""
    wider = aspects()[FOOD].answered_by | _OF_DOSE
    alone = replace(asked, kind="dose", answered_by=wider, partners=frozenset(), about=())
    pair = replace(asked, topics=asked.topics - _words_of(asked, [FOOD]))
    return [_on(alone, [FOOD], aspects()[FOOD].asks_for), pair]


def _rate_of_each(asked: SubQuestion) -> list[SubQuestion]:
    """A question on how often effects are seen, one for each effect."""
    effects = sorted(recognise(asked.text).names("effect") & asked.words)
    topics = asked.topics - stems("rate event percentage frequency incidence")
    told = replace(asked, aspects=frozenset((FREQUENCY,)), topics=topics)
    if len(effects) < 2:
        return [told] if effects else [asked]
    others = asked.words - frozenset(effects)
    return [replace(told, words=others | {each}, focus=each) for each in effects]


def _names_asked(asked: SubQuestion) -> list[str]:
    """The aspects that count. Of two that the same words ask for, the narrower one."""
    text = _without_purposes(asked.text)
    names = [name for name in aspects_asked(text) if _is_open(name, asked)]
    if "infusion" in names and DURATION in names:
        names.remove(DURATION)
    if LEVELS in names and REDUCTION in names:
        names.remove(REDUCTION)
    if HARM in names and {LEVELS, REDUCTION} & {*names} and not _HARM_BESIDE.search(text):
        names.remove(HARM)
    return names


def _is_open(name: str, asked: SubQuestion) -> bool:
    """Whether an aspect that the words ask for counts. Adverse reactions in general do not count if
    the question names an effect, a trial or a tumour, or if its drug is not known. Giving a drug
    again counts after an adverse event, not after progression, and if nothing else is asked of the
    event. An aspect for plain questions does
    not count if the question names a circumstance, and one that only words for a time after an
    event ask for does not if it names another one."""
    if name == HARM and (asked.words or asked.trials or asked.tumours or asked.lacks_drug):
        return False
    if name == RESUMPTION:
        of_event = any(isinstance(value, Toxicity) for value in asked.about)
        return of_event and not _ASKS_NEXT.search(asked.text)
    aspect = aspects()[name]
    if not aspect.asked_by.search(asked.text) and aspect.asked_after_event_by.search(asked.text):
        return not asked.about or any(isinstance(value, Toxicity) for value in asked.about)
    return not (aspect.plain_only and asked.about)


def _of_event_and_steps(asked: SubQuestion, names: Sequence[str]) -> list[SubQuestion]:
    """Two questions: what to do about a graded event, and to which dose levels the drug is reduced.
    No statement tells both. Empty if the question does not ask both."""
    if LEVELS not in names or not any(map(_is_graded, asked.about)):
        return []
    rest = [name for name in names if name != LEVELS]
    others = tuple(value for value in asked.about if not _is_of_event(value))
    steps = _on(replace(asked, about=others), [LEVELS], aspects()[LEVELS].asks_for)
    return [_on(asked, rest, ""), steps]


def _is_of_event(value: ClinicalValue) -> bool:
    """Whether a value is an adverse event or the count that tells it: the steps of a reduction are
    the same for each."""
    count = isinstance(value, OrganFunction) and value.organ == "marrow"
    return count or isinstance(value, Toxicity)


def _is_graded(value: ClinicalValue) -> bool:
    return isinstance(value, Toxicity) and value.grade_from is not None


def _is_subject(name: str) -> bool:
    """Whether an aspect says what is asked (a duration), and not only how the drug is given
    ("weekly")."""
    return name == DURATION or bool(aspects()[name].kind)


def _words_of(asked: SubQuestion, names: Sequence[str]) -> frozenset[str]:
    """Stems of the words that ask for these aspects. They are not topics of the question."""
    asking = map(aspects().__getitem__, names)
    patterns = (each for one in asking for each in (one.asked_by, one.asked_after_event_by))
    found = (match.group() for each in patterns for match in each.finditer(asked.text))
    return stems(" ".join(found))


def _on(asked: SubQuestion, names: Sequence[str], focus: str) -> SubQuestion:
    wider = frozenset(kind for name in names for kind in aspects()[name].answered_by)
    answered_by = asked.answered_by | wider if asked.answered_by else asked.answered_by
    if asked.kind == "dose" and DURATION in names:
        answered_by = aspects()[DURATION].answered_by
    about = tuple(value for value in asked.about if not focus or not isinstance(value, Population))
    if {LEVELS, ESCALATION} & {*names}:
        # Dose levels depend on an event only if its grade is told.
        about = tuple(v for v in about if not (isinstance(v, Toxicity) and v.grade_from is None))
    return replace(
        asked,
        aspects=frozenset(names),
        answered_by=answered_by,
        focus=focus or asked.focus,
        about=about,
        topics=asked.topics - _words_of(asked, aspects_asked(asked.text)),
    )


def words_of_aspects(names: frozenset[str]) -> str:
    """What a gap says is missing: ``contraception and a duration``; empty for none."""
    told = (each.asks_for for name, each in aspects().items() if name in names)
    return " and ".join(dict.fromkeys(told))


def joins_of_aspects(names: frozenset[str]) -> Joins:
    """How a name joins :func:`words_of_aspects`: as it joins each of them, if they agree."""
    joins = {each.joins for name, each in aspects().items() if name in names}
    return joins.pop() if len(joins) == 1 else "of"


def only_when_asked(said: frozenset[str]) -> frozenset[str]:
    """Those of a statement's aspects that answer only a question which asks for them."""
    return frozenset(name for name in said if aspects()[name].only_asked)
