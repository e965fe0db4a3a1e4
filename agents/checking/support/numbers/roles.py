"""Whether numbers of one unit have changed their places: arms, events, endpoints. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from agents.checking.support.arms.places import confirmed_values
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber
from agents.checking.support.reading.words import any_clinical, is_neutral, stems_of

_NOTHING: frozenset[str] = frozenset()
_ENDPOINTS = ("surviv", "respons", "diseasecontrol")
"""How the stems of endpoints end that are joined to one word."""
MOST_RIVALS = 60
"""Numbers of a quote that are held against one. Chosen by hand: a long sentence of a source has
twenty."""
_VERSUS = re.compile(r"\b(?:versus|vs|against|compared with)\b")
RANGE = 8
"""Characters between the ends of a range: "4 to 6", "10-20". Chosen by hand."""


_YEAR = re.compile(r"(?<![\d.-])(?:19|20)\d\d(?![\d.-])")
_OF_DAY = re.compile(r"\bdays? (?:\d{1,2}(?:,? and |, |-| to | or )){0,4}$")
_OF_GRADE = re.compile(r"\bgrades? (?:\d(?:,? and |, |-| to |,? or )){0,3}$")
LIST = 30
"""Characters of "days 1, 8 and 15", which name days of a cycle and have no places to change. Chosen
by hand."""
_IN_WHOM = re.compile(
    r"[\d.,]{1,12} ?(?:%|[a-z]{1,12})? (?:with|on) [^,;.()\d]{3,60}?"
    r" (?P<whom>(?:in|among|for|at) [^,;.()]{1,80})"
)
_IN = re.compile(r"\b(?:in|among|for|at)\b")
_PART = re.compile(r"[;.] |, (?:and|but|while|whereas) | whereas | while ")
CLEARLY = 3
"""Words by which a sentence is nearer to what is told of another year. Chosen by hand."""
MOST_COUNTED = 1000
"""Numbers without a unit that may be counts; above stand years and identifiers. Chosen by hand."""
_CHANGED = re.compile(
    r"(?<![\d.])(?P<first>\d+(?:\.\d+)?) [a-z/0-9]{1,8} (?:is|are|was|were) (?:lowered|reduced|cut"
    r"|raised|increased|changed|halved|doubled)(?: [a-z]+)?? to (?P<second>\d+(?:\.\d+)?)"
)
_VERSUS = re.compile(r"\b(?:versus|rather than|instead of|not)\b")


def problem_with_order(claim: CitedSentence) -> str:
    """Whether two numbers of a quote stand each beside the other's words."""
    confirmed, changes = confirmed_values(claim), changes_of(claim)
    for one, other in _pairs(claim):
        if {one.value, other.value} <= confirmed or are_ends_of(changes, one, other, claim):
            continue
        if _fit(one, other, claim) < 0 and not is_of_first_arm(one, claim):
            return f"{one.value} and {other.value} have changed places in it."
    return ""


def changes_of(claim: CitedSentence) -> frozenset[tuple[str, str]]:
    """The ends of the changes that the quotes tell: "300 is lowered to 200"."""
    return frozenset(
        (m["first"], m["second"]) for q in claim.quotes() for m in _CHANGED.finditer(q.words)
    )


def are_ends_of(
    changes: frozenset[tuple[str, str]],
    one: LabelledNumber,
    other: LabelledNumber,
    claim: CitedSentence,
) -> bool:
    """Whether it gives "200 rather than 300" of "300 is lowered to 200"."""
    return (other.value, one.value) in changes and bool(
        _VERSUS.search(claim.sentence.words, one.place, other.place)
    )


def confirmed_places(claim: CitedSentence) -> frozenset[int]:
    """Where in the sentence the numbers stand that the words of a pair confirm."""
    return frozenset(
        figure.place
        for one, other in _pairs(claim)
        if _fit(one, other, claim) > 0
        for figure in (one, other)
    )


