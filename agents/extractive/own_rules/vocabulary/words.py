"""The words by which a question and a rule are compared: folded to one spelling, short forms
written out, names as the tables have them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from agents.extractive.own_rules.vocabulary.drug_words import JOINED, LIKE_A_DRUG, in_full
from agents.extractive.own_rules.vocabulary.forms import (
    asking_words,
    fold,
    same_meaning,
    short_forms,
    with_ordinals,
)
from agents.extractive.own_rules.vocabulary.rule_kinds import signs_asked_for, signs_in
from agents.extractive.own_rules.vocabulary.tumour_groups import groups_named, ways_of_tumour
from agents.extractive.question.topics import is_plain, stem
from names.entities import Entities, EntityMention
from names.recognise import recognise
from names.tables.treatment.drug_classes import drug_classes

NAMED = ("drug", "unknown_drug", "drug_class", "effect", "tumour", "gene", "condition")
"""Kinds of names that are compared as names, not as words."""
EXACT = frozenset(("drug", "unknown_drug"))
"""Kinds whose single words say nothing: "paclitaxel" is not nab-paclitaxel."""
UNHEARD = "unheard"
"""The kind of a word that names what a patient has, and that no rule says."""
DENIED = "denied"
"""The kind of a word that the question denies."""
PLAIN_WEIGHT, ASKED_WEIGHT, TOPIC_WEIGHT, NAME_WEIGHT = 0.25, 0.75, 1.0, 1.5
"""How much a word of a question counts. Chosen by hand: a name tells most."""
_WORD = re.compile(r"[A-Za-zÀ-ÿµ][A-Za-zÀ-ÿ'’]{0,40}")
_EVERY = re.compile(
    r"(?i)(?<!for )(?<!after )(?<!over )(?<!within )(?<!than )(?<!past )(?<!last )"
    r"\b(?:every\s|q)?(?P<number>\d|two|three|four)[\s-]?(?:weekly|weeks|w)\b"
    r"|(?P<one>\b(?:weekly|every week|qw)\b)"
)
_NUMBERS = {"two": "2", "three": "3", "four": "4"}
_NOT = re.compile(
    r"(?i)\b(?:no|not|nor|neither|without|never|non|cannot|can['’]t|unable to)[\s-]+"
    r"(?:\w+\s){0,1}?$"
)
BEFORE = 16
"""Characters before a word in which it is denied. Chosen by hand."""


_INTRATHECAL = re.compile(r"\bIT(?= [a-z]| MTX)")
_OF_TARGET = re.compile(
    r"\b(?P<target>[A-Z][A-Z0-9-]{1,6})[ -](?:therap|treatment|agent|drug|block|direct|target)"
)
"""A class named by its target: "HER2 therapy"."""
_AGAINST_TARGET = re.compile(r"\b(?i:anti)-(?P<target>[A-Z][A-Z0-9-]{1,6})\b")
"""The same, told by what it acts against: "anti-CD20 antibody"."""
_CHECKPOINT = re.compile(r"(?i)\bcheckpoint\b|\bimmunotherap")
_OF_CHECKPOINT = frozenset(
    f"drug_class:{each} inhibition" for each in ("PD-1/PD-L1", "CTLA-4", "LAG-3")
)
WIDE = frozenset(("Chemotherapy",))
"""Classes so wide that a rule on the class is no rule on each of its drugs."""
_SAME_CLASS = {
    "drug_class:Estrogen receptor inhibition": "drug_class:Endocrine therapy",
}
"""Classes that one name stands for ("endocrine therapy") and that are two in the table of drugs."""
_NUMBER_BEHIND = re.compile(r"(?:\s?(?:of|is|are|was|at|=|:))?\s?[<>~≈]?\s?\d")
"""Behind the name of a measure: its value ("plt 101")."""
_SCORE = re.compile(r"\bAS(?= ?[0-2](?:[.,]\d)?\b)")
_SHORT_NAME = re.compile(r"(?!CT|IV|PO|OK|ED|ER|AM|PM|OR|IS|SC|IM)[A-Z]{2}")
"""Two capitals that may name a regimen ("AC"); not a way of giving, a place or a time."""
SHORTEST_BEGIN, MOST_BEGUN, LONGEST_STEM = 3, 2, 7
"""Fewest letters of a shortened word, most words that it may stand for, and the letters of the
longest stem. Chosen by hand: what begins more words is no short form of one."""
_LIKE_AN_OPERATION = re.compile(r"(?i)[a-z]{3,20}(?:ectomy|otomy|ostomy|plasty|orrhaphy)")
"""How words end that name an operation."""
_OPERATION = ("operation", "surgery", "surgical")
LIKE_A_CONDITION = re.compile(
    r"(?i)[a-z]{3,20}(?:itis|osis|opathy|a?emia|penia|o?edema|algia|rrh?oea|rrhea|rrhage)"
)
"""How words end that name what a patient has."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a name of a question, and what a rule may say for it."""

    said: str
    ways: frozenset[str]
    weight: float
    kind: str = ""
    """The kind of a name; empty for a word."""
    is_guessed: bool = False
    """Whether no rule has the word itself, and some have one that may be meant by it."""


