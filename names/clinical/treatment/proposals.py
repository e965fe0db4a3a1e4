"""Which treatments a question puts forward: "pd on alectinib, lorlatinib?" asks about lorlatinib.

What is put forward was not had, even where a list of treatments that were had runs into it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Protocol

from names.clinical.treatment.agents import Agent

SENTENCE_END = re.compile(r"[?!;\n]|\.(?=\s|$)|→")
WINDOW = 300
"""Characters of a sentence that are looked at to either side of a treatment. Chosen by hand: longer
than the questions of the ward, and it keeps the work in proportion to the text."""
CLAUSE_END = re.compile(r"[,:()]|\s[-–—]\s")
OR = re.compile(r"(?i)\s{0,2}(?:,?\s?\b(?:or|versus)|,?\s?\bvs\.?)\s{1,2}")
"""Between two treatments of which one is to be chosen."""
BRACKET = re.compile(r"[()]")
ASKED = re.compile(r"\s{0,2}\?")
LIST_SIGNS = frozenset(("-", "–", "—", ";"))
"""What may stand alone between the drugs of a list: "THP - T-DM1 - T-DXd"."""
VERB = re.compile(
    r"(?i)\s(?:alone |plus [\w-]{1,30} |with [\w-]{1,30} )?(?:is|was|gave|had|showed|shows|has|are"
    r"|were|improved|remains|may|can|could|should|prolonged|reduced|led|did|does|would|will)\b"
)
"""Behind a treatment that is the subject of its clause."""
GOES_ON = re.compile(
    r"(?i)\s{0,2}(?:and|then|plus|&|\+|/|followed by|later|subsequently|before that|prior|previous"
    r"|earlier)(?!\w)"
)
"""Begins a clause that continues the list before it."""
ASKS = re.compile(
    r"(?i)\b(?:what|which|who|when|where|why|how|can|could|should|shall|may|might|would|will|is|are"
    r"|does|do|any|options?|next|best|role|ok(?:ay)?|give|giving|use|using|try|consider|offer"
    r"|eligible|candidate|evidence|data)\b"
)
"""Words of a question. Where they stand before the treatments that were had, the list after "after"
is the history: "which drug after letrozole, palbociclib?"."""
ASKS_ELSE = re.compile(
    r"(?i)\b(?:what|which|who|when|where|why|how|can|could|should|shall|would|options?"
    r"|next[\s-](?:line|step|option|treatment|therapy)|any(?:thing)?)\b"
)
"""After a treatment: the question is on something else."""
DOSE = (
    r"(?:\d[\d.,]{0,6}\s?(?:mg|g|µg|mcg)(?:/\S{1,5})?\s{0,2}"
    r"(?:(?:bid|bd|tid|qd|od|daily|weekly)\s{0,2})?)?"
)
OFFERED_AS = re.compile(
    rf"(?i)\s{{0,2}}(?:\([^()]{{0,40}}\)\s{{0,2}})?{DOSE}[-–—]?\s{{0,2}}"
    r"(?:(?:as|an?|the|still|now|also|is|be|would be)\s){0,4}"
    r"(?:option\b|ok(?:ay)?\b(?!\s(?:to|for|if)\b)|possible\b|indicated\b|eligible\b"
    r"|reasonable\b|recommended\b|preferred\b|feasible\b|appropriate\b|allowed\b|worth\b"
    r"|next\s?(?=\?)|instead\b|dos(?:e|ing)\b|candidate\b)"
)
"""Right after a treatment that is put forward, with or without a question mark."""
WHICH_OF_THEM = re.compile(
    r"(?i)\s{0,2}[,:;–—-]\s{0,2}which (?:one\b|of (?:them|these|the two)\b|ha(?:s|ve|d)\b"
    r"|works?\b|shows?\b|crosses\b|penetrates\b|gives\b"
    r"|(?:is|are) (?:better|preferred|safer|more|best)\b)"
)
"""Behind "X or Y": they are compared, and neither was had."""
DOSE_OF_THEM = re.compile(
    r"(?i)\s{0,2}(?:[,:;–—-]\s{0,2}|(?=(?:and|at|with)\s))(?:(?:and|at|with|in)\s){0,2}"
    r"(?:(?:what|which|the|usual|start(?:ing)?)\s){0,3}dos(?:es?|ing|ages?)"
    r"(?:\sof\s(?:it|each|them|either|both|that))?\s{0,2}"
)
"""All that stands behind "X or Y", where the dose of what is chosen is asked."""


class Place(Protocol):
    """Something that stands at ``start`` to ``end`` of a text."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


def proposed_places(text: str, agents: Sequence[Place], cues: Sequence[Place]) -> set[int]:
    """Indices of the *agents* that a question puts forward. *cues* are the words that tell of
    treatments that were had ("pd on"); in the clause of such a word nothing is put forward."""
    found: set[int] = set()
    for last in range(len(agents) - 1, -1, -1):
        if last in found or not _ends_a_proposal(text, agents, last):
            continue
        first = _first_of_clause(text, agents, last)
        end = _before_history(agents, cues, first, last)
        chosen = _first_of_choice(text, agents, first)
        if _is_proposed(text, agents[chosen].start, cues, is_choice=_has_or(text, agents, end)):
            found.update(range(chosen, end + 1))
    return found


def asked_in_haste(
    text: str, agents: Sequence[Place], outcomes: Sequence[str | None]
) -> Iterator[int]:
    """Indices of the *agents* that nothing but a blank parts from one that failed, and that the
    question ends with: "PD on erlotinib osimertinib?"."""
    for place in range(1, len(agents)):
        apart = text[agents[place - 1].end : agents[place].start]
        failed = outcomes[place - 1] in ("progressed", "intolerant")
        if failed and apart.isspace() and ASKED.match(text, agents[place].end):
            yield place


