"""What a treatment that is over tells of a patient's present setting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from names.clinical.values import FoundValue, Setting, Therapy
from names.patterns.filtered import filtered_pattern

_OVER = frozenset(("given", "completed", "progressed", "intolerant"))
"""Outcomes of a treatment that is not going on."""
_OF_SURGERY = frozenset(("neoadjuvant", "adjuvant"))
_CAME_BACK = filtered_pattern(
    r"(?i)(?P<denied>\b(?:no|not|never|without|free of|n[eo]g(?:ative)? for|risk (?:of|for))"
    r"\W{1,3}(?:\w+ ){0,3})?"
    r"\b(?:relaps\w*|recurr?(?:ed|ence|ent|ing)?|progress(?:ed|ion|ing)|PD(?![\s-]?L?[12]\b)"
    r"|spread|came back"
    r"|metasta\w+|mets)\b"
)
_BESIDE = 2
"""Characters between a setting and the treatment that it is of: "adjuvant T-DM1". Chosen by
hand."""


def with_present_settings(found: Iterable[FoundValue], text: str) -> Iterator[FoundValue]:
    """The values of words on a patient, without settings that are those of an earlier treatment.

    "Relapsed after adjuvant T-DM1" is not adjuvant now. Of a cancer that has not come back, the
    treatment before or after surgery still tells that it is early."""
    values = list(found)
    came_back = has_come_back(text)
    for each in values:
        value = each.value
        is_past = (
            isinstance(value, Setting)
            and value.name in _OF_SURGERY
            and any(_is_of(each, other) for other in values)
        )
        if not is_past:
            yield each
        elif not came_back and isinstance(value, Setting):
            yield replace(each, value=replace(value, name="early"))


def has_come_back(text: str) -> bool:
    """Whether the words say that a cancer came back, spread or grew on."""
    return any(not each["denied"] for each in _CAME_BACK.finditer(text))


def _is_of(setting: FoundValue, other: FoundValue) -> bool:
    """Whether the other value is a treatment that is over and was given in this setting."""
    treatment, here = other.value, setting.value
    if not (isinstance(treatment, Therapy) and isinstance(here, Setting)):
        return False
    beside = 0 <= other.start - setting.end <= _BESIDE or 0 <= setting.start - other.end <= _BESIDE
    return beside and treatment.outcome in _OVER and treatment.setting == here.name
