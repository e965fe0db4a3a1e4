"""Which treatment was meant for the one that was told: "that was first-line gefitinib, not
osimertinib", "osimertinib was a typo, it is gefitinib"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.treatment.lines import read_lines_of_treatment
from names.clinical.values import Line, Therapy

_PUTS_RIGHT = (
    r"(?:no|nope|sorry|apologies|correction|corrected|wait|oops|actually|typo|my (?:mistake|bad"
    r"|error)|mistake|wrong (?:drug|agent|tki|regimen|one)|to (?:clarify|correct|be clear)|i meant?"
    r"|should (?:be|read)|mistyped|misread|autocorrect|not right)"
)
_LINE = (
    r"(?:(?:first|second|third|fourth|1st|2nd|3rd|front|upfront|\dL|initial|prior|previous|last|earlier"
    r"|adjuvant|neoadjuvant|palliative|maintenance)(?:[\s-]?line)?)"
)
_THING = (
    r"(?:line|drug|agent|tki|treatment|therapy|regimen|chemo(?:therapy)?|one|first|second|immunotherapy"
    r"|io|cdk4/6i?|inhibitor)"
)
_SUBJECT = (
    rf"(?:it|that|this|s?he|they|pt|patient|(?:(?:the|her|his|their|my)\s)?(?:{_LINE}\s)?{_THING})"
)
_VERB = (
    r"(?:(?:was|were|is|['’]s|had been|has been|should be|should read)"
    r"(?:\s(?:on|given|treated with))?|has had|had|got|received|took|has received|progressed on"
    r"|failed)"
)
_BESIDE = (
    rf"(?:{_LINE}|actually|in fact|in reality|really|only|just|treated with|given|with|on"
    r"|progressed on|progression on|pd on|failed|after|the|her|his|an?|meant|mean|as|to be|it was"
    r"|it is|it['’]?s"
    r"|s?he (?:was on|had|got))"
)
_OPENS = re.compile(
    rf"(?i)\W{{0,4}}(?:(?P<right>{_PUTS_RIGHT})[\s,:.!–-]{{1,3}}){{0,4}}"
    rf"(?P<told>{_SUBJECT}\s{_VERB}\s|{_SUBJECT}[\s:–-]{{1,3}})?(?:{_BESIDE}\s){{0,4}}"
)
"""From the start of a sentence to the treatment that was meant."""
_NOT = re.compile(
    r"(?i)\s?[,;(–—-]{0,2}\s?(?:(?:and|but|so)\s)?(?:not|rather than|instead of|in place of|never)"
    r"\s(?:(?:on|with|the|as|for)\s){0,2}"
)
"""Between the treatment that was meant and the one that was not."""
_DENIES = re.compile(
    rf"(?i)\W{{0,4}}(?:(?P<right>{_PUTS_RIGHT})[\s,:.!–-]{{1,3}}){{0,4}}"
    rf"(?P<told>(?:{_SUBJECT}\s)?(?:(?:was|were|is|did|had|has|have|do|does)\s?)?(?:not|n['’]t|never)\s"
    rf"(?:(?:had|have|get|got|received?|taken?|been|be)\s)?)(?:{_BESIDE}\s){{0,3}}"
)
"""From the start of a sentence to the treatment that was not meant."""
_BUT = re.compile(
    rf"(?i)\s?[,;:.–—-]?\s?(?:(?:but|rather|instead|actually|{_SUBJECT}\s{_VERB}|it['’]?s|was|had|got)"
    rf"\s){{1,4}}(?:{_BESIDE}\s){{0,3}}"
)
_WAS_WRONG = re.compile(
    r"(?i)\s(?:was|is)\s(?:(?:an?|my|the)\s)?(?:typo|mistake|error|wrong|incorrect|autocorrect\w{0,3}"
    rf"|mistyped|misread)[\s,;:.–—-]{{1,3}}(?:(?:i\s)?(?:meant?|{_SUBJECT}\s{_VERB}|it['’]?s"
    rf"|should (?:be|read)|was|had)\s)?(?:{_BESIDE}\s){{0,3}}"
)
_JOINS = re.compile(r"(?i)\s?(?:\+|/|&|and|plus|with)\s?")
_SENTENCE = re.compile(r"[^.;!?\n]+(?:\.(?=\S)[^.;!?\n]*)*\??")
LONGEST_BARE = 8
"""Words of a message that only sets two drugs against each other: "gefitinib not osimertinib". By
hand: in a longer one it may be advice."""


@dataclass(frozen=True, slots=True)
class MeantDrug:
    """A treatment that was meant for another, with the place of its words."""

    wrong: frozenset[str]
    right: tuple[str, ...]
    start: int
    end: int
    line: int | None = None
    """The line that it was, where the message tells it."""

    def applied_to(self, drugs: tuple[str, ...]) -> tuple[str, ...]:
        """The drugs that a treatment really had."""
        if not self.wrong or not self.wrong <= {*drugs}:
            return drugs
        kept = [drug for drug in drugs if drug not in self.wrong]
        place = drugs.index(next(drug for drug in drugs if drug in self.wrong))
        return tuple(dict.fromkeys((*kept[:place], *self.right, *kept[place:])))


def meant_drugs(text: str, told: Sequence[Therapy]) -> Iterator[MeantDrug]:
    """The treatments of the message that were meant for those that were *told*."""
    had = [{*each.drugs} for each in told]
    agents = [each for each in find_agents(text) if each.drugs]
    for sentence in _SENTENCE.finditer(text):
        if sentence.group().endswith("?"):
            continue
        groups = list(_groups(text, agents, *sentence.span()))
        for first, second in pairwise(groups):
            meant = _meant_of(text, sentence.start(), first, second)
            if meant and any(meant.wrong <= drugs for drugs in had):
                yield meant


def _groups(text: str, agents: Sequence[Agent], start: int, end: int) -> Iterator[Agent]:
    """The regimens of a sentence, each as one."""
    group: Agent | None = None
    for each in agents:
        if not start <= each.start < end:
            continue
        if group and _JOINS.fullmatch(text, group.end, each.start):
            group = Agent(group.start, each.end, (*group.drugs, *each.drugs))
            continue
        if group:
            yield group
        group = each
    if group:
        yield group


def _meant_of(text: str, start: int, first: Agent, second: Agent) -> MeantDrug | None:
    before, between = (start, first.start), (first.end, second.start)
    opens = _OPENS.fullmatch(text, *before)
    brief = len(text.split()) <= LONGEST_BARE
    if opens and (opens["right"] or opens["told"] or brief) and _NOT.fullmatch(text, *between):
        return _of(text, second, first, opens.start(), first.end)
    denied = _DENIES.fullmatch(text, *before) and _BUT.fullmatch(text, *between)
    if denied or (opens and _WAS_WRONG.fullmatch(text, *between)):
        return _of(text, first, second, first.end, second.end)
    return None


def _of(text: str, wrong: Agent, right: Agent, start: int, end: int) -> MeantDrug | None:
    drugs = frozenset(wrong.drugs) - {*right.drugs}
    lines = [
        each.value
        for each in read_lines_of_treatment(text)
        if isinstance(each.value, Line) and start <= each.start < end
    ]
    line = lines[0].first if len(lines) == 1 else None
    return MeantDrug(drugs, right.drugs, start, end, line) if drugs else None
