"""Treatments that a message only lists: below a head ("Prior: letrozole, capecitabine"), or before
it asks what is next ("1L THP, 2L T-DXd. Options?").

No word beside them says that they were had; the head does, or the question behind them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from names.clinical.expansion import expand
from names.clinical.grammar.sentences import SENTENCE_END
from names.clinical.treatment.agents import Agent, find_agents, is_against_cancer
from names.clinical.treatment.lines import BEFORE_TREATMENT, ITS_TREATMENT, setting_beside
from names.clinical.values import (
    Exposure,
    FoundValue,
    Marker,
    Measurement,
    Therapy,
    Toxicity,
    Tumour,
)
from names.patterns.filtered import filtered_pattern

ASKS_NEXT = filtered_pattern(
    r"(?i)(?:^|[\s,.;:–—-])(?:(?:what(?:['’]?s| is| would be| comes)?|whats|now)\s)?"
    r"(?:(?:the |best |any |my |our )?next(?: systemic)?"
    r"(?: (?:line|step|option|treatment|therapy|best|move)s?)?|(?:any |what |which |further |more "
    r"|other |remaining |treatment |therapy |targeted |systemic |her |his |my |our |the "
    r"|best ){0,3}options"
    r"|what now|now what|what else|anything else|what (?:would|do|can|should) (?:you|we|i) "
    r"(?:do|give|offer|use|recommend)(?: now| next)?|what to (?:give|do|use)(?: now| next)?"
    r"|(?:2nd|3rd|[4-7]th|second|third|fourth|fifth)[\s-]line|[2-7]L)"
    r"(?: (?:now|left|please|pls|here|for (?:her|him|this patient)|are (?:left|there)))?"
    r"\s?(?:\?{1,3}|$)"
)
"""A question for what comes next that names no treatment."""
LINE_MARK = re.compile(
    r"(?i)(?:\b(?P<short>[1-7])L|\b(?P<line>first|second|third|fourth|1st|2nd|3rd|4th)[\s-]line)"
    rf"{ITS_TREATMENT}[\s:=(–-]{{0,3}}(?:(?:intolerant of|PD on|had|stopped)\s)?$"
)
NUMBERS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
}  # fmt: skip
PROPOSED = re.compile(
    r"(?i)\b(?:consider\w*|think\w*|plan\w*|propos\w*|offer\w*|discuss\w*|want\w*|wish\w*|start\w*"
    r"|candidate|eligib\w*|approv\w*|indicat\w*|access|role|should|could|would|can|may|might|is|are"
    r"|does|which|whether|between|vs\.?|versus|or|prefer\w*|if|add\w*|switch\w*|allerg\w*|intoler\w*"
    r"|contraindicat\w*|no|not|never|without|na[iï]ve|refus\w*|declin\w*|trial|study|available|how)\b"
)
"""Words that make a treatment something else than one that was had."""
BEFORE = 60
"""Characters in front of a treatment, within its sentence, in which such a word is looked for.
Chosen by hand."""
BEHIND = re.compile(
    r"(?i)[\s-]?(?:\?|or\b|vs\b|versus\b|na[iï]ve|an? option|next\b|instead|for (?!\d)|ineligib\w*"
    r"|[ (:,]{1,2}(?:(?:none|nil|no)\b(?!\s(?:(?:prior|previous|other)\s)?[A-Za-z])"
    r"|(?:ongoing|on-going|since|current)\b)"
    r"|[ (:,]{1,2}(?:never|omitted|skipped|planned)(?=\s?(?:[.;)]|,(?!\s?got)|but\b|$))"
    r"|\s?[-−–](?=\s?[,.;)])"
    r"|intoleran\w*|allerg\w*|anaphyl\w*|contraindicat\w*|unfit|dose\b|not\b"
    r"|(?:[1-7]L|(?:1st|2nd|3rd|[4-7]th|first|second|third|fourth|fifth)[\s-]line)\s{0,2}\?)"
)
"""What makes a treatment the one that is asked about."""
IN_DISEASE = re.compile(
    r"(?i)\s(?:in|for)\s(?!(?:the\s)?(?:(?:neo)?adjuvant|first|1st|early|front|induction|maint)\b)"
    r"(?:[a-z][\w+/-]{0,25}\s?){1,6}"
)
"""Between a treatment and the line that is asked for: "docetaxel in NSCLC second line?" """
COMPARES = re.compile(r"(?i)\b(?:or|vs|versus|only|rather|already|instead)\b")
"""Between a treatment and the line that is asked for: "encorafenib upfront or only 2L?" """
_OF_TREATMENT = (
    r"(?:tx|rx|treatments?|therap(?:y|ies)|lines?|chemo(?:therapy)?|systemic|anti-?cancer|oncolog\w{2,5}"
    r"|regimens?|drugs?|agents?|history|hx|exposures?|given|received|to date|so far|of)"
)
HEAD = filtered_pattern(
    r"(?i)(?<![\w-])(?:(?:prior|previous|previously|prev\.?|past|earlier|pre-?treated|pre-?treatments?)"
    rf"(?:\s{_OF_TREATMENT}){{0,4}}"
    rf"|(?:tx|treatments?|therap(?:y|ies)|oncolog\w{{2,5}}|onc)\s(?:history|hx|to date|so far)"
    r"|(?:lines of (?:treatment|therapy)|received|has had|had)(?:\sso far)?"
    r"|(?<![^\n])(?:hx|history))\s?:(?!\S)"
)
"""The head of a list of treatments that were had. "Hx:" counts at the beginning of a line; "Tx:" is
mostly the treatment of now."""
ITEM = re.compile(r"[ \t]{0,8}(?:[-–—•*·]|\d{1,2}[.)]|[1-7]L\b)")
"""How a line below a head begins that is a part of its list."""
END_OF_LIST = re.compile(r"[?!\n]|(?<![\s(]\d)(?<!\A\d)\.(?=\s|$)|\.(?=\s[A-Z]\w{1,20}:)")
LONGEST_LIST = 600
"""Characters of a list below its head that are read. By hand: ten lines of treatment."""
PART = re.compile(r"[,;]|->|→|\s[-–—]\s|\n")
NOT_HAD = re.compile(
    r"(?i)\b(?:no|not|never|none|without|na[iï]ve|declin\w{0,3}|refus\w{0,3}|plan\w{0,4}|propos\w{0,3}"
    r"|consider\w{0,3}|candidate|eligible|ineligible|allerg\w{0,4}|now|next|or|vs|versus|if|on|for"
    r"|trial|screen\w{0,3}|today|start\w{0,3}|current\w{0,2}|ongoing|options?|question|what|could|can|should)\b(?!\s(?:PD|progress))"
)
"""In the part of a list before a treatment: it was not had, or nobody can tell."""
JOINS = re.compile(r"\s?(?:[/+&]|plus|and|with)\s?|[-–]", re.IGNORECASE)


def listed_treatments(text: str, found: Sequence[FoundValue]) -> tuple[FoundValue, ...]:
    """The treatments that were had by the question behind them, beside what was ``found``.

    Of a patient with an adverse event or a measured value, what to do about that is asked, so that
    there only what stands below a head, or in a list of several lines, was had."""
    expanded = expand(text)
    agents = [
        agent
        for agent in find_agents(expanded.text)
        if is_against_cancer(agent)
        and not _is_read(expanded.original_span(agent.start, agent.end)[0], found)
    ]
    if not agents:
        return ()
    headed = [agent for agent in agents if _is_headed(expanded.text, agent)]
    listed = [_therapy_of_group(expanded.text, each) for each in _groups(expanded.text, headed)]
    others = [agent for agent in agents if agent not in headed]
    measured = any(isinstance(each.value, Toxicity | Measurement) for each in found)
    of_patient = any(isinstance(each.value, Tumour | Marker) for each in found)
    lined = sum(
        _line_before(expanded.text, each) is not None for each in find_agents(expanded.text)
    )
    if others and of_patient and (not measured or lined > 1):
        listed += _listed_therapies(expanded.text, others)
    return expanded.place_back(listed)


def _is_headed(text: str, agent: Agent) -> bool:
    """Whether a treatment stands in the list below a head, and not in the part of it that asks."""
    head = None
    for match in HEAD.finditer(text[: agent.start]):
        head = match
    if head is None or agent.start - head.end() > LONGEST_LIST:
        return False
    end = _end_of_list(text, head.end())
    if agent.end > end:
        return False
    parts = [match.end() for match in PART.finditer(text, head.end(), agent.start)]
    own = text[parts[-1] if parts else head.end() : agent.start]
    asked = text[end : end + 1] == "?" and not PART.search(text, agent.end, end)
    return not (asked or NOT_HAD.search(own) or BEHIND.match(text, agent.end))


def _end_of_list(text: str, start: int) -> int:
    """Where the list ends whose head ends at ``start``: with its sentence or line, or, of a head
    that stands alone, with the last line that begins like an item."""
    line = text.find("\n", start)
    if line >= 0 and not text[start:line].strip():
        end = line
        while end < len(text) and ITEM.match(text, end + 1):
            following = text.find("\n", end + 1)
            end = following if following >= 0 else len(text)
        return end
    match = END_OF_LIST.search(text, start)
    return match.start() if match else len(text)


def _listed_therapies(text: str, agents: Sequence[Agent]) -> list[FoundValue]:
    groups = list(_groups(text, agents))
    ask = ASKS_NEXT.search(text)
    before = [group for group in groups if ask and group[-1].end <= ask.start() + 1]
    if ask is not None and before:
        last = before[-1][-1].end
        proposed = any(_is_proposed(text, agent) for group in before for agent in group)
        proposed = proposed or bool(IN_DISEASE.fullmatch(text, last, ask.start() + 1))
        proposed = proposed or bool(COMPARES.search(text, last, ask.start() + 1))
        return [] if proposed else [_therapy_of_group(text, group) for group in before]
    # Of "1L ipi/nivo 2L dabrafenib/trametinib?" all lines before the last.
    lines = [_line_before(text, group[0]) for group in groups]
    highest = max((line for line in lines if line), default=0)
    return [
        _therapy_of_group(text, group)
        for group, line in zip(groups, lines, strict=True)
        if line and line < highest
    ]


def _is_read(start: int, found: Iterable[FoundValue]) -> bool:
    return any(
        each.start <= start < each.end
        for each in found
        if isinstance(each.value, Therapy | Exposure)
    )


def _is_proposed(text: str, agent: Agent) -> bool:
    start = max(0, agent.start - BEFORE)
    before = text[start : agent.start]
    ends = [match.end() for match in SENTENCE_END.finditer(before)]
    own = before[ends[-1] if ends else 0 :]
    return bool(PROPOSED.search(own) or BEHIND.match(text, agent.end))


def _groups(text: str, agents: Sequence[Agent]) -> Iterator[list[Agent]]:
    """Treatments that were given together: "letrozole/palbo"."""
    group: list[Agent] = []
    for agent in agents:
        if group and not JOINS.fullmatch(text, group[-1].end, agent.start):
            yield group
            group = []
        group.append(agent)
    if group:
        yield group


def _line_before(text: str, agent: Agent) -> int | None:
    match = LINE_MARK.search(text, max(0, agent.start - BEFORE_TREATMENT), agent.start)
    if match is None:
        return None
    return int(match["short"]) if match["short"] else NUMBERS[match["line"].lower()]


def _therapy_of_group(text: str, group: Sequence[Agent]) -> FoundValue:
    value = Therapy(
        drugs=tuple(dict.fromkeys(drug for agent in group for drug in agent.drugs)),
        classes=tuple(dict.fromkeys(name for agent in group for name in agent.classes)),
        outcome="given",
        line=_line_before(text, group[0]),
        setting=setting_beside(text, group[0].start, group[-1].end),
    )
    return FoundValue(value, group[0].start, group[-1].end)
