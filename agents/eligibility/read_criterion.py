"""What a criterion says, where every word of it is read. Pure.

Values are those of the readers of clinical words. Between them only words may stand that join them,
or that the rules list as changing nothing; anything else leaves the criterion unread."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from agents.eligibility.clauses import Clause, CriterionTerm, Joint, TermGroup
from agents.eligibility.limits import limits_in, of_some, with_condition
from agents.eligibility.rules import rules
from agents.turns.criteria import Side
from names.clinical.readers import read_clinical
from names.clinical.values import (
    ClinicalValue,
    Condition,
    FoundValue,
    Line,
    Marker,
    OrganFunction,
    Population,
    Setting,
    Therapy,
    TherapyOutcome,
    Tumour,
)
from names.recognise import recognise_passage

LONGEST_CRITERION = 600
"""Characters of a criterion that is read. Chosen by hand: a longer one tells cases apart."""
LONGEST_SHOWN = 60
"""Characters by which a longer one is named. Chosen by hand: a line."""
_SEXES = (Population(sex="female"), Population(sex="male"))
_JOIN = re.compile(r"(?i)[,;/&]|\b(?:and|or|plus|with)\b")
_TELLS = re.compile(r"[^\W_]|[<>≤≥=+:]")
"""Letters, digits and signs: what only they are not in was read."""
_BETWEEN_PIECES = re.compile(r"[,;]\s")
_DENIES = re.compile(r"(?i)(?<![\w-])(?:no|not|without|absence of|free of|negative for)(?![\w-])")
_GOES_ON = re.compile(r"(?i);|\b(?:or|and)\b")
_OF_ANY_ORIGIN = re.compile(
    r"(?i)\b(?:germ-?line|somatic|tumou?r)(?: and/or | or |/)(?:germ-?line|somatic|tumou?r) "
    r"(?=[A-Z0-9]{2,8}\b|mutations?\b|variants?\b|alterations?\b)"
)
"""Before a gene: of either origin is of any."""
_ESCAPES = re.compile(r"\\(?=[<>~\[\]*])")
_SURFACE = re.compile(
    r"(?i)\b(?P<positive>positive (?:for )?(?:the )?)?(?:(?:hepatitis B|HBV) surface antigen"
    r"(?: \(HBs-?Ag\))?|HBs-?Ag(?: \((?:hepatitis B|HBV) surface antigen\))?)(?![\w-])"
)
"""The surface antigen of hepatitis B in full or in short, with its result before it."""
_TESTED_NEGATIVE = re.compile(r"(?i)[ -]?neg(?:ative)?\b(?! for)")
"""Behind a condition that its reader has read as absent by it: "HBsAg negative"."""


@dataclass(frozen=True, slots=True)
class _Placed:
    term: CriterionTerm
    start: int
    end: int
    is_number: bool = False

    @property
    def kind(self) -> type:
        return type(self.term.values[0])


@lru_cache(maxsize=2000)
def read_criterion(words: str, side: Side) -> tuple[Clause, ...]:
    """The whole criterion as one clause. If that is not read, then of an inclusion the pieces
    between commas that are: each of them must hold."""
    text = _OF_ANY_ORIGIN.sub("", " ".join(_ESCAPES.sub("", words).split()))
    text = _SURFACE.sub(lambda each: f"HBsAg{' positive' if each['positive'] else ''}", text)
    whole = _clause(text, side)
    if not whole.unread or side == "exclusion" or _has_or(text):
        return (whole,)
    if rules().choices.search(text) or len(text) > LONGEST_CRITERION:
        return (whole,)
    pieces = [_clause(piece, side) for piece in _BETWEEN_PIECES.split(text)]
    return (whole, *(each for each in pieces if _is_number_alone(each)))


def _has_or(text: str) -> bool:
    return re.search(r"(?i)\bor\b", re.sub(r"\b\d or \d\b", " ", text)) is not None


def _is_number_alone(clause: Clause) -> bool:
    """Whether a piece tells nothing but the limit of a number, which words beside it do not
    change."""
    values = [v for group in clause.groups for term in group.terms for v in term.values]
    return (
        not clause.unread
        and not clause.is_narrowed
        and bool(values)
        and all(isinstance(each, OrganFunction) or _is_range(each) for each in values)
    )


def _is_range(value: ClinicalValue) -> bool:
    return isinstance(value, Population) and _is_of_numbers(value)


def _clause(text: str, side: Side) -> Clause:
    if len(text) > LONGEST_CRITERION:
        return Clause(unread=f"{text[:LONGEST_SHOWN]}…")
    if conditional := with_condition(text, side, _clause) or of_some(text, side, _clause):
        return conditional
    behind = rules().behind.search(text)
    until = behind.start() if behind else len(text)
    if match := rules().exceptions.search(text) or rules().asked.search(text, 0, until):
        return Clause(unread=match.group())
    if behind and _GOES_ON.search(text, until):
        # What follows may be of its own, and no part of what narrows the words before.
        return Clause(unread=_first_words(text[until:]))
    placed = [each for each in _placed_terms(text) if each.end <= until]
    if not placed:
        return Clause(unread=_first_words(text))
    between = _without_outcomes(text, placed)
    gaps = [between[one.end : other.start] for one, other in pairwise(placed)]
    outer = (between[: placed[0].start], between[placed[-1].end : until])
    left = [_Gap.of(gap) for gap in (outer[0], *gaps, outer[1])]
    unread = next((each.unread for each in left if each.unread), _of_past(placed, left[1:-1]))
    denials = sum(each.denies for each in left)
    if unread or (denials and (len(placed) > 1 or not left[0].denies)):
        return Clause(unread=unread or _first_words(text))
    if denials and not (placed := _denied_terms(text[:until])):
        return Clause(unread=_first_words(text))
    groups, joint = _groups(placed, left[1:-1], side)
    narrowed = behind is not None or any(each.is_narrowed for each in left)
    return Clause(groups, joint, narrowed)


def _of_past(placed: Sequence[_Placed], gaps: Sequence[_Gap]) -> str:
    """The words of a disease or setting that a treatment was for, which need not be today's, or of
    what a line is of ("untreated brain metastases"); empty where none is told so."""
    for one, gap, other in zip(placed, gaps, placed[1:], strict=False):
        of_disease = other.kind in (Tumour, Setting, Line) and one.kind is Therapy
        of_setting = one.kind in (Setting, Line) and other.kind is Therapy and not gap.words
        of_line = Line in (one.kind, other.kind) and not gap.joins
        if (of_disease and not gap.joins - {"with"}) or of_setting or of_line:
            return other.term.words if of_disease else one.term.words
    return ""


def _without_outcomes(text: str, placed: Sequence[_Placed]) -> str:
    """The text with spaces for words that stand for themselves where a value was read: how a
    treatment ended, the name of a marker before its number."""
    outcomes = {getattr(value, "outcome", "") for each in placed for value in each.term.values}
    for outcome in outcomes & set(rules().treatments):
        text = rules().treatments[outcome].sub(_as_spaces, text)
    markers = {v.name for each in placed for v in each.term.values if isinstance(v, Marker)}
    for name in sorted(markers):
        # "PD-L1 CPS ≥ 10" is read from its second word on.
        text = re.sub(rf"(?<![\w-]){re.escape(name)}(?= )", _as_spaces, text)
    for each in placed:
        result = _TESTED_NEGATIVE.match(text, each.end)
        if result and all(_is_absent(value) for value in each.term.values):
            text = text[: each.end] + _as_spaces(result) + text[result.end() :]
    return text


def _is_absent(value: ClinicalValue) -> bool:
    return isinstance(value, Condition) and value.polarity == "absent"


def _as_spaces(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _first_words(text: str) -> str:
    words = text.split()
    return " ".join(words[:8]) + ("…" if len(words) > 8 else "")


@dataclass(frozen=True, slots=True)
class _Gap:
    """What stands between two values."""

    joins: frozenset[str]
    denies: bool
    is_narrowed: bool
    unread: str
    words: str

    @staticmethod
    def of(text: str) -> _Gap:
        rest, narrower = rules().narrower.subn(" ", text)
        rest, denials = _DENIES.subn(" ", rest)
        joins = frozenset(match.group().lower() for match in _JOIN.finditer(rest))
        bare = _JOIN.sub(" ", rules().beside.sub(" ", rest))
        unread = " ".join(bare.split()) if _TELLS.search(bare) else ""
        return _Gap(joins, bool(denials), bool(narrower), unread, text.strip(" -"))


def _denied_terms(text: str) -> list[_Placed]:
    """The one term behind a word that denies it, as it reads without that word: some readers read
    it, too, and it must not count twice. Empty where that reads as anything else."""
    bare = _DENIES.sub(_as_spaces, text)
    terms = _placed_terms(bare)
    if len(terms) != 1:
        return []
    (only,) = terms
    bare = _without_outcomes(bare, terms)
    if _Gap.of(bare[: only.start]).unread or _Gap.of(bare[only.end :]).unread:
        return []
    return [replace(only, term=replace(only.term, is_denied=True))]


def _placed_terms(text: str) -> list[_Placed]:
    """The terms of a text in order, none inside another."""
    found = [*_numbers(text), *_clinical(text), *_treatments(text)]
    found.sort(key=lambda each: (each.start, not each.is_number, -each.end))
    kept: list[_Placed] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
        elif each.kind is kept[-1].kind in (OrganFunction, Marker) and each.end == kept[-1].end:
            kept[-1] = _with_other(kept[-1], each)
    sexes = {each.term.values[0] for each in kept} & set(_SEXES)
    if any(_of_pregnancy(each) for each in kept) or len(sexes) > 1:
        # Both sexes are anybody, and who is pregnant is a woman.
        kept = [each for each in kept if each.term.values[0] not in _SEXES]
    return kept


def _with_other(one: _Placed, other: _Placed) -> _Placed:
    """Two measures with one limit, or genes with one alteration: "AST and ALT ≤ 2.5 × ULN", "EGFR,
    ALK or ROS1 alteration". Of limits with "or", each or both may be meant."""
    values = (*one.term.values, *other.term.values)
    told, limits = one.term.words, one.kind is OrganFunction
    joint: Joint = "all" if limits else "either"
    if all(getattr(each, "polarity", "") == "absent" for each in values):
        joint = "all"
    elif re.search(r"(?i)\bor\b", told):
        joint = "either" if limits else "any"
    return replace(one, term=replace(one.term, values=values, joint=joint))