@lru_cache(maxsize=20_000)
def bag_of(text: str) -> frozenset[str]:
    """All that a text says: its words, and its names as ``kind:name``. What it denies ("no fever")
    is kept apart."""
    text = in_full(with_ordinals(text))
    found = recognise(text)
    inside = _exact_places(found)
    words = {
        _denied_word(text, match.start()) + fold(match.group())
        for match in _WORD.finditer(text)
        if match.start() not in inside
    }
    names = {
        _denied_word(text, each.start) + f"{kind_of(each.kind)}:{name}"
        for each in found.mentions
        if each.kind in NAMED
        for name in each.names
    }
    names |= {_SAME_CLASS[each] for each in names & _SAME_CLASS.keys()}
    names |= {f"drug_class:{match['target']} inhibition" for match in _OF_TARGET.finditer(text)}
    names |= {f"drug_class:{m['target']} inhibition" for m in _AGAINST_TARGET.finditer(text)}
    names |= _OF_CHECKPOINT if _CHECKPOINT.search(text) else frozenset()
    return frozenset((*words, *names, *groups_named(text), *signs_in(text), *_intervals(text)))


def measure_in(text: str) -> frozenset[str]:
    """The words that may say what a number measures."""
    told = bag_of(text) - _times() - asking_words() - {"uln"}
    meant = (same_meaning().get(match.group().lower(), ()) for match in _WORD.finditer(text))
    return frozenset(each for each in told.union(*meant) if len(each) > 2)


@cache
def _times() -> frozenset[str]:
    """Units of time, which say of no number what it measures."""
    return frozenset(map(fold, ("hour", "minute", "day", "week", "month", "year", "cycle")))


def terms_of(text: str) -> tuple[Term, ...]:
    """The words and names that a question asks by, each once."""
    text = in_full(with_ordinals(text))
    text = text if text.isupper() else _INTRATHECAL.sub("intrathecal", text)
    found = [each for each in recognise(text).mentions if each.kind in NAMED]
    terms = _names_asked(text, found)
    named = {place for each in found for place in range(each.start, each.end)}
    for match in _WORD.finditer(text):
        word = match.group()
        told = word.lower().replace("’", "'").removesuffix("'s") in asking_words() or (
            len(word) < 2 and word not in "K"
        )
        if match.start() not in named and not told:
            key, term = _word_asked(text, match)
            terms.setdefault(key, term)
    for ways in signs_asked_for(text):
        said = f"asked:{min(ways)}"
        terms[said] = Term(said, ways, ASKED_WEIGHT, "asked")
    for interval in _intervals(text):
        terms.setdefault(interval, Term(interval, frozenset((interval,)), TOPIC_WEIGHT))
    return tuple(terms.values())


