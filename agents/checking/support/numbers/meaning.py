"""Whether a number means in a sentence what it means in a cited quote. Pure.

A number is bound to its role: the arm, event, grade or endpoint whose words stand beside it, the
trial and the drug that its sentence names, whether it is an estimate or an end of an interval, and
"by" or "to".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.checking.support.arms.places import confirmed_values
from agents.checking.support.numbers.arithmetic import is_computed
from agents.checking.support.numbers.changes import misses_limit
from agents.checking.support.numbers.counts import digits_of
from agents.checking.support.numbers.equality import (
    is_denied_limit,
    is_grade_and_above,
    is_same,
    rounds_others,
    same_value,
)
from agents.checking.support.numbers.mixed_quotes import examples_of_patient, is_of_sibling
from agents.checking.support.numbers.ratios import ROUGH
from agents.checking.support.numbers.roles import is_of_first_arm
from agents.checking.support.numbers.rough import follows_roughly, may_be_computed
from agents.checking.support.numbers.shares import COUNTS, is_multiple_of_dose, is_share_in_words
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedQuote, CitedSentence
from agents.checking.support.reading.labelled_numbers import COUNT, LabelledNumber
from agents.checking.support.reading.words import stems_of
from agents.checking.text.members import members_named
from agents.checking.text.name_index import name_stands
from agents.checking.text.quantities import quantity_in_words

_AROUND_ONE = re.compile(r"\b(?:intervals?|bounds?|ratio|risk|includes?|cross\w*|excludes?)\b")
FROM_TO = re.compile(
    r"\bfrom (?P<first>\d+(?:\.\d+)?)[a-z%/ ]{0,20}(?:m2)? to (?P<second>\d+(?:\.\d+)?)"
)
_STEPWISE = re.compile(r"\b(?:steps?|finally|eventually|later|then|further|down)\b")
_OTHER_SIDE = {"≥": "≤", "≤": "≥", ">": "<", "<": ">"}
MOST_FIGURES = 60
"""Numbers of a sentence that are held against each other. Chosen by hand: a long
sentence of a source has twenty."""
_CALLED_AN_END = re.compile(
    r"\b(?:upper|lower) (?:(?:confidence )?(?:limit|bound|end)|boundary)(?: [a-z]+){0,4} $"
    r"|\b(?:interval|ci)\b[^.;]{0,60} (?:to|up to|from|at|with|between|and) $"
)
_THRESHOLD = re.compile(
    r"\b(?:required?|threshold|limit|cut ?off|minimum|maximum|reach\w*|suffices?|label's"
    r"|condition|earliest|latest|down to|gone by|ha(?:s|ve) passed"
    r"|(?:should|must|have to|has to) pass|once \d+|past)\b"
)
_COUNTABLE = ("patient", "dose", "time", "cycle", "tablet", "capsule")
_A_SINGLE = re.compile(
    r"\b(?:an? (?:[\w-]+ ){0,3}(?:patient|man|woman|case|dose|cycle|tablet|capsule)|single|only"
    r"|daily|weekly|monthly|yearly|annually)\b"
)
_OF_COUNT = re.compile(
    r"\b[a-z]{1,12} (?:out )?of (?:the |all |these |those )?(?P<of>\d{1,7}|[a-z]{1,12})\b"
)
_TIME_POINT = re.compile(r"(?:\d{1,3}|[a-z]{3,6}) (?:year|month|week|day) [a-z]{3}")
_AT = re.compile(r"\b(?:at|after|within) (?:the )?$")
_APPROVED_ON = re.compile(r"\bapproved\b[^.;]{0,120} on (?:19|20)\d\d-")
_PLACEBO = stems_of("placebo")
_VERSION = re.compile(r"[1-9]\d?\.(?:19|20)\d{1,2}")
"""As "2.2020", whose last nought a number does not keep."""

_ON_THE_PATIENT = re.compile(r"\b(?:she|he|her|his|patient|patient's|question|asked)\b")
_DOSES = frozenset(("mg", "g", "mcg", "µg", "mg/kg", "mg/m2", "mg/m²", "units", "iu", "auc"))


def problem_with_numbers(claim: CitedSentence) -> str:
    """The first number of the sentence that no cited quote has, or has as something else."""
    if len(claim.sentence.figures) > MOST_FIGURES:
        return "It has too many numbers to be checked."
    for figure in claim.sentence.figures:
        if figure.value == "1" and not figure.unit and _AROUND_ONE.search(claim.sentence.words):
            continue
        held = held_by_quotes(figure, claim)
        if not held:
            if _is_turned_limit(figure, claim):
                return (
                    f"{number_in_words(figure)} is a limit on the other side in the cited quotes."
                )
            if is_told_otherwise(figure, claim) or may_be_computed(figure, claim):
                continue
            return f"{number_in_words(figure)} does not stand in the cited quotes."
        problem = _problem_with_role(figure, held, claim)
        if problem and not is_rounded_result(figure, held, claim):
            return problem
    return ""


def is_told_otherwise(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether it follows from the quotes' numbers, or stands in a title or the thread."""
    return (
        (figure.unit == COUNT and not _is_part_of_count(figure, claim))
        or (_is_single(figure) and _tells_single(claim))
        or is_share_in_words(figure, claim)
        or is_multiple_of_dose(figure, claim)
        or is_grade_and_above(figure, claim)
        or _stands_elsewhere(figure, claim)
        or is_computed(figure, claim)
        or follows_roughly(figure, claim)
        or misses_limit(figure, claim)
    )