def problem_with_year(claim: CitedSentence) -> str:
    """Whether it tells of one year what a quote tells of another."""
    years = frozenset(_YEAR.findall(claim.sentence.words))
    if len(years) != 1 or len(claim.sources) != 1:
        return ""
    parts = [(_YEAR.findall(part), stems_of(part)) for part in _part_by_year(claim)]
    shared = {place: len(stems & claim.sentence.stems) for place, (_, stems) in enumerate(parts)}
    own = [shared[at] for at, (told, _) in enumerate(parts) if years & frozenset(told)]
    others = [shared[at] for at, (told, _) in enumerate(parts) if told and not years & set(told)]
    if own and others and max(others) >= max(own) + CLEARLY:
        return f"The cited quote tells this of another year than {min(years)}."
    return ""


def _part_by_year(claim: CitedSentence) -> list[str]:
    return [part for quote in claim.quotes() for part in _PART.split(quote.words)]


def _pairs(claim: CitedSentence) -> Iterator[tuple[LabelledNumber, LabelledNumber]]:
    """Neighbours of one unit."""
    text = claim.sentence.words
    own = [f for f in claim.sentence.figures if not f.is_bound and not _is_name(f)]
    own = [f for f in own if not _OF_DAY.search(text[max(0, f.place - LIST) : f.place])]
    own = [f for f in own if not _OF_GRADE.search(text[max(0, f.place - LIST) : f.place])]
    own.sort(key=lambda figure: figure.place)
    for unit in dict.fromkeys(figure.unit for figure in own):
        same = [figure for figure in own if figure.unit == unit]
        yield from (
            (one, other)
            for one, other in pairwise(same)
            if one.value != other.value and one.preposition != "from"
        )


def _is_name(figure: LabelledNumber) -> bool:
    """Whether it may be a year, a version, a stage or a score: those have no places to change."""
    return not figure.unit and (figure.number is None or figure.number > MOST_COUNTED)


def _fit(one: LabelledNumber, other: LabelledNumber, claim: CitedSentence) -> int:
    """How many more of the words beside two numbers are their own in the quotes than the other's;
    the best of all quotes that hold both."""
    fits = []
    for quote in claim.quotes():
        figures = quote.figures[:MOST_RIVALS]
        ones, others = (_same(figures, figure) for figure in (one, other))
        pairs = [
            (first, second)
            for first, second in product(ones, others)
            if abs(first.place - second.place) > RANGE
            and _is_ratio(first) == _is_ratio(second)
            and not _is_step(other, first, second)
        ]
        fits += [_of_pair(one, other, *pair, _place_of_both(quote.words, *pair)) for pair in pairs]
    return max(fits, default=0)


def _is_step(other: LabelledNumber, first: LabelledNumber, second: LabelledNumber) -> bool:
    """Whether both go from the first to the second number, and in that order."""
    return other.preposition == second.preposition == "to" and first.place < second.place


def _same(figures: Sequence[LabelledNumber], figure: LabelledNumber) -> list[LabelledNumber]:
    return [f for f in figures if f.value == figure.value and not f.is_bound]


def _place_of_both(text: str, first: LabelledNumber, second: LabelledNumber) -> frozenset[str]:
    """The words that say where or in whom, behind the arm of the later of two numbers, where none
    stand between them: "7 months with A and 3 months with B in altered tumours"."""
    start, end = sorted((first.place, second.place))
    found = _IN_WHOM.match(text, end)
    return _NOTHING if found is None or _IN.search(text, start, end) else stems_of(found["whom"])


def _of_pair(
    one: LabelledNumber,
    other: LabelledNumber,
    first: LabelledNumber,
    second: LabelledNumber,
    place: frozenset[str],
) -> int:
    # What stands close to a number tells more than all the words up to its neighbours.
    shared = _endpoint_of_both(first, second) | place
    return _score(one, other, first.near - shared, second.near - shared) or _score(
        one, other, (first.near | first.label) - shared, (second.near | second.label) - shared
    )