def _names_asked(text: str, found: Sequence[EntityMention]) -> dict[str, Term]:
    terms: dict[str, Term] = {}
    last, end = "", 0
    values = [e for e in found if e.kind == "effect" and _NUMBER_BEHIND.match(text, e.end)]
    for each in found:
        term = _named_term(text[each.start : each.end], each.kind, each.names)
        if each in values and len(values) > 1:
            # Of several values that were measured a rule has to be on one.
            term = replace(term, kind="", weight=TOPIC_WEIGHT)
        if last and each.kind in EXACT and JOINED.fullmatch(text[end : each.start]):
            # A rule on one drug of a combination is on the combination.
            terms[last] = replace(term, said=last, ways=terms[last].ways | term.ways)
        else:
            before = terms.setdefault(term.said, term)
            terms[term.said] = before if before.kind else term
            last = term.said if each.kind in EXACT else ""
        end = each.end
    return terms


def _word_asked(text: str, match: re.Match[str]) -> tuple[str, Term]:
    """The term of a word, and what tells it from the others."""
    word = match.group()
    way = fold(word)
    if _denied_word(text, match.start()):
        # A rule may be on just what is not there: "no blood return".
        return f"no:{word}", Term(word, frozenset((f"no:{way}",)), 1.0, DENIED)
    if LIKE_A_DRUG.fullmatch(word):
        # No table has it, and yet a rule has to be on it.
        return way, Term(word, frozenset((way,)), NAME_WEIGHT, "drug")
    short_name = _SHORT_NAME.fullmatch(word) and not text.isupper()
    plain = (is_plain(word) or way in _times()) and way not in _long_stems() and not short_name
    more = _OPERATION if _LIKE_AN_OPERATION.fullmatch(word) else ()
    same = same_meaning()
    meant = same.get(word.lower()) or same.get(word.lower().removesuffix("s")) or frozenset()
    ways = frozenset((way, *_acronym(word), *meant, *map(fold, more)))
    return way, Term(word, ways, PLAIN_WEIGHT if plain else TOPIC_WEIGHT)


def terms_known(text: str, known: frozenset[str]) -> tuple[Term, ...]:
    """The same beside all words of the rules: a word that none of them has stands for those that it
    begins ("staph"), and what the question denies counts only where a rule denies it."""
    terms = terms_of(text)
    kept = (each for each in terms if each.kind != DENIED or each.ways & known)
    return tuple(_compared_with(each, known) for each in kept)


def _compared_with(term: Term, known: frozenset[str]) -> Term:
    members = _members_known(term, known)
    if members:
        return replace(term, ways=term.ways | members)
    if not term.ways & known:
        return _with_longer_words(term, known)
    return replace(term, is_guessed=not term.kind and fold(term.said) not in known)


def _members_known(term: Term, known: frozenset[str]) -> frozenset[str]:
    """The drugs of the rules whose names end with a class that is asked for: "which statin",
    "which setron". Empty if the term is no such class, or if a rule names it itself."""
    ending = term.said.lower()
    if term.kind != "drug" or ending not in ENDINGS or term.ways & known:
        return frozenset()
    return frozenset(each for each in known if each.startswith("drug:") and each.endswith(ending))


ENDINGS = frozenset(("statin", "setron", "azole", "prazole", "parin", "sartan", "triptan"))
"""Classes of drugs by which the names of their members end."""


def spelled_out(text: str, known: frozenset[str]) -> str:
    """The text with the drugs that shortened words stand for, where rules name one that begins so:
    "cis 75" is cisplatin 75. "AS 1" is an activity score."""
    text = _SCORE.sub("activity score", text)
    for term in terms_of(text):
        begun = term.said.lower()
        if term.kind or term.ways & known or not _may_be_short(term):
            continue
        drugs = {each.removeprefix("drug:") for each in known if each.startswith(f"drug:{begun}")}
        if len(drugs) == 1:
            text = re.sub(rf"(?i)\b{re.escape(begun)}\b", drugs.pop(), text)
    return text


def _may_be_short(term: Term) -> bool:
    return term.weight >= TOPIC_WEIGHT and len(term.said) >= SHORTEST_BEGIN


