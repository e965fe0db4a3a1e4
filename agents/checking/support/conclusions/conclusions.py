"""What a sentence concludes and its quotes do not: that two things are equally good, that one was
shown to be better in separate trials, that less treatment is enough. Pure."""

from __future__ import annotations

import re

from agents.checking.support.population.dropped_conditions import is_rule
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL
from agents.checking.support.reading.words import is_neutral, stems_of
from names.recognise import recognise_passage

_AS_GOOD = re.compile(
    r"\b(?:as (?:good|effective|active|safe|well tolerated) as|equally (?:good|effective|active"
    r"|safe)|equivalent (?:to|in)|non ?inferior to|interchangeable)\b"
)
_ALIKE = re.compile(
    r"\b(?:similar\w*|same|equal\w*|equivalen\w*|non ?inferior\w*|alike|comparable|identical"
    r"|as (?:\w+ )?(?:as|well)|no (?:\w+ ){0,2}differen\w*|not (?:\w+ ){0,2}differ\w*|both"
    r"|interchang\w*|either|with and without)\b"
)
_SHOWN_BETTER = re.compile(
    r"\b(?:more|less) (?:effective|active|toxic|potent|beneficial)(?: \w+){0,3}? than\b"
    r"|\b(?:superior|inferior) to\b|\b(?:better|worse) than\b|\boutperform\w*|\bbeats?\b"
)
_ONLY_SEEMS = re.compile(
    r"\b(?:may|might|could|seem\w*|appear\w*|suggest\w*|score\w*|rated|numerically|indirect\w*"
    r"|separate|different trials|cross trial)\b"
)
_UNSETTLED = re.compile(
    r"\b(?:impact|effect|influence|benefit|association|role)s? (?:on|of|in|for|with)"
    r" (?P<of>[a-z][a-z ]{2,40}?)(?: (?:is|are|was|remains?|as))?"
    r" (?:not (?:yet |well |fully |clearly ){0,2}(?:established|known|clear|settled|understood)"
    r"|unclear|unknown|uncertain|unproven|unsettled)\b"
)
_RESERVED = re.compile(
    r"\b(?:may|might|could|whether|possibl\w*|uncertain|open|unsettled|question\w*|perhaps)\b"
)
_EFFECT = re.compile(
    r"\b(?:reduc\w*|lower\w*|rais\w*|increas\w*|impair\w*|improv\w*|worsen\w*|affect\w*|lose\w*"
    r"|weaken\w*|less|more|poorer|better|derives?)\b"
)
_SO = re.compile(r"\b(?:since|because|given|as|so|therefore|thus|hence|consequently|which means)\b")
_MAY_BE_DONE = re.compile(
    r"\b(?:(?:can|may|could|should|must)(?: \w+){0,2}? be|need not be) (?:\w+ )?(?P<what>treated"
    r"|spared|omitted|given|offered|stopped|skipped|withheld|reduced|continued|switched|avoided"
    r"|started|replaced|shortened|de ?escalated|intensified)\b"
    r"|\b(?:should|must|need) no (?:longer )?be\b|\bno longer be (?:offered|given|used)\b"
)


def problem_with_conclusion(claim: CitedSentence) -> str:
    """The first conclusion that its quotes do not draw."""
    text = claim.sentence.words
    told = [f"{source.quote.words} {source.about.words}" for source in claim.sources]
    found = _AS_GOOD.search(text)
    if found and not any(map(_ALIKE.search, told)) and not DENIAL.search(text[: found.start()]):
        return f"“{found.group()}” does not stand in the cited quotes."
    return (
        _problem_across_trials(claim)
        or _problem_with_advice(claim)
        or _problem_with_unsettled(claim)
    )


def _problem_across_trials(claim: CitedSentence) -> str:
    """Whether it calls one drug better than another, and no quote has both."""
    text = claim.sentence.words
    found = _SHOWN_BETTER.search(text)
    if found is None or len(claim.sources) < 2 or _ONLY_SEEMS.search(_without_scores(text)):
        return ""
    before = recognise_passage(text[: found.start()]).names("drug")
    behind = recognise_passage(text[found.end() :]).names("drug")
    named = [quote.drugs for quote in claim.quotes()]
    if len(before) != 1 or len(behind) != 1 or before == behind or DENIAL.search(text):
        return ""
    if all(before & each or behind & each for each in named) and not any(
        before <= each and behind <= each for each in named
    ):
        return "No cited quote compares these two."
    return ""


def _problem_with_unsettled(claim: CitedSentence) -> str:
    """Whether it tells as a fact an effect that a quote calls not established."""
    text = claim.sentence.words
    if DENIAL.search(text) or _RESERVED.search(text):
        return ""
    for quote in claim.quotes():
        for found in _UNSETTLED.finditer(quote.words):
            stems = stems_of(found["of"])
            what = frozenset(stem for stem in stems if not is_neutral(stem)) or stems
            if what <= claim.sentence.stems and _EFFECT.search(text):
                return f"The cited quotes leave the effect on {found['of'].strip()} open."
    return ""


def _without_scores(text: str) -> str:
    """The text from "shown" on: what scores say is no result."""
    return text.partition(" shown ")[2] or text


def _problem_with_advice(claim: CitedSentence) -> str:
    """Whether it says what may be done therefore, and its quotes tell only what was seen."""
    text = claim.sentence.words
    found = _MAY_BE_DONE.search(text)
    if found is None or not _SO.search(text[: found.start()]):
        return ""
    if any(is_rule(quote.words) for quote in claim.quotes()):
        return ""
    return f"“{found.group()}” does not stand in the cited quotes."
