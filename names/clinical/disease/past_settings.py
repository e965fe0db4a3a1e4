"""What a treatment that is over tells of a patient's present setting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from names.clinical.values import FoundValue, Setting, Therapy, Tumour
from names.patterns.filtered import filtered_pattern
from names.tables.tumours import tumour_parents

_OVER = frozenset(("given", "completed", "progressed", "intolerant"))
"""Outcomes of a treatment that is not going on."""
_OF_SURGERY = frozenset(("neoadjuvant", "adjuvant"))
_CAME_BACK = filtered_pattern(
    r"(?i)(?P<denied>\b(?:w/o|no|not|never|without|free of|n[eo]g(?:ative)? for|risk (?:of|for))"
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
    treatment before or after surgery still tells that it is early. Nor is a state of the tumour in
    which an earlier treatment was given the present one: "docetaxel in the mHSPC setting"."""
    values = list(_with_present_states(list(found), text))
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


_IN_STATE = re.compile(
    r"(?i)\s(?:x\s?\d{1,2}\s)?\(?(?:in|for|at|during|when|while|as)\s(?:still\s|was\s)?(?:the\s|her\s|his\s)?"
    r"(?:stage of\s)?$"
)
"""Between a treatment and the state of the tumour in which it was given."""
_STATE = re.compile(r"(?i)\s(?:setting|phase|stage|state|disease|situation|time|era|days)\b")
_NEXT_STATE = re.compile(
    r"(?i)\bm?0?CRPC\b|\bcastrat\w{1,3}[\s-]resist|\b(?:PSA|biochem\w{0,5})\s(?:ris|prog|PD)"
)


def _with_present_states(values: Sequence[FoundValue], text: str) -> Iterator[FoundValue]:
    """The values, where a tumour in the state of an earlier treatment is only one of its kind."""
    parents = tumour_parents()
    for each in values:
        tumour = each.value
        wider = parents.get(tumour.name, "") if isinstance(tumour, Tumour) else ""
        if not (isinstance(tumour, Tumour) and wider and _is_state_of_past(text, each, values)):
            yield each
        else:
            yield replace(each, value=replace(tumour, name=wider))


def _is_state_of_past(text: str, tumour: FoundValue, values: Sequence[FoundValue]) -> bool:
    """Whether the tumour was in this state when a treatment was given that is over."""
    told = _STATE.match(text, tumour.end) or has_come_back(text) or _NEXT_STATE.search(text)
    return bool(told) and any(
        isinstance(each.value, Therapy)
        and each.value.outcome in _OVER
        and each.end <= tumour.start
        and _IN_STATE.fullmatch(text, each.end, tumour.start)
        for each in values
    )


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
