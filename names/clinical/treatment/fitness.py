"""Reads for which treatment somebody is fit or unfit: "not a candidate for 7+3",
"cisplatin-ineligible", "too frail for chemo".

What is read of a patient and of a statement ("comorbidities that preclude intensive induction") is
the same condition, so that both can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.values import Condition, FoundValue, Therapy
from names.patterns.filtered import filtered_pattern
from names.tables.treatment.drug_classes import class_in_sentence, drug_classes

UNFIT = "unfit for "
"""How the name of a condition begins that tells which treatment somebody cannot have. Absent: they
are fit for it."""
REFUSAL = "refusal of "
FRAILTY = "frailty"
INTENSIVE, CHEMOTHERAPY, TRANSPLANTATION = "intensive chemotherapy", "chemotherapy", "transplant"
ANTHRACYCLINE = "Anthracycline chemotherapy"
FROM_AGE = " or of at least "
"""Between the treatment and the age in years from which a statement holds without that."""
_NEGATED = (
    r"(?P<not>\b(?:not|no|never|no longer|hardly|neither|(?:is|was|are|were)n['’]?t)\s"
    r"(?:(?:an?|really|deemed|considered|felt|thought|judged|longer|be|to|good|physically"
    r"|medically|currently)\s){0,4})?"
)
_RECEIVE = r"(?:have|get|receive|undergo|take|tolerate|be (?:given|treated with))"
_OF_SOMEBODY = filtered_pattern(
    rf"(?i){_NEGATED}(?:\b(?P<un>un|in|poor |bad |non-)?"
    r"(?:fit|eligible|suitable|(?:good |suitable )?candidates?)(?: enough)?\s"
    rf"(?:for|to {_RECEIVE})\s)"
)
"""Before a treatment: whether somebody is fit for it."""
_BARRED = filtered_pattern(
    rf"(?i)\b(?:(?:cannot|can['’]?t|can not|must not|should not|unable to|not able to"
    r"|not allowed to) (?:have|get|receive|undergo|take|be (?:given|treated with))"
    r"|(?:unlikely|not expected) to tolerate|(?:will|would|won['’]?t|wouldn['’]?t)(?: not)?"
    r" tolerate"
    r"|contra-?indications? (?:to|for)|too (?:frail|old|unwell|sick|weak|ill|unfit|comorbid)"
    rf"(?: for| to {_RECEIVE})|preclud(?:e|es|ed|ing)(?: the)?(?: use of)?|(?<=[,;(] )not for)\s"
)
_ASKED_OR_DENIED = re.compile(
    r"(?i)\b(?:what|which|any|no|not|without|list|name|tell me|is there|are there|absence of|if"
    r"|whether)\s(?:\w{1,14}\s){0,3}$"
)
"""Before "contraindications to": they are asked for, or there are none."""
_REFUSED = filtered_pattern(
    r"(?i)\b(?:declin(?:es|ed|ing)|refus(?:es|ed|ing)|does(?: not|n['’]?t) want)\s"
)
_FILLER = re.compile(
    r"(?i)(?:(?:the|an?|any|any kind of|further|more|standard|upfront|systemic|cytotoxic|first-line"
    r"|frontline|full[- ]dose|combination|treatment with|therapy with|use of|PD-1 (?:or|and))"
    r"\s){0,3}"
)
_INTENSIVE = re.compile(
    r"(?i)(?:(?:standard |conventional )?(?:intensive|aggressive|curative[- ]intent)(?:ly)?"
    r"(?:[\s-]|$)(?:(?:standard|remission|induction|anti-?leuk\w{3,8}|cytotoxic)\s){0,2}"
    r"(?:chemo(?:therapy|therapies)?|induction|therapy|treatments?|regimens?|consolidation|option)?"
    r"|(?:standard |remission )?induction(?: chemo(?:therapy)?| therapy)?"
    r"|(?:standard )?(?:7|seven)\s?(?:\+|&|and|plus)\s?(?:3|three)|(?:standard )?3\s?\+\s?7"
    r"|CPX-?351|FLAG(?:-?IDA)?|hyper-?CVAD|(?-i:IC)(?=[\s,.;:?)-]|$))\b"
)
_TRANSPLANT = re.compile(
    r"(?i)(?:(?:an? )?(?:autologous|allogeneic|auto|allo|stem[- ]cell|bone marrow|haematopoietic"
    r"|hematopoietic)[\s-]){0,3}"
    r"(?:transplant(?:ation|s)?|(?:auto|allo)?-?(?:H?SCT|ASCT|HCT|BMT))\b"
)
_BEHIND = re.compile(
    r"(?i)(?P<un>[\s-]{1,2}(?:ineligib(?:le|ility)|inelig\b|unfit\b|unsuitable\b|non-?candidate)"
    r"|\s(?:is |was )?(?:not (?:an option|possible|feasible|suitable)|precluded|out of the question"
    r"|contra-?indicated(?!\s(?:with|by|if|when|during|together|in(?!\s(?:him|her|them|this|our|my)\b))"
    r"\b)))|(?P<fit>[\s-](?:eligible|fit|candidate)\b)"
)
_ASKED_BEFORE = re.compile(r"(?i)\b(?:is|are|was|when|why|if|whether|not|non)[\s-](?:an? |the )?$")
_ASKED = re.compile(r"\s?\?")
_ANSWERED_NO = re.compile(r"(?i)\s?[:?]\s{0,2}(?:no|nope)(?=\s?(?:[.,;!)\n]|$))")
_DENIED_BEFORE = re.compile(r"(?i)\b(?:not|non|no)[\s-](?:\w{1,12}[\s-]){0,2}$")
_CIS = filtered_pattern(r"(?i)\bcis(?=[\s-](?:in)?(?:elig|fit)|[\s-]unfit)")
_JOINS = re.compile(r"(?i)\s?(?:/|\+|&|\bor\b|\band\b|\bnor\b)\s?(?:an? |any )?")
_BARE = filtered_pattern(
    r"(?i)(?<![\w-])(?:(?:medically |physically |clinically )?(?:unfit|not (?:very |really )?fit)"
    r"|too (?:frail|unfit|weak))(?!\s(?:for|to|enough)\b|[\w-])"
)
_BARE_FIT = filtered_pattern(
    r"(?i)(?:^|[,;(]\s?|\b(?:medically|physically|otherwise|very|generally|still|young)\s)(?P<fit>fit)"
    r"(?=\s?(?:$|[,;.)]|and\b|for age|(?:young |older )?(?:patient|pt|man|woman|lady|gentleman)\b"
    r"|\d{2}\b))"
)
_ONLY_FOR = frozenset((INTENSIVE, CHEMOTHERAPY, TRANSPLANTATION))
"""Who "is a candidate for" another treatment is mostly asked about."""
_CUES = filtered_pattern(
    r"(?i)fit\b|eligib|inelig|suitable|candidate|cannot|can['’]?t|can not|must not|should not"
    r"|unable|not able|not allowed|tolerate|indicat|too |preclud|not for|declin|refus|want"
    r"|not (?:an option|possible|feasible)|out of the question"
)


def read_fitness(text: str) -> tuple[FoundValue, ...]:
    """For which treatments the text says that somebody is fit or unfit, or refuses them."""
    if not _CUES.can_match(text):
        return ()
    agents = [*find_agents(text), *(_cisplatin(match) for match in _CIS.finditer(text))]
    found = [*_told_before(text, agents), *_told_behind(text, agents)]
    found += [each for each in _bare(text) if not any(_lies_in(each, other) for other in found)]
    whole = (each for each in found if not any(_lies_in(each, other) for other in found))
    return tuple(dict.fromkeys(sorted(whole, key=lambda each: (each.start, each.end))))


def without_fitness(found: Sequence[FoundValue]) -> list[FoundValue]:
    """The values without treatments in words that tell of fitness: who is "unfit for chemotherapy"
    was not given any, and may have had it before."""
    own = [
        each
        for each in found
        if isinstance(each.value, Condition) and each.value.name.startswith(UNFIT)
    ]
    return [
        each
        for each in found
        if not isinstance(each.value, Therapy)
        or not any(other.start < each.end and each.start < other.end for other in own)
    ]


def unfit_spans(text: str) -> list[tuple[int, int]]:
    """Where the text says what somebody cannot have or refuses. It asks for no such treatment."""
    return [
        (each.start, each.end)
        for each in read_fitness(text)
        if isinstance(each.value, Condition) and each.value.polarity == "present"
    ]


def without_unfit_words(text: str) -> str:
    """The text with these words as spaces."""
    for start, end in unfit_spans(text):
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def treatment_of(condition: Condition) -> str:
    """The treatment that a condition is on, such as ``intensive chemotherapy`` or ``cisplatin``;
    empty for other conditions. The frail cannot have intensive chemotherapy."""
    if condition.name == FRAILTY:
        return INTENSIVE
    for begin in (UNFIT, REFUSAL):
        if condition.name.startswith(begin):
            return condition.name.removeprefix(begin).partition(FROM_AGE)[0]
    return ""


def is_weighed_by_drugs(condition: Condition) -> bool:
    """Whether the drugs of an option tell whether it is the treatment that somebody cannot have. Of
    a transplant, and of those who are only called frail, they tell nothing."""
    named = condition.name.startswith((UNFIT, REFUSAL))
    return named and treatment_of(condition) != TRANSPLANTATION


def is_given_in(treatment: str, drugs: Sequence[str]) -> bool:
    """Whether a regimen of these drugs holds a treatment: cisplatin, platinum-based chemotherapy,
    or intensive chemotherapy, which is cytarabine with an anthracycline."""
    classes = {name for drug in drugs for name in drug_classes(drug)}
    if treatment == INTENSIVE:
        return "cytarabine" in drugs and ANTHRACYCLINE in classes
    if treatment == CHEMOTHERAPY:
        return "Chemotherapy" in classes
    named = find_agents(treatment)
    by_class = any(set(agent.classes) & classes for agent in named)
    own = {drug for agent in named for drug in agent.drugs}
    return by_class or bool(own and own <= set(drugs))


def _lies_in(one: FoundValue, other: FoundValue) -> bool:
    """Whether the words of one are a part of the other's: the "chemo-unfit" of "intensive
    chemo-unfit". Those that begin together are members of one list."""
    return other.start < one.start and one.end <= other.end


