"""What a message takes back of the treatments that were told before it: "no, she did not progress
on nivolumab", "not osimertinib, it was gefitinib", "ketoconazole stopped".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from agents.facts.corrections.meant_drugs import MeantDrug, drug_meant, drugs_meant
from agents.facts.corrections.stopped_classes import drugs_of_stopped_classes
from names.clinical.exposures.comedication import drugs_named
from names.clinical.exposures.untaken import how_untaken
from names.clinical.grammar.sentences import REACH, is_asked_from
from names.clinical.treatment.agents import find_agents
from names.clinical.treatment.held_treatments import held_treatments
from names.clinical.treatment.outcomes.denied_failures import is_denied_around
from names.clinical.values import HAD, ClinicalValue, Exposure, Therapy
from names.tables.other_drugs import cancer_drugs, other_drugs

_TAKES_NO_LONGER = re.compile(
    r"(?i)\b(?:no longer|not any ?more)(?: (?:takes?|taking|on|uses?|using|gets?|getting))"
    r" (?:it|that|this)\b"
    r"|\b(?:has |had |was |is |we |have )?stopped(?: taking)? (?:it|that|this)\b"
    r"|(?:^|[,;.:]\s?)\W{0,3}(?:it|that|this) (?:was|has been|is) (?:now |already )?"
    r"(?:stopped|discontinued|paused|withdrawn)\b"
    r"|\b(?:is|she['’]s|he['’]s|came|now) off (?:it|that)\b"
    r"|(?:\b(?:is|s?he['’]?s)\snot|\bisn['’]?t)\s(?:on|taking|getting)\s(?:it|that|this)"
    r"\s(?:any ?more|any longer|now)\b(?!\s?\?)"
)
"""Said of what was told last that somebody takes."""
GAVE_PLACE = re.compile(r"(?i)\bstopped (?:it|that|this), now on (?=[a-z])")
"""How the switch is told of a drug that is not named: "stopped it, now on levetiracetam"."""
_NOT_ON_IT = re.compile(r"(?i)(?:not|n['’]?t|no longer)\s(?:any ?more\s)?on\s")
"""Of these, what tells that a treatment of the tumour is over; "it was stopped" may be a pause."""
_STOPPED_BEFORE = re.compile(
    r"(?i)(?:^|[\s,;.(])(?:(?:(?:has|have|had|was) (?:been )?)?(?:stopped|discontinued|ceased)"
    r"|came off|no longer on|(?<!weeks )(?<!wks )(?<!days )off|switched from)"
    r"(?: (?:the|her|his))?\s$"
)
_STOPPED_BEHIND = re.compile(
    r"(?i)[\s,(]{1,2}(?:(?:was|has been|is|now|already)\s){0,2}(?:stopped|discontinued|ceased"
    r"|(?:switched|changed|converted) to|replaced (?:by|with))\b"
    r"(?!\s(?:if|once|tomorrow|next|soon)\b|[^.;!?\n]{0,12}\?)"
)
"""Around a treatment of the tumour that is over. One that is held or paused is not."""
_AGAIN = re.compile(
    r"(?i)[^!?\n]{0,80}\b(?:resum\w{1,4}|re-?start\w{0,3}|back on|re-?introduc\w{1,4}|label"
    r"|\d\s?(?:days|d)\b(?!\sago)|once\b)"
)
"""Behind a treatment that is only interrupted: "off osimertinib 5 days, resuming Monday"."""
_ASKS = re.compile(
    r"(?i)(?:^|[.;!?\n]\s)\W{0,3}(?:did|has|have|had|is|was|were|does|do|are|could|should|why|how|when"
    rf"|which|what|if)\b[^.;!?\n]{{0,{REACH}}}$"
)
BEFORE = 40
"""Characters before a treatment in which it is said to be over. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What a message takes back, by the names of drugs."""

    denied: frozenset[str] = frozenset()
    """Drugs of which it denies that they failed or were not borne."""
    untaken: frozenset[str] = frozenset()
    """Drugs that are no longer taken."""
    swapped: frozenset[str] = frozenset()
    """Drugs beside the treatment that gave their place to another."""
    held: frozenset[str] = frozenset()
    """Drugs that are on hold, so that their partners are given without them."""
    resumed: frozenset[str] = frozenset()
    """Drugs that were on hold and are given again."""
    meant: tuple[MeantDrug, ...] = ()
    """The treatments that were meant for those that were told."""

    @property
    def over(self) -> frozenset[str]:
        """Drugs that are not taken now."""
        return self.untaken | self.held | self.swapped

    def applied_to(self, value: ClinicalValue) -> ClinicalValue | None:
        """What a fact of before becomes; None: it no longer holds."""
        match value:
            case Therapy(drugs=drugs, outcome=outcome) if outcome in HAD and drugs:
                if outcome in ("progressed", "intolerant") and self.denied & {*drugs}:
                    failed = tuple(drug for drug in drugs if drug not in self.denied)
                    if failed:
                        return replace(value, drugs=failed)
                    return replace(value, outcome="given")
                left = tuple(drug for drug in drugs if drug not in self.over)
                if outcome == "current" and left != drugs:
                    if left:
                        return replace(value, drugs=left, classes=())
                    return replace(value, outcome="given")
                if outcome in ("held", "given") and self.resumed & {*drugs}:
                    return replace(value, outcome="current")
                return self._as_meant(value)
            case Exposure(from_drug=True, drugs=(drug,)) if drug in self.swapped:
                return Therapy(drugs=(drug,), outcome="given")
            case Exposure(from_drug=True, drugs=drugs) if self._are_untaken({*drugs}):
                return None
            case _:
                return value

    def _are_untaken(self, drugs: Set[str]) -> bool:
        """Whether one of these drugs is no longer taken, or was named by mistake."""
        return bool(self.untaken & drugs) or any(each.wrong & drugs for each in self.meant)

    def _as_meant(self, told: Therapy) -> Therapy:
        for each in self.meant:
            drugs = each.applied_to(told.drugs)
            if drugs != told.drugs:
                told = replace(told, drugs=drugs, classes=(), line=each.line or told.line)
        return told


IsStated = Callable[[str, int, int], bool]
"""Whether what stands at a span of a text is stated, and not asked or supposed."""


def taken_back_by(text: str, known: Sequence[ClinicalValue], is_stated: IsStated) -> TakenBack:
    """What a message takes back of what is known; the newest is last."""
    told = [each for each in known if isinstance(each, Therapy) and each.outcome in HAD]
    exposed = [{*each.drugs} for each in known if isinstance(each, Exposure) and each.from_drug]
    if not told and not exposed:
        return TakenBack()
    return TakenBack(
        denied=frozenset(_drugs_denied(text, told, is_stated)),
        untaken=frozenset(_drugs_untaken(text, told, is_stated))
        | frozenset(_no_longer_taken(text, known, is_stated)),
        swapped=_drugs_swapped(text, known, is_stated),
        held=frozenset(_drugs_held(text, is_stated)),
        resumed=frozenset(_drugs_resumed(text, told, is_stated)),
        meant=tuple(drugs_meant(text, [*({*each.drugs} for each in told), *exposed]))
        or tuple(_meant_alone(text, told, exposed)),
    )


def _meant_alone(
    text: str, told: Sequence[Therapy], exposed: Sequence[Set[str]]
) -> Iterator[MeantDrug]:
    """The drug of a message that only says which was meant ("wrong azole: fluconazole"), for the
    only one of its kind that is taken."""
    only = drug_meant(text)
    if only is None or len(only.right) != 1:
        return
    taken = {drug for each in told if each.outcome == "current" for drug in each.drugs}
    taken = taken.union(*exposed)
    treats = only.right[0] in cancer_drugs()
    alike = frozenset(drug for drug in taken if (drug in cancer_drugs()) == treats)
    if len(alike) == 1 and not alike & {*only.right}:
        yield replace(only, wrong=alike)


def _drugs_denied(text: str, told: Sequence[Therapy], is_stated: IsStated) -> set[str]:
    failed = {
        drug for each in told if each.outcome in ("progressed", "intolerant") for drug in each.drugs
    }
    return {
        drug
        for agent in find_agents(text)
        for drug in agent.drugs
        if drug in failed
        and is_denied_around(text, agent.start, agent.end)
        and not _is_in_question(text, agent.start, agent.end)
        and is_stated(text, agent.start, agent.end)
    }


def _drugs_untaken(text: str, told: Sequence[Therapy], is_stated: IsStated) -> set[str]:
    current = [each for each in told if each.outcome == "current"]
    taken = {drug for each in current for drug in each.drugs if drug in other_drugs()}
    found = {
        drug.name
        for drug in drugs_named(text)
        if drug.name in taken and how_untaken(text, drug)
        if not _is_in_question(text, drug.start, drug.end)
        if is_stated(text, drug.start, drug.end)
    }
    found |= _treatments_stopped(text, current, is_stated)
    match = _TAKES_NO_LONGER.search(text) if current else None
    asked = match and _is_in_question(text, *match.span())
    if match and not asked and not drugs_named(text) and is_stated(text, *match.span()):
        over = _NOT_ON_IT.search(match.group()) and not _AGAIN.match(text, match.end())
        found |= {*current[-1].drugs} & ({*current[-1].drugs} if over else taken)
    return found


def _no_longer_taken(
    text: str, known: Sequence[ClinicalValue], is_stated: IsStated
) -> Iterator[str]:
    """The drugs beside the treatment that are over, by their class or, where only what they do to
    others was told of them, by their names."""
    exposed = {
        d for each in known if isinstance(each, Exposure) and each.from_drug for d in each.drugs
    }
    taken = exposed | {
        drug
        for each in known
        if isinstance(each, Therapy) and each.outcome == "current"
        for drug in each.drugs
    }
    named = (
        (each.name, each.start, each.end)
        for each in drugs_named(text)
        if each.name in exposed & other_drugs()
        and how_untaken(text, each) in ("given", "not given")
    )
    for drug, start, end in (*named, *drugs_of_stopped_classes(text, known, taken)):
        if not _is_in_question(text, start, end) and is_stated(text, start, end):
            yield drug


def _drugs_swapped(
    text: str, known: Sequence[ClinicalValue], is_stated: IsStated
) -> frozenset[str]:
    """The drug beside the treatment that gave its place to one that the message names; nothing
    where several are taken, of which nobody can tell which one is meant."""
    swap = GAVE_PLACE.search(text)
    if swap is None or not is_stated(text, *swap.span()):
        return frozenset()
    came = {d for each in find_agents(text) if each.start == swap.end() for d in each.drugs}
    taken = frozenset(
        drug
        for each in known
        if (isinstance(each, Exposure) and each.from_drug)
        or (isinstance(each, Therapy) and each.outcome == "current")
        for drug in each.drugs
        if drug in other_drugs()
    )
    return taken if len(taken) == 1 and not came & (cancer_drugs() | taken) else frozenset()


def _drugs_held(text: str, is_stated: IsStated) -> Iterator[str]:
    for each in held_treatments(text):
        if is_stated(text, each.start, each.end):
            yield from each.drugs


_RESUMED = re.compile(
    r"(?i)[\s,(]{1,2}(?:(?:was|has been|is|now|already|again|just)\s){0,3}"
    r"(?:resumed|re-?started|re-?introduced|re-?challenged|back (?:on|at))\b"
    r"(?!\s(?:if|once|when|tomorrow|next|soon)\b|[^.;!?\n]{0,12}\?)"
)
_RESUMED_BEFORE = re.compile(
    r"(?i)(?:^|[,;.(]\s?|\b(?:we|has|have|had|s?he|pt|patient|is|now)\s)"
    r"(?:resumed|re-?started|back on)\s(?:the\s|her\s|his\s)?$"
)
_BACK_TO = re.compile(
    r"(?i)\b(?:(?:went|gone|is|was|switched|changed|moved|put)\sback|returned)\s(?:on\s)?(?:to|on)\s"
    r"(?:the\s|her\s|his\s)?$"
)
""" "GP went back to paroxetine": a drug beside the treatment that was taken before."""


def _drugs_resumed(text: str, told: Sequence[Therapy], is_stated: IsStated) -> Iterator[str]:
    held = {drug for each in told if each.outcome == "held" for drug in each.drugs}
    for each in find_agents(text) if held else ():
        before = _RESUMED_BEFORE.search(text[max(0, each.start - BEFORE) : each.start])
        again = before or _RESUMED.match(text, each.end)
        if again and held & {*each.drugs} and is_stated(text, each.start, each.end):
            yield from each.drugs
    had = {drug for each in told if each.outcome == "given" for drug in each.drugs}
    for drug in drugs_named(text) if had & other_drugs() else ():
        lead = text[max(0, drug.start - BEFORE) : drug.start]
        again = _BACK_TO.search(lead) or _RESUMED_BEFORE.search(lead)
        again = again or _RESUMED.match(text, drug.end)
        asked = _is_in_question(text, drug.start, drug.end)
        if again and drug.name in had & other_drugs() and not asked:
            yield drug.name


def stopped_later(text: str, value: ClinicalValue, end: int, is_stated: IsStated) -> ClinicalValue:
    """A value of a message with what the message says of it further on, behind ``end``: "on
    crizotinib 250 mg. Crizotinib stopped in May"."""
    if not isinstance(value, Therapy) or value.outcome != "current" or not _STOPS.search(text, end):
        return value
    untaken = _treatments_stopped(text, [value], is_stated, end)
    return TakenBack(untaken=frozenset(untaken)).applied_to(value) or value


_STOPS = re.compile(
    r"(?i)\b(?:stopped|discontinued|ceased|off|no longer on|switched|changed to"
    r"|converted to|replaced)\b"
)


def _treatments_stopped(
    text: str, current: Sequence[Therapy], is_stated: IsStated, start: int = 0
) -> set[str]:
    given = {drug for each in current for drug in each.drugs}
    return {
        drug
        for agent in find_agents(text)
        for drug in agent.drugs
        if drug in given and agent.start >= start
        if _STOPPED_BEFORE.search(text[max(0, agent.start - BEFORE) : agent.start])
        or _STOPPED_BEHIND.match(text, agent.end)
        if not _AGAIN.match(text, agent.end)
        if not _is_in_question(text, agent.start, agent.end)
        if is_stated(text, agent.start, agent.end)
    }


def _is_in_question(text: str, start: int, end: int) -> bool:
    return _ASKS.search(text, 0, start) is not None and is_asked_from(text, end)
