"""What a message says was not given, in the words that the readers know: "carbo/pac without
bevacizumab" becomes "carbo/pac, no prior bevacizumab", "never got sotorasib" "no prior sotorasib".

Of a regimen that is proposed "without bevacizumab" is "alone": nobody asks for bevacizumab."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from names.clinical.expansion import Change
from names.clinical.grammar.sentences import is_asked_from
from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.treatment.therapies import read_therapies
from names.clinical.values import HAD, Therapy
from names.recognise import recognise

_MAY_TELL = re.compile(
    r"(?i)\b(?:without|w/o|omitting|minus|sans|never|no|not|hasn['’]?t|haven['’]?t|hadn['’]?t)(?:\b|\s)"
)
_WITHOUT = re.compile(
    r"(?i)(?<!with or )(?<!with/)(?<!w/ or )(?<!or)(?P<link>\s?[,(]?\s?(?:but\s|and\s)?\b"
    r"(?:without|w/o|omitting|minus|sans|but not)\s)(?:(?:the|any|an?|added|additional|concurrent"
    r"|concomitant|adding|addition of|use of)\s){0,2}$"
)
_BEFORE = r"(?i)(?:\b(?:s?he|they|pt|patient|who|has|have|had|is|was|but|and)\s){0,2}\b"
_RARE = r"(?:got|gotten|seen|tried|started|been (?:on|started on))"
"""Words for a treatment that was given; of the common ones most readers know the denial."""
_NEVER = re.compile(
    rf"{_BEFORE}(?:not (?:yet|ever)\s(?:had|received|been (?:given|exposed to|treated with)"
    rf"|{_RARE})|(?:never|hasn['’]?t|haven['’]?t|hadn['’]?t|(?:has|have|had) not)\s"
    rf"(?:(?:yet|ever|previously|actually)\s){{0,2}}{_RARE})\s(?:(?:any|an?|the|prior)\s){{0,2}}$"
)
_NO = re.compile(r"(?i)\bno\s$")
_GIVEN = re.compile(
    r"(?i)\s(?:(?:was|were|has been|had been|ever|so far|yet|actually)\s){0,2}"
    r"(?:given|used|received|added|tried|had)(?=\s?(?:$|[.,;:!)\n]|(?:so far|yet|before|though"
    r"|and|but|with|at|in|as|because)\b))"
)
"""Around a treatment that was not given: "no bev given"."""
_SIZES = re.compile(
    r"(?i)(?:\s\(?[1-4]L\)?)?(?:\s?[x×]\s?\d{1,2}|\s\d{1,2}\s?(?:cycles|x)|\s\(?AUC\s?\d\)?|\s\d{1,4}\s?mg)?"
)
_PROPOSES = re.compile(
    r"(?i)\b(?:can|could|should|would|shall|may|might|will|what|which|how|is|are|does|do|if|give|start|use"
    r"|plan\w*|propose\w*|consider\w*|recommend\w*|prefer\w*|want\w*|regimens?|options?|combination"
    r"|possible|okay|ok|safe|manage|go|treat)\b"
)
"""In the clause before "without": a treatment is looked for that does without."""
_CLAUSE = re.compile(r"[,;:.(!?\n]\s?")


def treatments_not_given(text: str) -> Iterator[Change]:
    """The words by which a message says that a treatment was not given."""
    if not _MAY_TELL.search(text):
        return
    agents = find_agents(text)
    had = [
        (each.start, each.end)
        for each in read_therapies(text)
        if isinstance(each.value, Therapy) and each.value.outcome in HAD
    ]
    for place, agent in enumerate(agents):
        low = max(0, agent.start - 60)
        given = _GIVEN.match(text, agent.end)
        if given and (match := _NO.search(text, low, agent.start)):
            yield match.start(), agent.start, "no prior "
            yield agent.end, given.end(), ""
        elif match := _NEVER.search(text, low, agent.start):
            yield (*match.span(), "no prior ")
        elif match := _WITHOUT.search(text, low, agent.start):
            yield from _told_without(text, agents, place, match.start("link"), had)


_ALLERGIC = re.compile(
    r"(?i)\s?[,(]?\s?(?:because|since|as|due to|d/t|after|for|owing to)\s"
    r"(?:of\s|(?:s?he|pt|patient)\s)?"
    r"(?:(?:had|has|got|an?|severe|previous|prior|known|grade \d|G\d|her|his|infusion)\s){0,4}"
    r"(?:anaphyla\w{2,4}|allerg\w{1,4}|hypersensitiv\w{2,4}|infusion[\s-](?:related )?reactions?"
    r"|reactions?|(?-i:HSR|IRR))\b"
)
"""Behind a treatment that a regimen was given without: it was tried, and not borne."""


_OF_HARM = re.compile(
    r"(?i)\b(?:allerg\w+|intoleran\w+|react\w+|hypersens\w*|anaphyla\w+|resistan\w+|refractory|PD"
    r"|progress\w+|toxic\w+|failed)\b"
)
"""Before "but not": what was not is the harm, not the treatment ("allergic to cisplatin but not
carboplatin")."""


def _is_harmed_by(text: str, agent: Agent) -> bool:
    """Whether words of harm stand before a treatment in its clause."""
    begins = [each.end() for each in _CLAUSE.finditer(text, 0, agent.start)]
    return _OF_HARM.search(text, begins[-1] if begins else 0, agent.start) is not None


def _told_without(
    text: str, agents: Sequence[Agent], place: int, start: int, had: Sequence[tuple[int, int]]
) -> Iterator[Change]:
    """What "without" is of: of a treatment that was had, of one that is proposed, or of neither."""
    agent, before = agents[place], agents[place - 1] if place else None
    if _ALLERGIC.match(text, agent.end):
        yield start, agent.start, ", allergic to "
        return
    if before and _SIZES.fullmatch(text, before.end, start) and not _is_harmed_by(text, before):
        if any(begin <= before.start < end for begin, end in had):
            yield start, agent.start, ", no prior "
        elif is_asked_from(text, agent.end):
            yield start, agent.end, " alone"
        return
    begins = [each.end() for each in _CLAUSE.finditer(text, 0, start)]
    clause = text[begins[-1] if begins else 0 : start]
    if _OF_HARM.search(clause):
        return
    told = not clause.strip() or recognise(clause).of("tumour", "gene", "status", "variant")
    if told and not _PROPOSES.search(clause):
        yield start, agent.start, ", no prior " if clause.strip() else " no prior "
