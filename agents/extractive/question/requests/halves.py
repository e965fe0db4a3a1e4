"""What a question puts beside each other: "A or B?", "A vs B", "A instead of B".

Each half is answered by itself, and a half on which nothing is shown is named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from agents.extractive.question.topics import is_plain, is_plain_word
from agents.matching.sub_question import SubQuestion
from names.clinical.readers import read_clinical
from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.values import HAD, Therapy
from names.recognise import recognise
from names.tables.ward.class_words import class_words

_BESIDE = re.compile(
    r"(?i)\s{0,2}(?:[+/&±]|and|plus|with|in combination with|combined with|followed by|then"
    r"|with or without|and/or|\+/-)\s{0,2}"
)
"""Words between the drugs of one half."""
_WORDS_OF_CHOICE = (
    r"\b(?:or|vs\.?|versus|instead of|rather than|in place of|over|than|compared (?:to|with)"
    r"|against)(?=\W)(?!\s?(?:with|without|plus|in combination)\b)"
)
_CHOICE = re.compile(rf"(?i)[^.?!;:\n]{{0,40}}?(?<!with ){_WORDS_OF_CHOICE}[^.?!;:\n]{{0,24}}")
"""Words between two halves."""
_COMMA = re.compile(r"\s?,\s?")
_OR = re.compile(r"(?i)\b(?:or|vs\.?|versus|instead of|rather than|in place of)(?=\s)")
_CLAUSE = re.compile(r"[,.?!;:\n()]")
_WORD = re.compile(r"[^\W\d_][\w-]{2,30}")
_SHORT = re.compile(r"[^\W\d_]{2}")
"""A half of two letters is a short form, if it is no word."""
NEAR = 24
"""Characters between a drug and the word "or". Chosen by hand: "first line"."""
LONGEST = 50
"""Most characters of a half that names no drug. Chosen by hand: a few words."""
_WITHOUT_DRUG = re.compile(
    r"(?i)\b(?:observ(?:ation|e)|surveillance|watch(?:ful|ing)?|wait(?:ing)?|surgery|resection"
    r"|(?:\w{1,12})?ectomy|debulking|HIPEC|radio(?:therapy|surgery)|radiation|RT|SBRT|SABR|SRS|WBRT"
    r"|ablation|transplant(?:ation)?|(?:auto|allo)?-?(?:SCT|HSCT)|CAR-?T|TILs?|best supportive care"
    r"|BSC|supportive care|nothing|no (?:further )?(?:treatment|therapy)|de-?escalat\w{1,5}"
    r"|stop(?:ping)?|pause|break|holiday|clinical trial|TACE|SIRT|Y-?90|radioembolization|PRRT"
    r"|lutetium|brachytherapy|chemoradi\w{5,12}|CRT)\b"
)
"""What may be done instead of giving a drug."""


@dataclass(frozen=True, slots=True)
class Half:
    """One of the things that a question puts beside each other."""

    words: str
    start: int
    end: int
    drugs: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    """Classes that it names; of several, a regimen has a drug of each."""


@lru_cache(maxsize=500)
def halves_of(text: str) -> tuple[Half, ...]:
    """What a text puts beside each other, in order; empty if it compares nothing. Treatments that
    the patient has had are none of it."""
    agents = agents_to_come(text)
    for run in _runs(text, agents):
        return tuple(_half(text, group) for group in run)
    return tuple(_half_without_drug(text, agents))


def agents_to_come(text: str) -> list[Agent]:
    """The drugs, regimens and classes of a text, without those that were had, the longest words
    first where some overlap."""
    had = [
        (each.start, each.end)
        for each in read_clinical(text)
        if isinstance(each.value, Therapy) and each.value.outcome in {*HAD, "not given"}
    ]
    found = [*find_agents(text), *by_class_words(text)]
    kept: list[Agent] = []
    for agent in sorted(found, key=lambda each: (each.start, -each.end)):
        is_had = any(start <= agent.start < end for start, end in had)
        if not is_had and (not kept or agent.start >= kept[-1].end):
            kept.append(agent)
    return kept


def by_class_words(text: str) -> Iterator[Agent]:
    """The classes that short words of a text stand for ("IO doublet"), where they stand."""
    for words in class_words():
        for match in words.pattern.finditer(text):
            yield Agent(*match.span(), classes=words.classes)


def _runs(text: str, agents: Sequence[Agent]) -> Iterator[list[list[Agent]]]:
    """The agents that are put beside each other, a group for each half; runs of one half are left
    out."""
    run: list[list[Agent]] = []
    chosen = False
    for before, agent in pairwise([None, *agents]):
        assert agent is not None
        between = text[before.end : agent.start] if before else "."
        if run and (_BESIDE.fullmatch(between) or not between.strip()):
            run[-1].append(agent)
        elif run and (_CHOICE.fullmatch(between) or _COMMA.fullmatch(between)):
            chosen = chosen or not _COMMA.fullmatch(between)
            run.append([agent])
        else:
            if chosen:
                yield run
            run, chosen = [[agent]], False
    if chosen:
        yield run


def regimens_worded(text: str) -> list[tuple[frozenset[str], frozenset[str]]]:
    """The drugs and the classes of each regimen that a text names: agents joined by "plus"."""
    return [(each.drugs, each.classes) for each in regimens_in(text)]


def regimens_in(text: str) -> list[Half]:
    """The regimens that a text names, each with its words."""
    return _regimens(text, find_agents(text))


def regimens_to_come(text: str) -> list[Half]:
    """The same, without what the patient has had."""
    return _regimens(text, agents_to_come(text))


def _regimens(text: str, agents: Iterable[Agent]) -> list[Half]:
    groups: list[list[Agent]] = []
    for agent in agents:
        if groups and _BESIDE.fullmatch(text[groups[-1][-1].end : agent.start]):
            groups[-1].append(agent)
        else:
            groups.append([agent])
    return [_half(text, group) for group in groups]


def _half(text: str, group: Sequence[Agent]) -> Half:
    start, end = group[0].start, group[-1].end
    return Half(
        words=text[start:end],
        start=start,
        end=end,
        drugs=frozenset(drug for each in group for drug in each.drugs),
        classes=frozenset(name for each in group if not each.drugs for name in each.classes),
    )


def _half_without_drug(text: str, agents: Sequence[Agent]) -> Iterator[Half]:
    """A half that names no drug, and the drug beside it: "olaparib or observation?"."""
    for match in _OR.finditer(text):
        before = next((e for e in reversed(agents) if e.end <= match.start()), None)
        after = next((e for e in agents if e.start >= match.end()), None)
        near_before = before is not None and _is_near(text, before.end, match.start())
        near_after = after is not None and _is_near(text, match.end(), after.start)
        if near_before == near_after:
            continue
        drug = before if near_before else after
        assert drug is not None
        other = _clause_behind(text, match.end()) if near_before else _clause_before(text, match)
        words = text[slice(*other)]
        told = _WITHOUT_DRUG.search(words)
        named = told.group() if told else _unread_word(words)
        if named:
            place = text.index(named, other[0])
            yield from (Half(named, place, place + len(named)), _half(text, [drug]))
            return


def _unread_word(words: str) -> str:
    """The first word of a half of which nothing is known; empty if something of it was read."""
    if recognise(words).mentions or read_clinical(words):
        return ""
    short = words.strip()
    if _SHORT.fullmatch(short) and not is_plain_word(short):
        return short
    return next((each for each in _WORD.findall(words) if not is_plain(each)), "")


def _is_near(text: str, end: int, start: int) -> bool:
    return start - end <= NEAR and not _CLAUSE.search(text, end, start)


def _clause_behind(text: str, start: int) -> tuple[int, int]:
    stop = _CLAUSE.search(text, start, start + LONGEST)
    return start, stop.start() if stop else min(len(text), start + LONGEST)


def _clause_before(text: str, word: re.Match[str]) -> tuple[int, int]:
    first = max(0, word.start() - LONGEST)
    ends = [each.end() for each in _CLAUSE.finditer(text, first, word.start())]
    return (ends[-1] if ends else first), word.start()


def by_half(asked: SubQuestion) -> list[SubQuestion]:
    """A choice that names a class beside a drug or another class, as a question on each. Empty for
    other questions: drugs alone are compared in one question."""
    if not asked.is_choice or asked.trials or asked.partners:
        return []
    halves = [each for each in halves_of(asked.text) if each.drugs or each.classes]
    if len(halves) < 2 or all(each.drugs for each in halves):
        return []
    of_drugs = [each for each in halves if each.drugs]
    parts = [_on_half(asked, [each], halves) for each in halves if not each.drugs]
    if of_drugs:
        place = halves.index(of_drugs[0])
        parts.insert(min(place, len(parts)), _on_half(asked, of_drugs, halves))
    return parts


def _on_half(asked: SubQuestion, own: Sequence[Half], halves: Sequence[Half]) -> SubQuestion:
    """The question with only these of its halves."""
    words = " or ".join(each.words for each in own)
    drugs = frozenset(drug for each in own for drug in each.drugs)
    classes = frozenset(name for each in own for name in each.classes) if not drugs else frozenset()
    return replace(
        asked,
        text=f"{asked.text[: halves[0].start]}{words}{asked.text[halves[-1].end :]}",
        drugs=drugs,
        classes=classes,
        are_joined=len(classes) > 1,
        compared=bool(classes) or len(drugs) > 1,
        alone=False,
    )
