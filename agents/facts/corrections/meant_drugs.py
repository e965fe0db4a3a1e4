"""Which treatment was meant for the one that was told: "that was first-line gefitinib, not
osimertinib", "osimertinib was a typo, it is gefitinib"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from names.clinical.exposures.comedication import drugs_named
from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.treatment.lines import read_lines_of_treatment
from names.clinical.values import Line

_WRONG = (
    r"wrong (?!(?:dose|strength|patient|pt|person|date|day|cycle|line|thread|sample|lab)\b)"
    r"[a-z][\w-]{2,19}"
)
"""A drug by what it is: "wrong drug", "wrong antibiotic"."""
_PUTS_RIGHT = (
    r"(?:no|nope|sorry|(?:my )?apologies|correction|corrected|wait|hang on|oops|actually|typo"
    r"|my (?:mistake|bad|error)|mistake|(?:that was (?:the )?|the )?"
    rf"{_WRONG}"
    r"|to (?:clarify|correct|be clear)|i (?:meant?|misspoke)|scratch that"
    r"|should (?:be|read)|mistyped|misread|autocorrect|not right|mix(?:ed (?:it |them )?|-)up)"
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
    r"(?:\s(?:on|given|treated with|taking|getting|receiving))?|takes|gets|has had|had|got|received"
    r"|took|has received|progressed on|failed)"
)
_BESIDE = (
    rf"(?:{_LINE}|actually|in fact|in reality|really|only|just|treated with|given|with|on"
    r"|progressed on|progression on|pd on|failed|after|the|her|his|an?|meant|mean|as|to be|it was"
    r"|it is|it['’]?s"
    r"|s?he (?:was on|had|got)|s?he['’]?s(?: on| taking| getting)?)"
)
_OPENS = re.compile(
    rf"(?i)\W{{0,4}}(?:(?P<right>{_PUTS_RIGHT})[\s,:.!–-]{{1,3}}){{0,4}}"
    rf"(?P<told>{_SUBJECT}\s{_VERB}\s|{_SUBJECT}[\s:–-]{{1,3}})?(?:{_BESIDE}\s){{0,4}}"
)
"""From the start of a sentence to the treatment that was meant."""
_AMOUNT = (
    r"(?:\s\d{1,4}(?:\.\d{1,2})?(?:\s?(?:mg|g|mcg|µg)(?:/(?:kg|m2|d(?:ay)?))?)?)?"
    r"(?:\s(?:bd|bid|tds|tid|od|qd|daily|weekly|po|iv|(?:once"
    r"|twice) (?:daily|a day|weekly))\b){0,2}"
)
"""How much of a drug is given, behind its name."""
AMOUNT = re.compile(rf"(?i){_AMOUNT}")
_NOT = re.compile(
    rf"(?i){_AMOUNT}(?:\sfor\s\w{{2,20}}(?:\s\w{{2,20}}){{0,2}})?"
    r"\s?[,;(–—-]{0,2}\s?(?:(?:and|but|so)\s)?(?:not|rather than|instead of|in place of|never)"
    r"\s(?:(?:on|with|the|as|for|taking|getting)\s){0,2}"
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
_BARE = re.compile(rf"(?i){_AMOUNT}\s?[,;:–—-]\s?(?:{_BESIDE}\s){{0,3}}")
"""The same behind words that put right: "sorry, not erdafitinib, pemigatinib"."""
_LISTED = re.compile(r"(?i)\s?,?\s?(?:or|nor)\b|\s?,\s?[a-z]+\s?,?\s?(?:or|nor)\b")
"""Behind a drug that is denied with the one before it."""
_WAS_WRONG = re.compile(
    r"(?i)\s(?:was|is)\s(?:(?:an?|my|the)\s)?(?:typo|mistake|error|wrong|incorrect|autocorrect\w{0,3}"
    rf"|mistyped|misread)[\s,;:.–—-]{{1,3}}(?:(?:i\s)?(?:meant?|{_SUBJECT}\s{_VERB}|it['’]?s"
    rf"|should (?:be|read)|was|had)\s)?(?:{_BESIDE}\s){{0,3}}"
)
_BEYOND = re.compile(
    rf"(?i){_AMOUNT}(?:\s(?:any ?more|any longer|yet|now|since|because|as|until|due|alone"
    r"|candidates?|eligible|naive|resistan\w{2,3}|refractory|intolerant|tolerated|available|levels?|trials?)\b"
    r"|[ -](?:na[iï]ve|based|resistant|refractory))"
)
"""Behind a drug that "not" speaks of: nothing was mistaken."""
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
    span: tuple[int, int] = (0, 0)
    """The place of all that puts it right, from the start of its sentence."""
    named: tuple[int, int] = (0, 0)
    """The place of the right name."""

    def applied_to(self, drugs: tuple[str, ...]) -> tuple[str, ...]:
        """The drugs that a treatment really had."""
        if not self.wrong or not self.wrong <= {*drugs}:
            return drugs
        kept = [drug for drug in drugs if drug not in self.wrong]
        place = drugs.index(next(drug for drug in drugs if drug in self.wrong))
        return tuple(dict.fromkeys((*kept[:place], *self.right, *kept[place:])))


def drugs_meant(text: str, told: Sequence[Set[str]]) -> Iterator[MeantDrug]:
    """The drugs of the message that were meant for those that were *told* together."""
    for first, second in pairwise(groups_of(text)):
        start = sentence_start(text, first.start)
        meant = _meant_of(text, start, first, second)
        if meant and any(meant.wrong <= drugs for drugs in told):
            yield meant


def sentence_start(text: str, place: int) -> int:
    """Where the sentence of a place begins."""
    return next((s.start() for s in _SENTENCE.finditer(text) if s.start() <= place < s.end()), 0)


def _is_asked(text: str, place: int) -> bool:
    """Whether the sentence at a place is a question."""
    found = (s for s in _SENTENCE.finditer(text) if s.start() <= place < s.end())
    return any(each.group().endswith("?") for each in found)


def groups_of(text: str) -> Iterator[Agent]:
    """The drugs of a text, those of a regimen as one."""
    group: Agent | None = None
    for each in _agents_of(text):
        if not each.drugs:
            continue
        if group and _JOINS.fullmatch(text, group.end, each.start):
            group = Agent(group.start, each.end, (*group.drugs, *each.drugs))
            continue
        if group:
            yield group
        group = each
    if group:
        yield group


def _agents_of(text: str) -> list[Agent]:
    """The treatments of a text with the drugs of ordinary practice, in order."""
    found = find_agents(text)
    taken = {place for each in found for place in range(each.start, each.end)}
    others = (
        Agent(each.start, each.end, each.names)
        for each in drugs_named(text)
        if each.start not in taken
    )
    return sorted((*found, *others), key=lambda each: each.start)


def _meant_of(text: str, start: int, first: Agent, second: Agent) -> MeantDrug | None:
    before, between = (start, first.start), (first.end, second.start)
    opens = _OPENS.fullmatch(text, *before)
    brief = len(text.split()) <= LONGEST_BARE and not _is_asked(text, first.start)
    if opens and (opens["right"] or opens["told"] or brief) and _NOT.fullmatch(text, *between):
        beyond = _BEYOND.match(text, second.end)
        return None if beyond else _of(text, second, first, opens.start(), first.end)
    denies = _DENIES.fullmatch(text, *before)
    denied = denies and (denies["right"] or not _is_asked(text, first.start))
    said = denies and (denies["right"] or brief)
    bare = said and _BARE.fullmatch(text, *between) and not _LISTED.match(text, second.end)
    if (denied and (bare or _BUT.fullmatch(text, *between))) or (
        opens and _WAS_WRONG.fullmatch(text, *between)
    ):
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
    span = (sentence_start(text, min(wrong.start, right.start)), max(wrong.end, right.end))
    named = (right.start, right.end)
    return MeantDrug(drugs, right.drugs, start, end, line, span, named) if drugs else None


_ONLY_RIGHT = re.compile(
    rf"(?i)\b(?:{_WRONG}|i (?:meant?|misspoke)|typo"
    r"|should (?:be|read)|mistyped|misread|autocorrect|mix(?:ed (?:it |them )?|-)up)\b"
)
"""Words of a correction that need not name what was wrong."""


def drug_meant(text: str) -> MeantDrug | None:
    """The one drug of a message that only says which was meant: "wrong drug, it is ribociclib"."""
    groups = list(groups_of(text))
    if len(groups) != 1:
        return None
    only, start = groups[0], sentence_start(text, groups[0].start)
    opens = _OPENS.fullmatch(text, start, only.start)
    if opens is None or not opens["right"] or not _ONLY_RIGHT.search(opens[0]):
        return None
    place = (only.start, only.end)
    return MeantDrug(frozenset(), only.drugs, start, only.end, None, (start, only.end), place)