def _of_pregnancy(placed: _Placed) -> bool:
    return any(isinstance(v, Population) and v.pregnancy for v in placed.term.values)


def _clinical(text: str) -> Iterator[_Placed]:
    """What the readers of clinical words find, several values of one place as one term."""
    places: dict[tuple[int, int], list[FoundValue]] = {}
    for each in read_clinical(text):
        if isinstance(each.value, Population) and _is_of_numbers(each.value):
            continue
        places.setdefault((each.start, each.end), []).append(each)
    for (start, end), found in places.items():
        values = tuple(_of_measure(each.value, text) for each in found)
        absent = [getattr(each, "polarity", "present") == "absent" for each in values]
        joint: Joint = "all" if all(absent) else "any"
        yield _Placed(CriterionTerm(values, text[start:end], joint), start, end)


def _treatments(text: str) -> Iterator[_Placed]:
    """Drugs and classes of drugs that are only named, where the words tell that they were had, or
    are taken now."""
    was_had = rules().treatments["had"].search(text) is not None
    if not was_had and not rules().treatments["current"].search(text):
        return
    outcome: TherapyOutcome = "given" if was_had else "current"
    for each in recognise_passage(text).of("drug", "drug_class"):
        is_drug = each.kind == "drug"
        drugs, classes = (each.names, ()) if is_drug else ((), each.names)
        had = Therapy(drugs=drugs, classes=classes, outcome=outcome)
        yield _Placed(CriterionTerm((had,), each.text), each.start, each.end)


