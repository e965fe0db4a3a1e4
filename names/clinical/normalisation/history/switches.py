"""How one treatment took the place of another, in the words that the readers know: "sunitinib
until PD, now cabozantinib" becomes "PD on sunitinib, now on cabozantinib", "warfarin switched to
apixaban" becomes "stopped warfarin, now on apixaban"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from names.clinical.expansion import Change
from names.clinical.treatment.agents import (
    Agent,
    find_agents,
    first_of_regimen,
    is_against_cancer,
)
from names.clinical.treatment.outcomes.stopping import (
    was_stopped_for_progression,
    was_stopped_for_toxicity,
)
from names.clinical.treatment.therapies import read_therapies
from names.clinical.values import Therapy

_MAY_TELL = re.compile(
    r"(?i)switch|chang(?:e|ing)|swap|converted|moved|replac|substituted|transitioned|\bback\s"
    r"|\b(?:PD|POD)\b|progress|->|=>|→|⇒"
)
_CHANGED = r"(?:switched|changed|swapped|converted|moved|transitioned)"
_WHO = (
    r"(?:(?:and|but|then|so|was|were|is|has|have|had|been|later|subsequently|now|already|since|recently"
    r"|just|s?he|we|pt|patient|treatment|therapy)\s){0,5}"
)
_TO = re.compile(
    rf"(?i)(?P<link>(?:\s?[,;(])?\s?\b{_WHO}(?:{_CHANGED}\s(?:(?:over|back|today|yesterday"
    r"|last week|recently)\s)?to|(?:went|gone)\s(?:right\s|straight\s)?back\s(?:on\s)?to)\s)"
    r"(?:the\s)?$"
)
"""Before the treatment that came: "switched to apixaban", "went back to paroxetine"."""
_FROM = re.compile(rf"(?i)(?P<link>\b{_WHO}{_CHANGED}\sfrom\s)(?:the\s)?$")
_REPLACED = re.compile(
    rf"(?i)\s(?:(?:was|has been|were|is|now|recently|just)\s){{0,3}}(?:replaced (?:by|with)"
    rf"|substituted (?:by|with)|swapped (?:for|with)|{_CHANGED} (?:over )?to)\s"
)
"""Between the treatment that went and the one that came."""
_SWAP = re.compile(
    rf"(?i)(?P<link>\b(?:(?:i|you|they)\s)?{_WHO}(?P<verb>swap(?:p(?:ed|ing)|s)?"
    r"|(?:replac|chang)(?:ed?|es|ing)|switch(?:e[ds]|ing)?)\s)(?:(?:the|her|his)\s)?$"
)
_FOR = re.compile(r"(?i)\s(?:over\s)?(?:to|for|with|by)\s(?:the\s)?")
"""Around a treatment that another takes the place of: "swapped omeprazole for famotidine"."""
_DRUG_LIKE = re.compile(
    r"(?!(?:another|something|other|different|lower|higher)\b)[A-Za-z][a-z]{4,20}\b"
)
_ASKED_SOON = re.compile(r"\w{3,25}\s?\?")
_IT = r"(?:it|that|this)"
_IT_SWAPPED = re.compile(
    rf"(?i)\b(?:(?P<gone>{_IT}(?:['’]s|\sgot|\swas|\sis|\shas)?\s(?:(?:been|now|just|already|since|then)\s){{0,2}})"
    rf"(?:swapped|replaced|{_CHANGED})|(?:swapped|replaced|{_CHANGED})\s{_IT})"
    r"\s(?:(?:over|out|already|last week|yesterday|today)\s)?(?:for|to|with|by)\s(?:the\s)?"
)
"""Before what a drug gave its place to that was named before: "neuro swapped it for"."""
_RECENTLY = re.compile(
    r"(?i)\s\(?(?:last week|last month|yesterday|today|this (?:week|month)|now\b(?! PD)|already"
    r"|(?:\d{1,2}|an?|one|two|three|few|four) (?:days?|d|weeks?|wks?|months?|mos?) ago"
    r"|since \w{3,9})"
    r"(?!\w)"
)
_ARROW = re.compile(r"\s?(?:->|=>|→|⇒)\s?")
_NOT_DONE = re.compile(
    r"(?i)\b(?:be|being|get|if|when|once|whether|should|could|can|may|might|will|would|must|until|unless"
    r"|not|never|n['’]t|why|how|in case|plan(?:ned|s)?(?: to)?|to have|after being)\s?$"
)
"""Before a change that is asked of, planned or denied."""
_PD = (
    r"(?P<until>\s(?:until|till)(?:\sthe)?)?\s?[(–-]?\s?"
    r"(?:PD|POD|progress(?:ion|ed|ive disease))\)?"
    r"(?:\s(?:in|at|on)\s(?!now)[\w/.'’]{2,12}(?:\s(?:19|20)\d\d)?)?"
)
_NEXT = re.compile(
    rf"(?i){_PD}\s?(?:[,;.]|->|=>|→|⇒|[–-])?\s?(?:(?:and|so|then|is|s?he is|pt|patient)\s){{0,3}}"
    r"(?:(?P<now>(?:now|currently|presently|at present|today)\s(?:on\s)?)"
    r"|(?P<then>then\s|followed by\s))"
)
"""Between a treatment that failed and the one that followed."""
_ON = re.compile(r"(?i)\b(?:(?:is|was|been|remained|had been)\s)?on\s$")
_FAILED = re.compile(r"(?i)\b(?:PD|POD|progress\w*)\s$")
_LED = re.compile(r"(?i)\b(?:on|after|with|of|to|under|following)\s$")
_PLANS = re.compile(
    r"(?i)\b(?:plan\w*|continu\w*|cont|give|start|stay|keep|maint\w*|if|should|could|can|will|would|may"
    r"|recommend\w*|propos\w*|consider\w*|standard|option|sequence|versus|vs|or)\b"
)
"""Before a treatment that is only meant to go on until the disease gets worse."""
_CLAUSE = re.compile(r"[.;!?\n]")
_ASKED = re.compile(r"\s?\?")


def treatments_switched(text: str) -> Iterator[Change]:
    """The words by which a message tells of a switch."""
    if not _MAY_TELL.search(text):
        return
    agents = find_agents(text)
    yield from _told_swaps(text, agents)
    yield from _told_swaps_of_it(text, agents)
    came = [place for place in range(len(agents)) if _came_by(text, agents, place)]
    for place in came:
        later = any(other > place for other in came)
        yield from _told_switch(text, agents, place, "had " if later else "now on ")
    for place in range(1, len(agents)):
        if place not in came:
            yield from _told_failure(text, agents, place)


def _told_swaps(text: str, agents: Sequence[Agent]) -> Iterator[Change]:
    """The words of a swap that names both treatments behind its verb. One that is asked of or
    supposed is "B instead of A". What came may be a drug that no table has."""
    for place, gone in enumerate(agents):
        match = _SWAP.search(text, max(0, gone.start - 80), gone.start)
        to = _FOR.match(text, gone.end) if match else None
        behind = agents[place + 1 : place + 2]
        came = [each.end for each in behind if to and each.start == to.end()]
        word = _DRUG_LIKE.match(text, to.end()) if to and not is_against_cancer(gone) else None
        if match is None or to is None or not (came or word):
            continue
        start, end = match.start("link"), came[0] if came else word.end() if word else 0
        if match["verb"].lower().endswith("ed") and not _is_not_begun(text, start):
            yield start, gone.start, ", stopped " if start else "stopped "
            yield gone.end, to.end(), ", now on "
        elif not any(map(is_against_cancer, (gone, *(behind if came else ())))):
            yield start, end, f"{text[to.end() : end]} instead of {text[gone.start : gone.end]}"


def _told_swaps_of_it(text: str, agents: Sequence[Agent]) -> Iterator[Change]:
    """The words of a swap of what was named before for a drug that is not against cancer."""
    treat = {each.start for each in agents if is_against_cancer(each)}
    for match in _IT_SWAPPED.finditer(text):
        start, came = match.span()
        asked = _is_not_begun(text, start) or _ASKED_SOON.match(text, came)
        if _DRUG_LIKE.match(text, came) and came not in treat and not asked:
            yield start, came, f"{', ' if start else ''}stopped it, now on "


def _is_not_begun(text: str, start: int) -> bool:
    return _NOT_DONE.search(text, max(0, start - 30), start) is not None


def _came_by(text: str, agents: Sequence[Agent], place: int) -> tuple[int, bool] | None:
    """Where the words begin that say that a treatment took another's place, and whether the other
    stands right before them; None if they do not."""
    agent, before = agents[place], agents[place - 1] if place else None
    if before and _FROM.search(text, max(0, before.start - 60), before.start):
        to = re.fullmatch(r"(?i)\s(?:over )?to\s", text[before.end : agent.start])
        return (before.end, True) if to and not _is_not_done(text, before) else None
    if before and _REPLACED.fullmatch(text, before.end, agent.start):
        return before.end, True
    arrow = before and _ARROW.fullmatch(text, before.end, agent.start)
    if arrow and before and _RECENTLY.match(text, agent.end):
        return before.end, True
    beside = before and not (is_against_cancer(before) or is_against_cancer(agent))
    if arrow and before and beside and not _ASKED.match(text, agent.end):
        return before.end, True
    match = _TO.search(text, max(0, agent.start - 80), agent.start)
    if match is None or _NOT_DONE.search(text, max(0, match.start() - 30), match.start()):
        return None
    follows = before is not None and not text[before.end : match.start()].strip(
        " ,;()→⇒->=0123456789mg"
    )
    return match.start(), follows


def _is_not_done(text: str, agent: Agent) -> bool:
    match = _FROM.search(text, max(0, agent.start - 60), agent.start)
    return bool(match and _NOT_DONE.search(text, max(0, match.start() - 30), match.start()))


def _told_switch(text: str, agents: Sequence[Agent], place: int, words: str) -> Iterator[Change]:
    found = _came_by(text, agents, place)
    if found is None:
        return
    start, beside = found
    ends = text[:start].rstrip()[-1:] in ("", ",", ";", ".", ":", "(")
    yield start, agents[place].start, words if ends and start == 0 else f", {words}"
    if beside and place:
        first = first_of_regimen(text, agents, place - 1)
        from_ = _FROM.search(text, max(0, agents[first].start - 60), agents[first].start)
        if from_:
            why = _why_gone(text, agents[place])
            yield from_.start("link"), agents[first].start, why
        else:
            yield from _led_by(text, agents[first], _why_gone(text, agents[place]))


def _why_gone(text: str, came: Agent) -> str:
    """The words for how a treatment ended by the reason behind the one that took its place."""
    if was_stopped_for_toxicity(text, came.end):
        return "intolerant of "
    return "PD on " if was_stopped_for_progression(text, came.end) else "stopped "


def _told_failure(text: str, agents: Sequence[Agent], place: int) -> Iterator[Change]:
    """The same of a treatment that failed before the one that followed it."""
    before, agent = agents[place - 1], agents[place]
    match = _NEXT.fullmatch(text, before.end, agent.start)
    if match is None:
        return
    first = agents[first_of_regimen(text, agents, place - 1)]
    begins = [each.end() for each in _CLAUSE.finditer(text, 0, first.start)]
    planned = _PLANS.search(text, begins[-1] if begins else 0, first.start)
    if planned or (match["then"] and (not match["until"] or _ASKED.match(text, agent.end))):
        return
    yield from _led_by(text, first, "PD on ")
    yield before.end, agent.start, ", now on " if match["now"] else "; had "


def _led_by(text: str, first: Agent, words: str) -> Iterator[Change]:
    """The words before a treatment that tell how it ended, in place of "on"; nothing where other
    words tell it."""
    on = _ON.search(text, max(0, first.start - 20), first.start)
    told = [
        each.value.outcome
        for each in read_therapies(text)
        if isinstance(each.value, Therapy) and each.start <= first.start < each.end
    ]
    failed = bool(on and _FAILED.search(text, max(0, on.start() - 20), on.start()))
    led = _LED.search(text, max(0, first.start - 12), first.start)
    if on and not failed:
        yield on.start(), first.start, words
    elif not told or told in (["given"], ["current"]) or (told == ["progressed"] and not led):
        yield first.start, first.start, words