def _endpoint_of_both(first: LabelledNumber, second: LabelledNumber) -> frozenset[str]:
    """The endpoint that stands beside one of two numbers only, and is meant of both: "a median
    progression-free survival of 5.4 months and chemotherapy 1.6"."""
    named = [_endpoints(figure.near | figure.label) for figure in (first, second)]
    return _NOTHING if all(named) else named[0] | named[1]


def _score(
    one: LabelledNumber, other: LabelledNumber, first: frozenset[str], second: frozenset[str]
) -> int:
    only_first, only_second = first - second, second - first
    own = _weight(one.label & only_first) + _weight(other.label & only_second)
    return own - _weight(one.label & only_second) - _weight(other.label & only_first)


def _weight(stems: frozenset[str]) -> int:
    """How many; a denial turns the words behind it round and counts for one of them, too."""
    return len(stems) + ("not" in stems)


def is_of_another(figure: LabelledNumber, held: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether the words beside a number are those of another number of the quotes.

    "3.1 months with capivasertib" of "7.3 months with capivasertib and 3.1 months with placebo"."""
    for source in claim.sources:
        elsewhere = source.quote.stems if held not in source.quote.figures else _NOTHING
        for rival in source.quote.figures[:MOST_RIVALS]:
            if rival.unit != held.unit or rival.is_bound or rival.value == held.value:
                continue
            if abs(rival.place - held.place) <= RANGE and held in source.quote.figures:
                continue
            is_change = held.preposition == "to" and rival.preposition == "from"
            if is_change or _is_ratio(held) != _is_ratio(rival):
                continue  # what stands before a change is said of both of its ends
            named = _endpoints(held.label | held.near)
            if named and _is_of_endpoint(figure, rival) and not _is_of_endpoint(figure, held):
                return True
            # The words before the first number of a list are on all of them.
            own_only = (
                held.label - rival.label - rival.near if rival.place < held.place else _NOTHING
            )
            only_rival = figure.label & (rival.near - held.label - held.near)
            if not any_clinical(only_rival) and any_clinical(figure.label & own_only):
                continue
            near = held.near or (held.label if held.unit else _NOTHING)
            told = rival.near - held.label if elsewhere else rival.near
            if _speaks_of(figure.label, told, near, elsewhere):
                return True
    return False


def is_of_first_arm(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether the drug behind a pair is that of its second number: "68% versus 49% with B"."""
    own = sorted(claim.sentence.figures, key=lambda each: each.place)
    following = own[own.index(figure) + 1 :][:1]
    if not following or following[0].unit != figure.unit:
        return False
    between = claim.sentence.words[figure.place : following[0].place]
    told = [f for q in claim.quotes() for f in q.figures if f.value == following[0].value]
    return bool(_VERSUS.search(between)) and any(figure.near & f.near for f in told)


def _is_ratio(figure: LabelledNumber) -> bool:
    """Whether it has no unit and a point: a score or a count is no rival of a hazard ratio."""
    return not figure.unit and "." in figure.value


def _is_of_endpoint(figure: LabelledNumber, other: LabelledNumber) -> bool:
    """Whether the words beside both name one endpoint."""
    return bool(_endpoints(figure.label) & (other.label | other.near))


def _endpoints(stems: frozenset[str]) -> frozenset[str]:
    return frozenset(s for s in stems if s.endswith(_ENDPOINTS) and s not in _ENDPOINTS)


def _speaks_of(
    said: frozenset[str], rival: frozenset[str], own: frozenset[str], shared: frozenset[str]
) -> bool:
    """``shared``: what tells nothing for the number's own quote, since the rival's has it too."""
    speaks = any(not is_neutral(stem) for stem in said)
    if speaks and ("not" in said) != ("not" in own) and ("not" in said) == ("not" in rival):
        return True
    only_rival, only_own = rival - own, own - rival - shared
    if not said & only_rival:
        return False
    if not only_own:  # the rival's words are the number's own and more
        more = frozenset(stem for stem in only_rival if not is_neutral(stem))
        return bool(more and own) and more <= said
    if any_clinical(said & only_rival) and any_clinical(only_own):
        only_own = frozenset(stem for stem in only_own if not is_neutral(stem))
    return not said & only_own