def _with_longer_words(term: Term, known: frozenset[str]) -> Term:
    begun = term.said.lower()
    if term.kind or not _may_be_short(term):
        return term
    drugs = {each for each in known if each.startswith(f"drug:{begun}")}
    if 0 < len(drugs) <= MOST_BEGUN:
        classes = {c for each in drugs for c in drug_classes(each.removeprefix("drug:"))} - WIDE
        ways = term.ways | drugs | {f"drug_class:{each}" for each in classes}
        return replace(term, ways=ways, weight=NAME_WEIGHT, kind="drug")
    longer = {
        each
        for each in known
        if each.startswith(begun) and len(each) >= min(LONGEST_STEM, len(begun) + 3)
    }
    if 0 < len(longer) <= MOST_BEGUN:
        return replace(term, ways=term.ways | longer, is_guessed=True)
    return replace(term, kind=UNHEARD) if LIKE_A_CONDITION.fullmatch(begun) else term


def names_in_bag(bag: frozenset[str], kind: str) -> frozenset[str]:
    """The names of a kind in a bag."""
    return frozenset(each.removeprefix(f"{kind}:") for each in bag if each.startswith(f"{kind}:"))


def kind_of(kind: str) -> str:
    """The kind as bags write it: a drug that no table has is a drug."""
    return "drug" if kind == "unknown_drug" else kind


@cache
def _long_stems() -> frozenset[str]:
    """Words that have short forms carry a topic, as plain as they are: "board", "hold"."""
    times = ("day", "week", "month", "hour", "minute", "daily", "weekly", "monthly")
    return frozenset(map(fold, short_forms().values())) - {*map(stem, times), *map(fold, times)}


def initials_of(text: str) -> frozenset[str]:
    """The first letters of neighbouring words, as an abbreviation would have them."""
    words = [match.group().lower() for match in _WORD.finditer(text)]
    return frozenset(
        f"initials:{''.join(word[0] for word in words[start:end])}"
        for start in range(len(words))
        for end in range(start + 3, min(start + 6, len(words) + 1))
    )


def _acronym(word: str) -> tuple[str, ...]:
    return (f"initials:{word.lower()}",) if word.isupper() and 2 < len(word) < 6 else ()


def _named_term(written: str, kind: str, names: tuple[str, ...]) -> Term:
    ways = {f"{kind_of(kind)}:{name}" for name in names}
    if kind in EXACT:
        classes = {each for name in names for each in drug_classes(name)} - WIDE
        ways |= {f"drug_class:{each}" for each in classes}
        # "Not with tamoxifen: …" is on tamoxifen.
        ways |= {f"no:{each}" for each in ways}
    else:
        ways |= {
            way
            for each in _WORD.findall(written)
            if not is_plain(each) and each.lower() not in asking_words()
            for way in (fold(each), *same_meaning().get(each.lower(), ()))
        }
    if kind == "tumour":
        ways |= {way for name in names for way in ways_of_tumour(name)}
    said = " ".join(sorted(names))
    if kind == "drug_class" and WIDE.issuperset(names):
        # Nearly every patient has it: it tells no rule from another.
        return Term(said, frozenset(ways), PLAIN_WEIGHT)
    return Term(said, frozenset(ways), NAME_WEIGHT, kind_of(kind))


def _exact_places(found: Entities) -> frozenset[int]:
    return frozenset(
        place
        for each in found.mentions
        if each.kind in EXACT
        for place in range(each.start, each.end)
    )


def _denied_word(text: str, start: int) -> str:
    return "no:" if _NOT.search(text[max(0, start - BEFORE) : start]) else ""


def _intervals(text: str) -> frozenset[str]:
    """How often something is given: "3-weekly" and "every 3 weeks" are one."""
    found = set()
    for match in _EVERY.finditer(text):
        number = "1" if match["one"] else match["number"].lower()
        before = text[max(0, match.start() - 2) : match.start()]
        if not (match["one"] and before.strip("- ")[-1:].isdigit()):
            found.add(f"interval:{_NUMBERS.get(number, number)}")
    return frozenset(found)
