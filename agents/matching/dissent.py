"""Where organisations say different things of the same drug in the same situation. Pure.

Two statements are compared only if they are on the same drugs, hold for the same patients in every
field, are current, and each says one thing of one kind: what remains of the dose, a daily dose, or
whether the drug is advised. Anything that might be a further condition makes them incomparable:
silence is better than a dissent that is none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from names.recognise import recognise_passage
from retrieval.statements.model import Statement

DissentTopic = Literal["share", "dose", "advice"]
_KINDS: dict[DissentTopic, frozenset[str]] = {
    "share": frozenset(("adjustment", "dose")),
    "dose": frozenset(("dose",)),
    "advice": frozenset(("recommendation",)),
}
_CONDITION = re.compile(
    r"(?i)\b(?:if|unless|when|whose|until|except|otherwise|only|provided|depending|older|younger"
    r"|intoleran\w+|tolerat\w+|adverse|toxicit\w+|elderly|frail|initial\w*|first|then|followed"
    r"|maintenance|missed|switch\w*|weekly|cycles?)\b"
)
"""Words behind which a statement holds for less than its fields tell."""
_BRACKETS = re.compile(r"\([^()]{0,120}\)")
_NUMBER = r"(?<![\d.,])\d{1,3}(?:\.\d{1,3})?"
_PERCENT = re.compile(rf"{_NUMBER} ?%")
_RANGE = rf"(?P<low>{_NUMBER}) ?%?(?: ?(?:-|–|to) ?(?P<high>{_NUMBER}))? ?%"
_LESS = re.compile(rf"(?i)\b(?:reduc\w++|lower\w*+|decreas\w++)(?: \w++){{0,6}}? by {_RANGE}")
_LESS_AFTER = re.compile(
    rf"(?i){_RANGE} (?:(?:starting |initial )?dose )?(?:reduction|lower|less|decrease)"
)
_LEFT = re.compile(rf"(?i){_RANGE} of (?:the|its|their) (?:\w+ ){{0,2}}dos(?:e|age)")
_AMOUNT = re.compile(
    r"(?i)(?P<number>(?<![\d.,])\d[\d,]{0,7}(?:\.\d{1,3})?)"
    r" ?(?P<unit>mg/m2|mg/m²|mg/kg|mcg|µg|mg|g)\b"
)
_HOW_OFTEN = re.compile(
    r"(?i)\b(?P<times>once|twice|three times) (?:daily|a day|per day)\b"
    r"|\bevery (?P<every>\w+ (?:days|weeks|hours))\b"
)
_FORM = re.compile(
    r"(?i)\b(?:tablet|capsule|solution|suspension|infusion|inject|subcutaneous|intravenous|oral)"
)
_ADVISES = re.compile(r"(?i)\b(?:advis|recommend|prefer)\w*")
_AGAINST = re.compile(
    r"(?i)\b(?:advis\w+ against|recommend\w* against|(?:does|do|is|are) not (?:recommend|advis)\w*"
    r"|should not|must not|no longer (?:recommend|advis)\w*)\b"
)
_ROUNDING = 1.0
"""Percent of a dose by which two shares may lie apart and say the same. Chosen by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganisationVoice:
    """One statement of an organisation, under the key that cites it."""

    publisher: str
    date: str
    words: str
    statement: Statement
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dissent:
    """What organisations say differently of the same drugs, the newest first."""

    drugs: tuple[str, ...]
    said: tuple[tuple[OrganisationVoice, str], ...]
    """Each voice with what it says, in short."""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(voice.key for voice, _ in self.said)

    @property
    def sentence(self) -> str:
        """Who says what, and when."""
        told = "; ".join(
            f"{voice.publisher} ({voice.date or 'undated'}) says {said}"
            for voice, said in self.said
        )
        return f"On {' with '.join(self.drugs)}: {told}."


@dataclass(frozen=True, slots=True)
class _Position:
    """What a statement says of one topic: in short, and as limits or words to compare."""

    said: str
    low: float = 0.0
    high: float = 0.0
    of: str = ""
    """Two positions are compared only if this is the same: unit, interval and form."""
    rounding: float = 0.0


def dissents(voices: Sequence[OrganisationVoice]) -> tuple[Dissent, ...]:
    """Where these voices differ, each group of comparable ones once."""
    found: list[Dissent] = []
    topics: tuple[DissentTopic, ...] = ("share", "dose", "advice")
    for topic in topics:
        groups: dict[object, dict[str, tuple[OrganisationVoice, _Position]]] = {}
        for voice in sorted(voices, key=lambda each: each.date, reverse=True):
            position = _position(voice, topic)
            if position is None:
                continue
            statement = voice.statement
            same = (frozenset(statement.drugs), statement.applies, position.of)
            groups.setdefault(same, {}).setdefault(voice.publisher, (voice, position))
        found += [
            Dissent(
                drugs=tuple(sorted(next(iter(group.values()))[0].statement.drugs)),
                said=tuple((voice, position.said) for voice, position in group.values()),
            )
            for group in groups.values()
            if _differ([position for _, position in group.values()])
        ]
    return tuple(found)


def _differ(positions: Sequence[_Position]) -> bool:
    """Whether two of them exclude one another: ranges that meet do not."""
    return any(one.high + one.rounding < other.low for one in positions for other in positions)


def _position(voice: OrganisationVoice, topic: DissentTopic) -> _Position | None:
    """What a voice says of a topic; None if it says nothing, or anything beside it."""
    statement = voice.statement
    is_whole = len(statement.spans) == 1 and not statement.limitation
    if not statement.drugs or statement.currency != "current" or not is_whole:
        return None
    words = _BRACKETS.sub("", voice.words)
    if statement.kind not in _KINDS[topic] or _CONDITION.search(words) or not voice.publisher:
        return None
    if recognise_passage(words).names("drug") != frozenset(statement.drugs):
        return None
    match topic:
        case "share":
            return _share(words)
        case "dose":
            return _dose(words)
        case "advice":
            return _advice(words)


def _share(words: str) -> _Position | None:
    """What remains of the dose, in percent."""
    found = [(each, True) for each in (*_LESS.finditer(words), *_LESS_AFTER.finditer(words))]
    found += [(each, False) for each in _LEFT.finditer(words)]
    if len(found) != 1:
        return None
    match, is_less = found[0]
    if len(_PERCENT.findall(words)) != len(_PERCENT.findall(match[0])):
        return None
    low, high = float(match["low"]), float(match["high"] or match["low"])
    low, high = (100 - high, 100 - low) if is_less else (low, high)
    shown = f"{low:g}%" if low == high else f"{low:g}–{high:g}%"
    return _Position(f"{shown} of the dose", low, high, "%", _ROUNDING)


def _dose(words: str) -> _Position | None:
    amounts, often = list(_AMOUNT.finditer(words)), list(_HOW_OFTEN.finditer(words))
    if len(amounts) != 1 or len(often) != 1:
        return None
    number = float(amounts[0]["number"].replace(",", ""))
    unit, interval = amounts[0]["unit"].lower(), often[0][0].lower()
    shown = f"{amounts[0][0]} {interval}"
    form = "".join(sorted({each.lower() for each in _FORM.findall(words)}))
    return _Position(shown, number, number, f"{unit} {interval} {form}")


def advises_against(words: str) -> bool:
    """Whether a statement advises not to give something."""
    return bool(_AGAINST.search(words))


def _advice(words: str) -> _Position | None:
    if advises_against(words):
        return _Position("not to give it", 0, 0, "advice")
    return _Position("to give it", 100, 100, "advice") if _ADVISES.search(words) else None