def _cisplatin(match: re.Match[str]) -> Agent:
    return Agent(*match.span(), drugs=("cisplatin",))


def _told_before(text: str, agents: Sequence[Agent]) -> Iterator[FoundValue]:
    for match in _OF_SOMEBODY.finditer(text):
        fit = (match["not"] is None) == (match["un"] is None)
        for treatment, end in _treatments_at(text, match.end(), agents):
            if not fit or (treatment in _ONLY_FOR and not _ASKED.match(text, end)):
                yield _fitness_value(treatment, match.start(), end, fit=fit)
    for match in _BARRED.finditer(text):
        words = match.group().lower()
        if words.startswith(("will tol", "would tol")) or (
            words.startswith("contra")
            and _ASKED_OR_DENIED.search(text, max(0, match.start() - 60), match.start())
        ):
            continue
        for treatment, end in _treatments_at(text, match.end(), agents):
            yield _fitness_value(treatment, match.start(), end, fit=False)
    for match in _REFUSED.finditer(text):
        for treatment, end in _treatments_at(text, match.end(), agents):
            value = Condition(name=f"{REFUSAL}{treatment}")
            yield FoundValue(value, match.start(), end)


def _told_behind(text: str, agents: Sequence[Agent]) -> Iterator[FoundValue]:
    places = [(each.start, each.end, _treatment(each)) for each in agents]
    places += [(*match.span(), INTENSIVE) for match in _INTENSIVE.finditer(text)]
    places += [(*match.span(), TRANSPLANTATION) for match in _TRANSPLANT.finditer(text)]
    for start, end, treatment in places:
        match = _BEHIND.match(text, end)
        asked = _ASKED_BEFORE.search(text, max(0, start - 12), start)
        answer = _ANSWERED_NO.match(text, match.end()) if match else None
        if match is None or (match["un"] is not None and (asked or answer)):
            continue
        denied = _DENIED_BEFORE.search(text, max(0, start - 30), start)
        fit = match["un"] is None and denied is None and answer is None
        if treatment and (not fit or treatment in _ONLY_FOR):
            begin = denied.start() if denied else start
            yield _fitness_value(treatment, begin, (answer or match).end(), fit=fit)


