"""A question on the dose of a drug that is given beside the treatment of the tumour."""

from __future__ import annotations

import re
from dataclasses import replace

from agents.matching.premises import substrates_named
from agents.matching.sub_question import SubQuestion
from names.clinical.exposures import effects_of
from names.recognise import recognise
from names.tables.other_drugs import other_drugs

_DOSE_BEHIND = re.compile(r"(?i)\s?(?:iv |infusion |injection )?(?:dose|dosing|dosage)\b")
_DOSE_BEFORE = re.compile(r"(?i)\b(?:dose|dosing|dosage|how much) (?:of |for )?(?:the |iv )?$")
_BESIDE = re.compile(r"(?i)(?:\b(?:with|and|plus|beside|on|takes|taking|under)\s|[+/&]\s?)$")


def on_dose_of_other(asked: SubQuestion) -> SubQuestion:
    """A question that names the dose of a drug for something other than the tumour, as one on this
    drug alone: "on letrozole, CrCl 22. Dose of zoledronic acid?"."""
    own = _others_dosed(asked)
    return replace(asked, drugs=own, compared=False) if len(own) == 1 else asked


def is_on_dose_of_other(asked: SubQuestion) -> bool:
    """Whether a part is what :func:`on_dose_of_other` makes."""
    return asked.drugs == _others_dosed(asked) and len(asked.drugs) == 1


def _others_dosed(asked: SubQuestion) -> frozenset[str]:
    """The drugs for something other than the tumour whose dose is asked for. Not one that acts on
    others or is acted on: its dose depends on the treatment."""
    if asked.kind != "dose" or asked.partners:
        return frozenset()
    return frozenset(
        name
        for each in recognise(asked.text).of("drug")
        if _is_dosed(asked.text, each.start, each.end)
        for name in each.names
        if name in other_drugs() and not effects_of(name) and not substrates_named(name)
    )


def _is_dosed(text: str, start: int, end: int) -> bool:
    """Whether the words at a drug ask for its dose."""
    behind = _DOSE_BEHIND.match(text, end) and not _BESIDE.search(text[:start])
    return bool(behind) or bool(_DOSE_BEFORE.search(text[:start]))