Held = Sequence[tuple[CitedQuote, LabelledNumber]]
"""The numbers of the quotes that one of the sentence may be, with their quotes."""


def held_by_quotes(
    figure: LabelledNumber, claim: CitedSentence
) -> list[tuple[CitedQuote, LabelledNumber]]:
    """The numbers of the quotes that it may be, with their quotes."""
    rough = bool(ROUGH.search(claim.sentence.words)) or rounds_others(figure, claim)
    of_patient = _holds_own_number(figure, claim) or is_denied_limit(figure, claim)
    bare = of_patient or bool(_THRESHOLD.search(claim.sentence.words))
    return [
        (source, each)
        for source in claim.sources
        for each in source.quote.figures
        if is_same(figure, each, source, rough=rough, bare=bare, of_patient=of_patient)
    ]


def is_rounded_result(figure: LabelledNumber, held: Held, claim: CitedSentence) -> bool:
    rounded = all(each.value != figure.value for _, each in held)
    return rounded and is_computed(figure, claim)


def _is_turned_limit(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether a quote has it as the least where the sentence has it as the most, or the reverse."""
    told = (each for quote in claim.quotes() for each in quote.figures)
    signs = {each.sign for each in told if (each.value, each.unit) == (figure.value, figure.unit)}
    return figure.sign in _OTHER_SIDE and signs == {_OTHER_SIDE[figure.sign]}


def _is_part_of_count(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether it is the "nine" of "nine of 19 patients", with a 19 of the quotes."""
    found = _OF_COUNT.match(claim.sentence.words, figure.place)
    told = {f.value for quote in claim.quotes() for f in quote.figures if f.unit in COUNTS}
    return bool(found) and digits_of(found["of"]) in told if found else False


def _is_single(figure: LabelledNumber) -> bool:
    return figure.value == "1" and figure.unit in _COUNTABLE and figure.sign in ("", "≥")


def _tells_single(claim: CitedSentence) -> bool:
    """Whether a quote speaks of one, or of something monthly, and of no other number of times."""
    quotes = list(claim.quotes())
    often = any(f.unit == "time" for quote in quotes for f in quote.figures)
    return not often and any(_A_SINGLE.search(quote.words) for quote in quotes)


def _problem_with_role(figure: LabelledNumber, held: Held, claim: CitedSentence) -> str:
    shown = number_in_words(figure)
    is_end = _CALLED_AN_END.search(claim.sentence.words[: figure.place])
    if all(each.is_bound != figure.is_bound for _, each in held) and not is_end:
        role = "an end of an interval" if not figure.is_bound else "an estimate"
        return f"{shown} is {role} in the cited quotes."
    prepositions = {each.preposition for _, each in held}
    if {figure.preposition, *prepositions} == {"by", "to"}:
        return f"The cited quotes say “{prepositions.pop()} {shown}”."
    if _is_of_other_names(held, claim):
        return f"{shown} stands beside another name in the cited quotes."
    if figure.preposition in ("from", "to") and (problem := _problem_with_order(claim)):
        return problem
    if _is_year_of_title(figure, held):
        return ""
    if _is_of_another_arm(figure, held, claim):
        return f"{shown} stands beside another drug in the cited quotes."
    if figure.preposition in ("from", "to") and _is_change_of_quotes(figure, held, claim):
        return ""
    if _is_of_another_drug(figure, held, claim) or is_of_sibling(figure, held, claim):
        return f"{shown} stands in a quote on something else."
    return ""


def _is_change_of_quotes(figure: LabelledNumber, held: Held, claim: CitedSentence) -> bool:
    """Whether it goes from the usual dose of one quote to the dose of another one on that drug."""
    ends = list(FROM_TO.finditer(claim.sentence.words))
    if len(ends) != 1 or len(claim.sources) != PAIR:
        return False
    one, other = (source.quote for source in claim.sources)
    values = [{f.value for f in quote.figures} for quote in (one, other)]
    first, second = ends[0]["first"], ends[0]["second"]
    apart = (first in values[0]) != (first in values[1]) and (second in values[0]) != (
        second in values[1]
    )
    return apart and bool(one.drugs & other.drugs & claim.sentence.drugs)


PAIR = 2


def _is_year_of_title(figure: LabelledNumber, held: Held) -> bool:
    """Whether a number without a unit is a year that a title has, too."""
    is_year = not figure.unit and len(figure.value) == YEAR_DIGITS
    return is_year and any(name_stands(figure.value, quote.about.words) for quote, _ in held)


YEAR_DIGITS = 4
"""Of the Gregorian calendar, as far as this century is quoted."""


def is_attribute(text: str, figure: LabelledNumber) -> bool:
    found = _TIME_POINT.match(text, figure.place)
    return figure.value != "1" and bool(found)


def _is_of_other_names(held: Held, claim: CitedSentence) -> bool:
    """Whether the sentence names a drug or gene that no cited quote does, a title at most, and the
    quotes that have the number name another."""
    if _is_of_another_source(held, claim):
        return True
    said = claim.sentence.drugs, claim.sentence.genes
    for place, names in enumerate(said):
        told = [(quote.drugs, quote.genes)[place] for quote in claim.quotes()]
        strange = names - frozenset().union(*told)
        written = frozenset().union(*(quote.stems for quote in claim.quotes()))
        strange = frozenset(name for name in strange if name.lower() not in written)
        strange -= examples_of_patient(claim)
        strange -= members_named(claim.sentence.text, " ".join(q.text for q in claim.quotes()))
        if strange and all((s.quote.drugs, s.quote.genes)[place] - names for s, _ in held):
            return True
    return False


def _problem_with_order(claim: CitedSentence) -> str:
    """Whether it goes from the second number of a quote to the first."""
    text = claim.sentence.words
    said = {(m["first"], m["second"]) for m in FROM_TO.finditer(text)}
    told = {(m["first"], m["second"]) for q in claim.quotes() for m in FROM_TO.finditer(q.words)}
    turned = {(second, first) for first, second in told}
    if said & turned - told:
        return "It turns a change of the cited quotes round."
    begun, ended = {first for first, _ in told}, {second for _, second in told}
    if any(first in begun and second in ended for first, second in said - told):
        return "It mixes two changes of the cited quotes."
    values = {f.value for quote in claim.quotes() for f in quote.figures}
    if any(first in begun and second in values for first, second in said - told - turned):
        return "The cited quotes tell another change." if not _STEPWISE.search(text) else ""
    return ""


def _holds_own_number(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether another number of the sentence is the patient's, so that this one is a limit."""
    asked = {f.value for f in claim.asked.figures}
    own = (f for f in claim.sentence.figures if f is not figure)
    return any(f.value in asked and not _VERSION.fullmatch(f.value) for f in own)


def _tells_year(value: str, quote: CanonicalText) -> bool:
    """Whether it is the year of the only day that a quote tells, that of an approval."""
    days = {day for day in quote.dates if day.startswith(f"{value}-")}
    return len(quote.dates) == len(days) == 1 and bool(_APPROVED_ON.search(quote.words))


def _stands_elsewhere(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether a title, a date or the question has it; a version, where no quote has one."""
    if _VERSION.fullmatch(figure.value) and any(
        _VERSION.fullmatch(f.value) for quote in claim.quotes() for f in quote.figures
    ):
        return False
    if not figure.unit and any(
        day.startswith(f"{figure.value}-") for each in claim.sources for day in each.about.dates
    ):
        return True  # the year of its day
    if not figure.unit and any(_tells_year(figure.value, each) for each in claim.quotes()):
        return True
    told = [f for source in claim.sources for f in source.about.figures]
    # What somebody wishes is no dose of a drug: only a sentence on the patient may repeat it.
    is_dose = figure.unit in _DOSES and not _ON_THE_PATIENT.search(claim.sentence.words)
    return any(
        same_value(figure, each) and (figure.unit == each.unit or not figure.unit) for each in told
    ) or any(
        figure.value == each.value
        and (figure.unit == each.unit or not figure.unit or (not each.unit and figure.unit != "%"))
        for each in (() if is_dose else claim.asked.figures)
    )


def _is_of_another_source(held: Held, claim: CitedSentence) -> bool:
    """Whether one cited quote is on all that the sentence names, and the number stands only in
    quotes on others."""
    drugs, trials, tumours = claim.sentence.drugs, claim.sentence.trials, claim.sentence.tumours
    on_all = [s for s in claim.sources if drugs | trials | tumours <= _names_of(s)]
    return bool(on_all) and all(
        (drugs - _names_of(source) and source.quote.drugs - drugs)
        or (trials - _names_of(source) and source.quote.trials - trials)
        or (tumours - _names_of(source) and source.quote.tumours - tumours)
        for source, _ in held
    )


def _is_of_another_drug(figure: LabelledNumber, held: Held, claim: CitedSentence) -> bool:
    """Whether the words beside it name a drug that only the other cited quotes are on."""
    stems = {
        source: stems_of(" ".join(source.quote.drugs | source.about.drugs))
        for source in claim.sources
    }
    named = figure.label & frozenset().union(*stems.values())
    return bool(named) and not any(named & stems[source] for source, _ in held)


def _is_of_another_arm(figure: LabelledNumber, held: Held, claim: CitedSentence) -> bool:
    """Whether the words at it name a drug of the quote, and those at it in the quote another one
    only: "16.4 months on lorlatinib" of "16.4 months with crizotinib"."""
    if figure.preposition == "from" or not figure.unit:
        return False
    if not figure.label and len(claim.sentence.drugs) > 1:
        return False  # a pair in brackets behind a comparison is of both
    if _is_point_in_time(claim.sentence.words, figure) or figure.value in confirmed_values(claim):
        return False
    if all(_is_point_in_time(source.quote.words, each) for source, each in held):
        return False  # "had died by five years" of "survival at 5 years"
    if all(_is_on_other(figure, source, each) for source, each in held):
        return not is_of_first_arm(figure, claim)
    return False


def _is_point_in_time(text: str, figure: LabelledNumber) -> bool:
    """Whether it says when a value was seen: "at 2 years", "5-year survival"."""
    is_time = figure.unit in ("year", "month", "week", "day")
    return is_time and (is_attribute(text, figure) or bool(_AT.search(text[: figure.place])))


def _is_on_other(figure: LabelledNumber, source: CitedQuote, held: LabelledNumber) -> bool:
    arms = stems_of(" ".join(source.quote.drugs)) | _PLACEBO
    said = figure.near & arms or figure.label & arms
    told = held.near & arms or held.label & arms
    return bool(said and told and not figure.label & told and not said & held.label)


def _names_of(source: CitedQuote) -> frozenset[str]:
    quote, about = source.quote, source.about
    tumours = quote.tumours | about.tumours
    if "lung cancer" in tumours:
        tumours |= {"non-small cell lung cancer"}
    return quote.names_told | about.names_told | tumours


def number_in_words(figure: LabelledNumber) -> str:
    return quantity_in_words(figure.sign, figure.value, figure.unit)