def _treatments_at(text: str, start: int, agents: Sequence[Agent]) -> Iterator[tuple[str, int]]:
    """The treatments of the list that begins at a place, each with its end."""
    place = _past(_FILLER, text, start)
    listed: list[Agent] = []
    while True:
        if match := _INTENSIVE.match(text, place) or _TRANSPLANT.match(text, place):
            is_transplant = _TRANSPLANT.match(text, place) is not None
            yield TRANSPLANTATION if is_transplant else INTENSIVE, match.end()
            end = match.end()
        elif agent := next((each for each in agents if each.start == place), None):
            listed.append(agent)
            end = agent.end
        else:
            break
        following = _past(_FILLER, text, _past(_JOINS, text, end))
        if following <= end:
            break
        place = following
    drugs = [drug for agent in listed for drug in agent.drugs]
    classes = {name for agent in listed for name in agent.classes}
    if is_given_in(INTENSIVE, drugs) or ("cytarabine" in drugs and ANTHRACYCLINE in classes):
        yield INTENSIVE, listed[-1].end
        return
    for agent in listed:
        if treatment := _treatment(agent):
            yield treatment, agent.end


def _past(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return match.end() if match else place


def _treatment(agent: Agent) -> str:
    """What an agent is called as a treatment that somebody cannot have."""
    if is_given_in(INTENSIVE, agent.drugs):
        return INTENSIVE
    if agent.drugs:
        return " with ".join(agent.drugs)
    return class_in_sentence(agent.classes[0]) if agent.classes else ""


def _bare(text: str) -> Iterator[FoundValue]:
    """Those who are only called fit or unfit."""
    for match in _BARE.finditer(text):
        yield FoundValue(Condition(name=FRAILTY), *match.span())
    for match in _BARE_FIT.finditer(text):
        yield FoundValue(Condition(name=FRAILTY, polarity="absent"), *match.span("fit"))


def _fitness_value(treatment: str, start: int, end: int, *, fit: bool) -> FoundValue:
    value = Condition(name=f"{UNFIT}{treatment}", polarity="absent" if fit else "present")
    return FoundValue(value, start, end)
