"""Direction, difference and significance of an effect. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from agents.checking.support.direction.shown_changes import sign_of_numbers, words_around
from agents.checking.support.direction.significance import (
    NOT_SIGNIFICANT,
    SIGNIFICANT,
    denies_shown_gain,
    of_p_values,
    significance,
    values_of_chance,
)
from agents.checking.support.numbers.ratios import MOST_FIGURES
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber
from agents.checking.support.reading.negations import DENIAL, without_bounds
from agents.checking.support.reading.words import stems_of
from names.recognise import recognise_passage

_UP = re.compile(
    r"\b(?:rais\w+|rises?|rose|increas\w+|higher|longer|lengthen\w*|prolong\w*|extend(?:s|ed)?"
    r"|doubl\w+|improv\w+|better|greater|gain\w*|added(?= (?:\d|about|nearly|some))"
    r"|enhanc(?:es?|ed)|potentiat(?:es?|ed)"
    r"|superior|favou?rable(?= (?:[a-z]+ ){0,2}(?:surviv|outcome|prognos))|more (?:common|often"
    r"|frequent)\w*"
    r"|more (?=(?:adverse|severe|serious|grade|events?|toxicit|side|deaths|relapses"
    r"|recurrences)))\b"
)
_DOWN = re.compile(
    r"\b(?:lower(?:s|ed)?|reduc\w+|decreas\w+|shorter|shorten\w*|falls?|fell|less (?:common|often"
    r"|frequent)\w*|fewer|rarer|(?:poor(?:er)?|dismal)(?= (?:[a-z]+ ){0,2}(?:surviv|outcome"
    r"|prognos|respon))"
    r"|halv\w+|half (?:as|the)|cuts?|weaken(?:s|ed)?|attenuat(?:es?|ed)"
    r"|worse\w*|drop(?:s|ped)?|smaller)\b"
)
_SIMILAR = re.compile(
    r"\b(?:similar|the same|no difference|(?:did|does|do) not (?:significantly )?(?:differ|change"
    r"|affect|alter|influence|improve|lengthen|prolong)|comparable|unchanged"
    r"|no (?:need to |dose )?(?:chang|adjust|modif)\w*"
    r"|no (?:\w+ ){0,2}(?:effect|benefit|impact|influence|association|link|advantage)"
    r"|without (?:an? )?(?:\w+ )?(?:effect|benefit|difference|advantage))\b"
)
_ALIKE = re.compile(
    r"\b(?:(?:was|were|is|are) (?:similar|comparable|the same|equal|alike)"
    r" (?:in|with|on|for) (?:both|the two|either)\b)"
)
_WITHOUT = re.compile(
    r"\b(?:longer|shorter|better|worse|poorer|higher|lower) (?:in those |in patients )?without\b"
)
_NO_EFFECT = re.compile(
    r"\b(?:(?:does|do|did) not (?:affect|influence|alter|change|impair|compromise|matter)"
    r"|(?:has|had|have) no (?:[a-z]+ ){0,2}(?:effect|influence|impact|bearing)|makes? no difference"
    r"|made no difference|(?:did|does|do) not (?:significantly )?differ"
    r"|without (?:any )?(?:effect|influence|impact) on|unaffected)\b"
)
_NOT_REACHED = re.compile(r"\bnot (?:yet )?(?:been )?reached\b")
_TWO_GROUPS = re.compile(r"\b(?:whereas|while|in contrast|conversely|but)\b")
_AT_RISK = re.compile(
    r"\b(?:higher|lower) risk,? (?=(?:early|tumou?r|disease|breast|cancer|patient|women|men\b"
    r"|feature"
    r"|er\b|hr\b|prostate))"
)
"""What a tumour is called, and no change."""
_LOSS = re.compile(r"\b(?:loss|lost|loses?|harm\w*|worsen\w*|impair(?:s|ed)|risks?|depends?)\b")
_FAVOURS = re.compile(r"\bfavou?r(?:s|ed|ing)?\b")
_IMMATURE = re.compile(r"\b(?:immature|not (?:yet )?mature|too early|not (?:yet )?reported)\b")
_GRADE_BOUND = re.compile(
    r"\b(?:and|or) (?:higher|greater|more|lower|less|older|younger|worse|better|above|below)\b"
)
_LIMIT = re.compile(
    r"\bnot? (?:more|less|fewer|longer|shorter|higher|lower|greater|later) than\b"
    r"|\b(?:more|less|fewer|longer|shorter|higher|lower|greater) than (?=(?:about )?[\d<>])"
)
"""Before a number: "no longer than 28 days" tells how long, and that nothing grows."""
_DIFFERS = re.compile(
    r"(?<!little )(?<!no )(?<!small )\b(?:differs?|differed|different(?:ly)?|difference)\b"
)
_RESULT_UNITS = ("%", "fold", "patient")
_BEATS = re.compile(
    r"\b(?:found that|delay(?:s|ed)|beats?|beat|outperform\w*|showed that|demonstrat\w+|wins?)\b"
)
_ASKS = re.compile(r"\b(?:ask\w*|whether|tests?|testing|aim\w*|investigat\w*)\b")
_NO_BETTER = re.compile(
    r"\b(?:was|were|is|are) (?:no (?:better|worse|more effective|less effective)"
    r"|as (?:good|effective) as|equally (?:good|effective))\b"
)
_COMPARED = re.compile(r"\b(?:compar(?:es|ed|ing)|against|versus|randomi[sz]ed)\b")
_MEASURED = re.compile(r"\b(?:median|mean|ratio|surviv\w+|rates?|respon\w+|events?)\b")
_THAN = re.compile(
    r"\b(?P<word>more|higher|longer|greater|commoner|rarer|less|lower|fewer|shorter"
    r"|smaller)\b[a-z ]{0,80}\bthan\b(?! (?:about )?[\d<>])"
)
_OTHER_CLAUSE = re.compile(r"[;,] (?:whereas|while|but)\b|;|\b(?:whereas|while)\b")
_OVER = re.compile(r"\b(?:over|than|compared (?:with|to)|against|versus)(?= [a-z])")
_CONTROLS = frozenset(("placebo", "chemotherapy", "observation", "surgery"))
_MORE = ("more", "commoner")
_BAD = re.compile(
    r"\b(?:risk|hazard(?! ratio of)|deaths?|mortality|(?<!time to )(?<!after )progression(?! free)"
    r"|(?<!after )recurrences?(?! free)|metastas[ei]s(?! free))\b"
)
_GOOD = re.compile(r"\b(?:surviv\w+|response|life|lived?)\b")
_OBJECTS = re.compile(
    r"\b(?:exposure|dos(?:e|ed|age|es|ages)|effects?|auc|clearance|starting|started|glucose"
    r"|common|often|frequent\w*|rarer|events?|toxicity|count|interval|infusion)\b"
)
_UNAVOIDABLE = re.compile(
    r"\b(?:cannot|can not|could not) be (?:avoided|stopped|replaced|omitted)\b"
)
"""What supposes a case, and denies nothing of what is done in it."""
_RATIO_OF_RISK = re.compile(
    r"\b(?:relative risk|hazard ratio|odds ratio) (?:of|for) [^0-9;]{0,80}[1-9]\.\d"
)
_WORKS = re.compile(r"\b(?:clearly|proven|works?|effective|superior|definitely|certain)\b")


def problem_with_significance(claim: CitedSentence) -> str:
    """Whether it calls significant what its quotes do not, or the reverse."""
    text = claim.sentence.words
    told = {significance(quote) for quote in claim.quotes()}
    if told == {False} and _WORKS.search(text) and not DENIAL.search(text):
        return "The cited quotes do not show an effect."
    alike = _ALIKE.search(text) and not any(_SIMILAR.search(q.words) for q in claim.quotes())
    if told == {True} and alike and not DENIAL.search(text):
        return "The cited quotes show a difference."
    denied = bool(NOT_SIGNIFICANT.search(text))
    if not denied and not DENIAL.search(text) and (chance := values_of_chance(claim)):
        return f"{min(chance)} is not significant in the cited quotes."
    if not denied and not SIGNIFICANT.search(text):
        return ""
    told = (told | frozenset().union(*map(of_p_values, claim.quotes()))) - {None}
    if (denied and "similar" in text) or told == {not denied} or len(told) == 2:
        return ""
    return "Whether this is significant does not stand in the cited quotes."


def problem_with_direction(claim: CitedSentence) -> str:
    """Whether it says that something rises that falls in its quotes, or the reverse."""
    quotes = list(claim.quotes())
    said = dict(_directions(claim.sentence.words))
    if _WITHOUT.search(claim.sentence.words) and not any(_WITHOUT.search(q.words) for q in quotes):
        said = {about: -sign for about, sign in said.items()}  # "shorter without" is "longer with"
    told = {each for quote in quotes for each in _directions_of(quote)}
    told |= {("outcome", 1) for q in quotes if _favours_first(q) and said.get("outcome")}
    told |= {("outcome", -1) for q in quotes if _harms_first(q) and said.get("outcome")}
    for about, sign in said.items():
        signs = {each for what, each in told if what == about}
        if signs and sign not in signs:
            return "It gives the opposite direction of the cited quotes."
    if problem := _problem_with_change(claim) or _problem_with_no_effect(claim):
        return problem
    if denies_shown_gain(claim):
        return "It denies an effect that the cited quotes show."
    changes = any(_UP.search(q.words) or _DOWN.search(q.words) for q in quotes)
    differs = _DIFFERS.search(claim.sentence.words) and not _DIFFERS.search(
        " ".join(quote.words for quote in quotes)
    )
    results = [q for q in quotes if _tells_result(q)] or quotes
    similar = not changes and all(_SIMILAR.search(q.words) for q in results)
    if (said or differs) and similar and not DENIAL.search(claim.sentence.words):
        return "It tells a difference where the cited quotes tell none."
    return ""


def _directions_of(quote: CanonicalText) -> frozenset[tuple[str, int]]:
    """The directions of a quote; of one that tells two groups apart, those of both."""
    told = list(_directions(quote.words))
    return frozenset(told if _TWO_GROUPS.search(quote.words) else dict(told).items())


def _problem_with_no_effect(claim: CitedSentence) -> str:
    """Whether it tells no effect where every quote tells a loss, a gain or a risk."""
    if not _NO_EFFECT.search(claim.sentence.words):
        return ""
    quotes = list(claim.quotes())
    told = [_NOT_REACHED.sub(" ", without_bounds(quote.words)) for quote in quotes]
    if any(_SIMILAR.search(words) or DENIAL.search(words) for words in told):
        return ""
    if any(significance(quote) is False for quote in quotes):
        return ""
    if all(
        _FAVOURS.search(q.words)
        or _UP.search(q.words)
        or _DOWN.search(q.words)
        or _LOSS.search(q.words)
        or significance(q)
        for q in quotes
    ):
        return "It tells no effect where the cited quotes tell one."
    return ""


def _problem_with_change(claim: CitedSentence) -> str:
    """Whether all that it says to change goes the other way than in the quotes, or it tells a
    result where they tell only what was compared."""
    said = _signs(claim.sentence.words)
    told = frozenset().union(*(_signs(quote.words) for quote in claim.quotes()))
    shown = sign_of_numbers(claim)
    if (
        said
        and told
        and not said & told
        and shown not in said
        and not DENIAL.search(_UNAVOIDABLE.sub(" ", claim.sentence.words))
    ):
        return "It gives the opposite direction of the cited quotes."
    text = claim.sentence.words
    asks = _ASKS.search(text)
    found = not asks and bool(_NO_BETTER.search(text) or _BEATS.search(text))
    beats = (not asks and _NO_BETTER.search(text)) or (
        not DENIAL.search(text) and (said or found or _WORKS.search(text))
    )
    gains = any(about == "outcome" for about, _ in _directions(claim.sentence.words))
    immature = all(_IMMATURE.search(quote.words) for quote in claim.quotes())
    if gains and immature and not DENIAL.search(claim.sentence.words) and not told:
        return "The cited quotes tell no result."
    silent = not any(_tells_result(q) for q in claim.quotes())
    if (
        beats
        and not told
        and silent
        and (found or any(_COMPARED.search(q.words) for q in claim.quotes()))
    ):
        return "The cited quotes tell no result."
    return ""


def _tells_result(quote: CanonicalText) -> bool:
    """Whether it gives a figure that measures something: not only how long treatment lasted."""
    if _SIMILAR.search(quote.words):
        return True
    return bool(quote.figures) and bool(
        _MEASURED.search(quote.words) or any(f.unit in _RESULT_UNITS for f in quote.figures)
    )


def _signs(text: str) -> frozenset[int]:
    """The directions of all changes that are not of a risk or a benefit."""
    found = set()
    text = _GRADE_BOUND.sub(" ", _LIMIT.sub(" ", text))
    for sign, pattern in ((1, _UP), (-1, _DOWN)):
        for match in pattern.finditer(text):
            around = words_around(text, match)
            if not _BAD.search(around) and not _GOOD.search(around):
                found.add(sign)
    return frozenset(found)


def problem_with_comparison(claim: CitedSentence) -> str:
    """Whether it calls one drug's figure higher or lower than another's, and it is not."""
    text = _GRADE_BOUND.sub(" ", claim.sentence.words)
    found = _THAN.search(text)
    if found is None:
        return ""
    behind = _OTHER_CLAUSE.split(text[found.end() :], maxsplit=1)[0]
    before, after = (
        recognise_passage(part).names("drug") | _CONTROLS & frozenset(part.split())
        for part in (text[: found.end() - len("than")], behind)
    )
    sign = 1 if _UP.search(found["word"]) or found["word"] in _MORE else -1
    own = stems_of(text[: found.end()] + behind)
    shared = [len(own & quote.stems) for quote in claim.quotes()]
    for quote, count in zip(claim.quotes(), shared, strict=True):
        if count < max(shared):
            continue  # a quote on another event
        figures = sorted((f for f in quote.figures if not f.is_bound), key=lambda f: f.place)
        beside = list(pairwise(figures[:MOST_FIGURES]))
        pairs = (*beside, *((other, one) for one, other in beside))
        told = [
            one.number - other.number
            for one, other in pairs
            if one.number is not None
            and other.number is not None
            and one.unit == other.unit
            and _is_on(one, before, after)
            and _is_on(other, after, before)
        ]
        if told and all(difference * sign < 0 for difference in told):
            return "The figures of the cited quotes say the opposite."
    return ""


def problem_with_turned_pair(claim: CitedSentence) -> str:
    """Whether one drug does better than another in it, and the other way round in a quote."""
    said = _pairs_compared(claim.sentence.words)
    told = frozenset().union(*(_pairs_compared(quote.words) for quote in claim.quotes()))
    if any((other, one) in told and (one, other) not in told for one, other in said):
        return "It turns a comparison of the cited quotes round."
    return ""


def _pairs_compared(text: str) -> frozenset[tuple[str, str]]:
    """The first drug before "lengthened … over" or the like and the first behind it."""
    found = set()
    for match in _OVER.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        ahead = [m.name for m in recognise_passage(before).of("drug")]
        behind = [m.name for m in recognise_passage(after).of("drug")]
        if ahead and behind and (_UP.search(before) or _DOWN.search(before)):
            found.add((ahead[0], behind[0]))
    return frozenset(found)


def _is_on(figure: LabelledNumber, drugs: frozenset[str], others: frozenset[str]) -> bool:
    """Whether the words on a figure name one of the drugs, and none of the others alone."""
    # "A alone" beside "A plus B": what one arm has and the other has not, where there is such.
    own = stems_of(" ".join(drugs - others or drugs))
    strange = stems_of(" ".join(others - drugs))
    return bool(own & figure.near) and not strange & figure.near


def _favours_first(quote: CanonicalText) -> bool:
    """Whether a hazard ratio below 1 is all that tells the direction."""
    if _UP.search(quote.words) or _DOWN.search(quote.words):
        return False
    found = re.search(r"hazard ratio[^0-9;]{0,60}(0\.\d+)", quote.words)
    return bool(found)


def _harms_first(quote: CanonicalText) -> bool:
    """Whether a risk ratio above 1, with its interval, is all that tells the direction."""
    if _UP.search(quote.words) or _DOWN.search(quote.words) or not quote.intervals:
        return False
    found = _RATIO_OF_RISK.search(quote.words)
    return bool(found) and all(float(low) > 1 for low, _ in quote.intervals)


def _directions(text: str) -> Iterator[tuple[str, int]]:
    """What rises (1) or falls (-1); of outcomes, what gets better (1) or worse."""
    text = _AT_RISK.sub(" ", _GRADE_BOUND.sub(" ", _LIMIT.sub(" ", text)))
    for sign, pattern in ((1, _UP), (-1, _DOWN)):
        for found in pattern.finditer(text):
            around = words_around(text, found)
            if _BAD.search(around) and not _GOOD.search(around):
                yield "outcome", -sign
            elif _GOOD.search(around) and not _BAD.search(around):
                yield "outcome", sign
            elif about := _OBJECTS.search(f"{found.group()} {around}"):
                yield _object(about.group()), sign


def _object(word: str) -> str:
    if word in ("common", "often", "rarer") or word.startswith("frequent"):
        return "frequency"
    return "dose" if word.startswith(("dos", "start")) else word.rstrip("s")