def _ends_a_proposal(text: str, agents: Sequence[Place], last: int) -> bool:
    """Whether a clause that asks ends behind this treatment."""
    end = agents[last].end
    if OFFERED_AS.match(text, end):
        return True
    dose = DOSE_OF_THEM.match(text, end)
    if dose and ASKED.match(text, dose.end()) and _has_or(text, agents, last):
        return True
    following = agents[last + 1].start if last + 1 < len(agents) else len(text)
    stop = SENTENCE_END.search(text, end, end + WINDOW)
    if stop is None or stop.group() != "?" or following < stop.start():
        return False
    tail = text[end : stop.start()]
    bracket = re.match(r"\s*\([^()]{0,40}\)", tail)
    tail = tail[bracket.end() :] if bracket else tail
    if WHICH_OF_THEM.match(tail) and _has_or(text, agents, last):
        return True
    if CLAUSE_END.search(tail):
        return False
    return _has_or(text, agents, last) or not ASKS_ELSE.search(tail)


def _first_of_clause(text: str, agents: Sequence[Place], last: int) -> int:
    first = last
    while first:
        if agents[last].end - agents[first - 1].start > WINDOW:
            break
        between = text[agents[first - 1].end : agents[first].start]
        if SENTENCE_END.search(between) or CLAUSE_END.search(between):
            break
        first -= 1
    return first


def _first_of_choice(text: str, agents: Sequence[Place], first: int) -> int:
    """ "T-DXd, or tucatinib?" puts both forward: the clause before ", or" belongs to it."""
    while first and OR.fullmatch(text, agents[first - 1].end, agents[first].start):
        further = _first_of_clause(text, agents, first - 1)
        before = agents[further - 1].end if further else 0
        too_far = agents[first].start - agents[further].start > WINDOW
        if too_far or GOES_ON.match(text[before : agents[further].start].lstrip(" ,")):
            break
        first = further
    return first


def _before_history(agents: Sequence[Place], cues: Sequence[Place], first: int, last: int) -> int:
    """The last treatment of a clause before what it names as had: of "nivolumab after
    pembrolizumab?" the first is put forward."""
    cue = bisect_left(cues, agents[first].end, key=_start)
    if cue == len(cues) or cues[cue].start >= agents[last].start:
        return last
    return max(place for place in range(first, last + 1) if agents[place].start < cues[cue].start)


def _has_or(text: str, agents: Sequence[Place], last: int) -> bool:
    return last > 0 and bool(OR.fullmatch(text, agents[last - 1].end, agents[last].start))


def _start(place: Place) -> int:
    return place.start


def _is_proposed(text: str, start: int, cues: Sequence[Place], *, is_choice: bool) -> bool:
    """Whether the clause in which something stands at *start* is one of its own, apart from the
    list of what was had."""
    lowest = max(0, start - WINDOW)
    ends = list(SENTENCE_END.finditer(text, lowest, start))
    # A semicolon joins the parts of a list as a comma does.
    sentence = max((end.end() for end in ends if end.group() != ";"), default=lowest)
    commas = [*CLAUSE_END.finditer(text, sentence, start)]
    commas += [end for end in ends if end.group() == ";" and end.start() >= sentence]
    commas.sort(key=lambda each: each.start())
    if not commas or commas[-1].group() == "(":
        return False
    clause = commas[-1].end()
    first, last = bisect_left(cues, sentence, key=_start), bisect_left(cues, clause, key=_start)
    if GOES_ON.match(text, clause) or bisect_left(cues, start, key=_start) > last:
        return False
    before = [cue.start for cue in cues[first:last]]
    if not before or is_choice:
        return True
    colons = [match.end() for match in commas if match.group() == ":" and match.end() <= before[-1]]
    return not ASKS.search(text, colons[-1] if colons else sentence, before[-1])


def bracket_ends(text: str, cues: Sequence[Place]) -> list[int]:
    """Where the bracket ends in which each cue stands; the end of the text outside of one."""
    found = [len(text)] * len(cues)
    opened: list[list[int]] = [[]]
    waiting = 0
    for match in BRACKET.finditer(text):
        while waiting < len(cues) and cues[waiting].end <= match.start():
            opened[-1].append(waiting)
            waiting += 1
        if match.group() == "(":
            opened.append([])
        elif len(opened) > 1:
            for number in opened.pop():
                found[number] = match.start()
    return found


def is_asked_behind(text: str, cue_end: int, previous: Agent, agent: Agent) -> bool:
    """ "post-chemo T-DXd dose", "after chemo T-DXd?": the drug right behind chemotherapy, or behind
    what a hyphen joins to "post", is not one of those that were had."""
    if not agent.drugs or text[previous.end : agent.start].strip():
        return False
    of_word = text[cue_end - 1 : cue_end] == "-" and cue_end == previous.start
    return of_word or (not previous.drugs and previous.classes == ("Chemotherapy",))


def begins_clause(text: str, cue: int, previous: Agent, agent: Agent) -> bool:
    """ "After platinum, amivantamab gave …": what stands after the comma is the subject. ``cue``:
    where the words before the first treatment begin."""
    comma = text[previous.end : previous.end + 2].strip()[:1] in (",", ":")
    begins = not text[max(0, cue - 2) : cue].strip(" \n.;:")
    return comma and begins and bool(VERB.match(text, agent.end))
