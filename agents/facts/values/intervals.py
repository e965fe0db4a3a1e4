"""Treatments that failed by the time that passed until the disease came back, or as the one told
before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from names.clinical.expansion import expand
from names.clinical.treatment.agents import find_agents, is_against_cancer
from names.clinical.treatment.sequences import ASKS_NEXT
from names.clinical.values import HAD, ClinicalValue, FoundValue, Line, Therapy, TherapyOutcome
from names.recognise import recognise_passage
from names.tables.drugs import strategies

EARLY_RECURRENCE = (
    "recurrence within 12 months of adjuvant endocrine treatment is progression on it"
)
"""As INAVO120 (NCT04191499) and CAPItello-291 (NCT04305496) counted it."""
RECURRENCE_MONTHS = 12
EARLY_HER2 = (
    "recurrence on or within 12 months of adjuvant HER2-targeted treatment counts as the first line"
)
"""ASCO 2022, advanced HER2-positive breast cancer: then second-line treatment is advised
(https://eguideline.guidelinecentral.com/i/1475440/3)."""
_HER2 = "HER2 inhibition"
PLATINUM_RESISTANCE = "progression within 6 months of the last platinum is platinum resistance"
"""GCIG, Fifth Ovarian Cancer Consensus Conference (https://pubmed.ncbi.nlm.nih.gov/27993805/)."""
PLATINUM_SENSITIVE = "progression 6 months or more after the last platinum is platinum-sensitive"
PLATINUM_MONTHS = 6
"""The limit of both rules (the same source)."""
RULES_OF_TIME = frozenset((EARLY_RECURRENCE, EARLY_HER2, PLATINUM_RESISTANCE, PLATINUM_SENSITIVE))
WEEKS_OF_A_MONTH = 4.345
"""Weeks of a mean month: 30.4 days."""
_PLATINUM = r"(?:plat(?:inum)?(?:[ -](?:based )?chemo(?:therapy)?)?|carbo(?:platin)?|cisplatin|cis)"
_SPAN = (
    r"(?P<{0}count>\d{{1,3}})(?:-\d{{1,2}})? ?(?P<{0}unit>months?|mos?|m|weeks?|wks?|years?|yrs?)"
)
_SINCE_PLATINUM = re.compile(
    rf"(?i)\b(?:last|final|finished|completed|end of)(?: (?:dose|cycle|line)(?: of)?)?"
    rf" {_PLATINUM}(?:[ /+-]{{1,3}}[a-z]{{3,12}})?[ :,(]{{1,2}}(?:was )?{_SPAN.format('a')}"
    r"\b(?: ago| back| earlier)?"
    rf"|\b{_SPAN.format('b')}\b (?:after|from|post|since|following)"
    rf" (?:(?:the|her|last|final|completing|finishing|end|of|dose|cycle) ){{0,4}}{_PLATINUM}\b"
    r"|\b(?:PFI|TFIp|platinum[- ]free interval)(?: (?:is|was|of))?[ :=]{1,2}"
    rf"{_SPAN.format('c')}\b"
)
_CAME_BACK = re.compile(
    r"(?i)\b(?:progress\w*|relaps\w*|recur\w*|PD|rising CA-?125|CA-?125 (?:rising|rise|up)|PFI"
    r"|TFIp|platinum[- ]free)\b"
)
_RECURRENCE = re.compile(
    r"\b(?:relaps|recur|progress|metasta)\w*[^.;?\n]{0,40}?\b(?:within )?(\d{1,3})\s?"
    r"(months?|mos?|m|years?|yrs?|y)\b (?:after|from|post|following|of|(?P<into>into))"
    r"[^.;?\n]{0,40}?\badjuvant\b(?P<treatment>[^.,;?\n]{0,60})",
    re.I,
)
_ENDOCRINE = re.compile(r"\b(?:endocrine|hormon\w+|AI|aromatase)\b")
_ENDOCRINE_CLASSES = frozenset(
    {"Aromatase inhibition", "Estrogen receptor inhibition", "ER signaling inhibition"}
)


def recurrences_of(text: str, read: Sequence[FoundValue] = ()) -> Iterator[tuple[FoundValue, str]]:
    """What a message tells by the time until the disease came back, each with its rule: treatments
    that failed, and a line that counts as over. ``read``: the values that it states."""
    for each in read:
        if _failed_early(each.value):
            yield replace(each, value=LATER), EARLY_HER2
    yield from _after_adjuvant(text)
    yield from _after_platinum(text)


LATER = Line(first=2, last=None)


def _failed_early(value: ClinicalValue) -> bool:
    """Whether the disease came back on an adjuvant treatment against HER2, or within the months
    that count as if it had."""
    if not isinstance(value, Therapy) or value.setting != "adjuvant" or value.outcome not in HAD:
        return False
    soon = value.months_free is not None and value.months_free <= RECURRENCE_MONTHS
    return (soon or value.outcome == "progressed") and _HER2 in _classes(value.drugs)


def _classes(drugs: Sequence[str]) -> set[str]:
    return {name for drug in drugs for name in strategies().get(drug, ())}


def _after_adjuvant(text: str) -> Iterator[tuple[FoundValue, str]]:
    expanded = expand(text)
    for match in _RECURRENCE.finditer(expanded.text):
        months = int(match[1]) * (12 if match[2].lower().startswith("y") else 1)
        early = months <= RECURRENCE_MONTHS or bool(match["into"])
        treatment = match["treatment"]
        drugs = tuple(sorted(recognise_passage(treatment).names("drug")))
        classes = _classes(drugs)
        endocrine = bool(classes & _ENDOCRINE_CLASSES) or bool(_ENDOCRINE.search(treatment))
        span = expanded.original_span(*match.span())
        if endocrine:
            value = Therapy(
                drugs=drugs,
                classes=() if drugs else ("endocrine therapy",),
                outcome="progressed" if early else "completed",
                setting="adjuvant",
            )
            yield FoundValue(value, *span), EARLY_RECURRENCE
        if early and _HER2 in classes:
            yield FoundValue(LATER, *span), EARLY_HER2


def _after_platinum(text: str) -> Iterator[tuple[FoundValue, str]]:
    """What the time since the last platinum says, where the disease has come back."""
    if not _CAME_BACK.search(text):
        return
    for match in _SINCE_PLATINUM.finditer(text):
        months = _months(match)
        early = months < PLATINUM_MONTHS
        outcome: TherapyOutcome = "progressed" if early else "completed"
        named = [agent for agent in find_agents(match.group()) if agent.drugs]
        value = Therapy(
            drugs=tuple(dict.fromkeys(drug for agent in named for drug in agent.drugs)),
            classes=("Platinum-based chemotherapy",),
            outcome=outcome,
        )
        rule = PLATINUM_RESISTANCE if early else PLATINUM_SENSITIVE
        yield FoundValue(value, *match.span()), rule


def _months(match: re.Match[str]) -> float:
    count, unit = next(
        (int(match[f"{each}count"]), match[f"{each}unit"].lower())
        for each in "abc"
        if match[f"{each}count"]
    )
    if unit.startswith("w"):
        return count / WEEKS_OF_A_MONTH
    return count * 12 if unit.startswith("y") else count


_TOO = re.compile(r"(?i)\W{0,3}(?:(?:and|then|also)\s){0,2}$")
_AS_BEFORE = re.compile(r"(?i)\s(?:too|as well|also|likewise)\s?[.,;](?!\?)")
_THEN = re.compile(r"(?i)\W{0,3}(?:and\s|so\s)?then\W{0,3}$")


def ended_alike(text: str, known: Sequence[ClinicalValue]) -> Iterator[FoundValue]:
    """ "Sunitinib too. Next?": it ended as the treatment told last."""
    last = next((v for v in reversed(known) if isinstance(v, Therapy) and v.drugs), None)
    if last is None or last.outcome not in ("progressed", "given", "intolerant"):
        return
    agents = [agent for agent in find_agents(text) if is_against_cancer(agent)]
    ends = _AS_BEFORE.match(text, agents[-1].end) if agents else None
    if ends is None or not _TOO.fullmatch(text, 0, agents[0].start):
        return
    if ASKS_NEXT.search(text, ends.end()) or _THEN.match(text, ends.end()):
        drugs = tuple(drug for agent in agents for drug in agent.drugs)
        yield FoundValue(Therapy(drugs=drugs, outcome=last.outcome), agents[0].start, ends.end())
