"""How a treatment went that a message tells behind it, in the words that the readers know before
it: "T-DXd → ILD G2, stopped" becomes "intolerant of T-DXd → …", "26 months on letrozole before
progression" "PD on letrozole", "PD on it" names the treatment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from names.clinical.expansion import Change
from names.clinical.treatment.agents import REGIMEN, Agent, first_of_regimen
from names.clinical.treatment.outcomes.clauses_told import STOP_OF_DRUG
from names.clinical.treatment.outcomes.cycles import agents_in
from names.clinical.treatment.outcomes.stopping import HARM, OTHERWISE
from names.recognise import recognise
from names.tables.phrases import find_phrases

_MAY_TELL = re.compile(
    r"(?i)\b(?:stop|d/c|dc['’]?d|discontinu|before|until|till|on it\b|neither|also not)"
)
_TABLE = "clinical/toxicities.tsv"
_EVENT_STOPPED = re.compile(
    r"(?i)\s?(?:->|=>|→|⇒|[,:(–-])\s?(?P<event>[^.;?!\n]{2,60}?)\s?(?:[,)]|->|=>|→|\band\b"
    r"|\bso\b)\s?"
    r"\(?(?:(?:was|then|now|permanently|therefore|thus|hence|so|and|drug|tx|treatment)\s){0,3}"
    r"(?:stopped|discontinued|d/c['’]?d|dc['’]?d|stop(?=\s?(?:[.,;)\n]|$)))(?![\w?])"
)
"""Behind a treatment: an event, and that it was stopped."""
_NO_EVENT = re.compile(r"(?i)\b(?:no|not|without|after|then|resumed|restarted|rechallenge\w*)\b")
_ON = re.compile(r"(?i)\b(?:(?:is|was|been|had been)\s)?on\s$")
_ENDED_BY = re.compile(
    r"(?i)\s?(?:before|until|till|prior to)\s(?:(?:an?|her|his|the|clear|rapid|slow|first|disease"
    r"|radiographic|radiological|tumou?r|liver|hepatic|bony?|brain|CNS|lung|pulmonary|nodal"
    r"|peritoneal|visceral|systemic|biochemical|PSA)\s){0,3}"
    r"(?:progress(?:ion|ed|ing|ive disease)|PD|POD)\b(?![\s-]free|\s?\?)"
)
"""Behind a treatment that was given for a time: it ended as the disease got worse."""
_FOR_A_TIME = re.compile(
    r"(?i)(?:\b(?:s?he|pt|patient|who|has|have)\s){0,2}\b(?:had|received|got|completed|did|after"
    r"|following|given)\s(?:(?:about|around|some|only|just|nearly|almost|another|over|~)\s?){0,2}"
    r"\d{1,3}(?:[.,]\d)?[\s-]?(?:mos?|mths?|months?|yrs?|years?|wks?|weeks?|cycles?)\s(?:on|of)\s$"
)
"""Before a treatment that is over: "she had 26 months on"."""
_PRONOUN = re.compile(
    r"(?i)\b(?:PD|POD|progress(?:ed|ion|ing|es)|relapsed?|recurred|failed)\s(?:again\s|now\s)?"
    r"(?:on|through|under|during|while on)\s(?P<it>it|this|that)\b"
    r"(?!\s(?:drug|treatment|therapy|regimen|line|combination|dose|occasion|scan|imaging))"
)
_FAR = 160
"""Characters between a treatment and the "it" that is it. Chosen by hand."""
_NAMED = 40
"""Characters behind "stopped" in which the drug that was stopped is named. Chosen by hand."""
_NEITHER = re.compile(
    r"(?i)\b(?:did(?:n['’]?t| not) (?:work|help|respond)|failed|no response|PD|no effect)\s?[,;]\s?"
    r"(?:and\s|nor\s)?$"
)
_NOT_EITHER = re.compile(r"(?i)\s(?P<words>neither|also not|not either)(?=\s?(?:[.,;)\n]|$))")


def told_afterwards(text: str) -> Iterator[Change]:
    """The places before treatments of which a message tells behind them how they went."""
    if not _MAY_TELL.search(text):
        return
    agents = agents_in(text)
    for place, agent in enumerate(agents):
        if _goes_on(text, agents, place):
            continue
        first = agents[first_of_regimen(text, agents, place)]
        if _was_stopped_for_event(text, agents, place):
            yield from _led_by(text, first, "intolerant of ")
        elif given := _FOR_A_TIME.search(text, max(0, first.start - 80), first.start):
            failed = _ENDED_BY.match(text, agent.end)
            yield given.start(), first.start, "PD on " if failed else "had "
            yield from [(*failed.span(), "")] if failed else ()
        elif neither := _failed_too(text, first, agent):
            yield (*neither.span("words"), "failed")
    for match in _PRONOUN.finditer(text):
        yield from _drug_of_it(text, agents, match)


def _failed_too(text: str, first: Agent, last: Agent) -> re.Match[str] | None:
    """The "neither" of a treatment that failed like the one before it."""
    before = _NEITHER.search(text, max(0, first.start - 40), first.start)
    return _NOT_EITHER.match(text, last.end) if before else None


def _goes_on(text: str, agents: Sequence[Agent], place: int) -> bool:
    """Whether a regimen goes on behind this one of its drugs."""
    rest = agents[place + 1 :]
    return bool(rest) and bool(REGIMEN.fullmatch(text, agents[place].end, rest[0].start))


def _was_stopped_for_event(text: str, agents: Sequence[Agent], place: int) -> bool:
    agent = agents[place]
    match = _EVENT_STOPPED.match(text, agent.end)
    if match is None or any(agent.end <= each.start < match.end() for each in agents[place + 1 :]):
        return False
    event = match["event"]
    behind = recognise(text[match.end() : match.end() + _NAMED]).of("drug", "unknown_drug")
    if behind and STOP_OF_DRUG.fullmatch(text, match.end(), match.end() + behind[0].start):
        return False  # "exemestane, severe arthralgia, stopped ibuprofen"
    harm = find_phrases(event, _TABLE) or HARM.search(event)
    return bool(harm) and not (_NO_EVENT.search(event) or OTHERWISE.search(event))


def _led_by(text: str, first: Agent, words: str) -> Iterator[Change]:
    on = _ON.search(text, max(0, first.start - 14), first.start)
    yield on.start() if on else first.start, first.start, words


def _drug_of_it(text: str, agents: Sequence[Agent], match: re.Match[str]) -> Iterator[Change]:
    before = [each for each in agents if each.end <= match.start()]
    if before and match.start() - before[-1].end <= _FAR:
        first = agents[first_of_regimen(text, agents, len(before) - 1)]
        between = text[before[-1].end : match.start()]
        if "?" not in between:
            yield (*match.span("it"), text[first.start : before[-1].end])