def _is_of_numbers(value: Population) -> bool:
    return value.age_from is not None or value.age_to is not None or value.ecog_to is not None


def _of_measure(value: ClinicalValue, text: str) -> ClinicalValue:
    """The value, of the measure whose formula the criterion names."""
    if not isinstance(value, OrganFunction) or value.organ != "renal":
        return value
    named = [measure for measure, words in rules().measures.items() if words.search(text)]
    return replace(value, measure=named[0]) if len(named) == 1 else value


def _numbers(text: str) -> Iterator[_Placed]:
    """Ages, performance status and values of the laboratory, by the rules' own patterns."""
    for values, match in limits_in(text):
        joint: Joint = "either" if len(values) > 1 else "any"
        yield _Placed(CriterionTerm(values, match.group(), joint), *match.span(), is_number=True)


def _groups(
    placed: Sequence[_Placed], gaps: Sequence[_Gap], side: Side
) -> tuple[tuple[TermGroup, ...], Joint]:
    """Neighbours of one kind that words join, as a group; and how the groups are joined."""
    groups: list[list[_Placed]] = [[placed[0]]]
    inner: list[set[str]] = [set()]
    outer: set[str] = set()
    for one, gap, other in zip(placed, gaps, placed[1:], strict=False):
        if one.kind is other.kind and gap.joins:
            groups[-1].append(other)
            inner[-1] |= gap.joins
        else:
            groups.append([other])
            inner.append(set())
            outer |= gap.joins or {""}
    told = tuple(
        TermGroup(tuple(each.term for each in group), _joint(joins, side, group[0].kind))
        for group, joins in zip(groups, inner, strict=True)
    )
    return told, _joint(outer, side)


def _joint(joins: set[str], side: Side, kind: type = object) -> Joint:
    """What the words between terms mean. A list of exclusions may mean each of them by itself,
    also where "and" stands before its last; so may any list without "and", but for limits of
    organs."""
    if not joins or joins <= {"", "with", "plus"}:
        return "all"
    if "or" in joins:
        return "any" if joins <= {"or", ",", "/", "and"} and "and" not in joins else "either"
    together = "and" in joins or kind in (OrganFunction, Population)
    return "all" if side == "inclusion" and together and "/" not in joins else "either"
