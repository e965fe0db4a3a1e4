"""Tumour, setting and line: a statement on others is no answer for this patient."""

from __future__ import annotations

from collections.abc import Sequence

from agents.matching.verdicts import Verdict
from names.clinical.values import Line, Setting, Tumour
from names.tables import lineage
from retrieval.statements.model import Applicability, Statement

EARLY = frozenset(("early", "neoadjuvant", "adjuvant", "residual disease"))
LATE = frozenset(("metastatic", "advanced", "locally advanced", "unresectable"))
LOCAL = "locally advanced"
"""The one setting that is both: of an operation to come or done, and of what is inoperable."""
ANY_SOLID = "solid tumour"


def judge_tumour(applies: Applicability, patient: frozenset[str]) -> Verdict:
    """Whether the tumour is one of those that the statement is on.

    A wider type covers its kinds; a narrower one leaves open whether the patient has it."""
    wider = frozenset(name for tumour in patient for name in lineage(tumour))
    # What is said of DCIS and "not of breast cancer" still holds for DCIS, a kind of it.
    own = {
        name for each in applies.tumours if each in wider for name in lineage(each) if name != each
    }
    if shut := next((e for e in applies.excluded_tumours if e in wider and e not in own), ""):
        return Verdict("limitation", "contradicts", reason=f"not in {shut}")
    if not applies.tumours:
        return Verdict("tumour", "silent")
    if not patient:
        whether = (
            "" if ANY_SOLID in applies.tumours else f"whether it is {join_with_or(applies.tumours)}"
        )
        return Verdict("tumour", "silent", missing=whether)
    if any(each in wider or each == ANY_SOLID for each in applies.tumours):
        return Verdict("tumour", "ok")
    if ANY_SOLID in patient:
        return Verdict(
            "tumour", "contradicts", reason=f"is on {join_with_or(applies.tumours)} only"
        )
    narrower = [each for each in applies.tumours if lineage(each) & patient]
    if narrower:
        return Verdict("tumour", "silent", missing=f"whether it is {join_with_or(narrower)}")
    stated = join_with_or(sorted(patient))
    return Verdict(
        "tumour", "contradicts", reason=f"holds for {join_with_or(applies.tumours)}; here: {stated}"
    )


def is_on_other_tumours(statements: Sequence[Statement], patient: frozenset[str]) -> bool:
    """Whether a document with these statements is on other tumours than the patient's: most of them
    name a tumour, and none of these holds for the patient's."""
    on_some = [each for each in statements if each.applies.tumours]
    return len(on_some) * 2 > len(statements) and all(
        judge_tumour(each.applies, patient).outcome == "contradicts" for each in on_some
    )


def judge_setting(
    applies: Applicability, patient: Sequence[str], denied: frozenset[str] = frozenset()
) -> Verdict:
    """Early is not advanced. Within one of them, an exact setting that differs contradicts.
    ``denied``: settings that are said not to hold ("pCR": no residual disease)."""
    stated, here = frozenset(applies.settings), frozenset(patient)
    if not stated:
        return Verdict("setting", "silent")
    if reason := _said_not_to_be(stated, here, denied):
        return Verdict("limitation", "contradicts", reason)
    if not here:
        return Verdict(
            "setting", "silent", missing=f"whether the setting is {join_with_or(stated)}"
        )
    reason = f"holds for {_disease(stated)}; here: {join_with_or(sorted(here))}"
    if is_of_other_extent(stated, here) or _phases_differ(stated, here):
        return Verdict("setting", "contradicts", reason)
    if _is_open_after_surgery(stated, here):
        return Verdict("setting", "silent", missing=f"whether the setting is {RESIDUAL}")
    here |= {wider for each in here for wider in ADJUVANT_OF.get(each, ())}
    return _within_extent(stated, here, reason)


def _within_extent(stated: frozenset[str], here: frozenset[str], reason: str) -> Verdict:
    """The verdict where nothing says that one is early and the other is not."""
    if here & EARLY and LOCAL not in stated:
        here -= {LOCAL}
    if stated & here or (here <= LATE and stated <= LATE):
        return Verdict("setting", "ok")
    if here <= EARLY and stated <= EARLY:
        general = {"early"} & (here | stated)
        return Verdict("setting", "ok") if general else Verdict("setting", "contradicts", reason)
    apart = (here <= EARLY and stated <= LATE) or (here <= LATE and stated <= EARLY)
    if "maintenance" in stated and "maintenance" not in here:
        return Verdict("setting", "silent", missing="response to the treatment before maintenance")
    return Verdict("setting", "contradicts", reason) if apart else Verdict("setting", "silent")


def _said_not_to_be(stated: frozenset[str], here: frozenset[str], denied: frozenset[str]) -> str:
    """Why a statement is on what is said not to be there; empty when it is on more than that."""
    shut = sorted(stated & denied)
    wider = {name for each in shut for name in WIDER_SETTINGS.get(each, ())}
    if not shut or (stated - denied - wider) & here:
        return ""
    return f"holds for {_disease(stated & denied)}; here: no {join_with_or(shut)}"


RESIDUAL = "residual disease"
WIDER_SETTINGS = {RESIDUAL: ("adjuvant", "early")}
"""Settings that a narrower one is part of: a statement on it names them, too."""
ADJUVANT_OF = {RESIDUAL: ("adjuvant",)}
"""What is given for it is given after the operation."""


def _is_open_after_surgery(stated: frozenset[str], here: frozenset[str]) -> bool:
    """Whether a statement is on residual disease and nobody has said if there is any."""
    return RESIDUAL in stated and "adjuvant" in here and not here & {RESIDUAL, *stated, *LATE}


def _disease(settings: frozenset[str]) -> str:
    """``advanced or metastatic disease``, ``early or residual disease``."""
    return f"{join_with_or([name.removesuffix(' disease') for name in sorted(settings)])} disease"


AFTER = "after surgery"
PHASES = {"neoadjuvant": "before surgery"} | dict.fromkeys(("adjuvant", "residual disease"), AFTER)
"""Settings of early disease that say on which side of the operation they are."""


def is_of_other_extent(stated: frozenset[str], here: frozenset[str]) -> bool:
    """Whether one is for disease that is operated on, and the other for inoperable or spread
    disease.

    "Locally advanced" takes the extent of the setting that it stands beside. Alone it does not mean
    disease that has been resected."""
    if here & EARLY and here & LATE == {LOCAL}:
        resected = any(PHASES.get(name) == AFTER for name in here)
        return stated <= LATE and (stated != {LOCAL} or resected)
    spread = here & LATE - {LOCAL} and not here & EARLY
    return bool(spread and stated & EARLY and stated <= EARLY | {LOCAL})


def _phases_differ(stated: frozenset[str], here: frozenset[str]) -> bool:
    """Whether both say on which side of the operation they are, and it is not the same."""
    told = {PHASES[name] for name in stated if name in PHASES}
    wanted = {PHASES[name] for name in here if name in PHASES}
    return bool(told and wanted) and not told & wanted


def judge_line(applies: Applicability, patient: Line | None) -> Verdict:
    """Lines that do not overlap contradict."""
    rule = applies.line
    if rule is None:
        return Verdict("line", "silent")
    if patient is None:
        return Verdict("line", "silent", missing=f"the line of treatment ({line_words(rule)})")
    apart = (rule.last is not None and patient.first > rule.last) or (
        patient.last is not None and patient.last < rule.first
    )
    if apart:
        reason = f"holds for {line_words(rule)}; here: {line_words(patient)}"
        return Verdict("line", "contradicts", reason=reason)
    if patient.first < rule.first:
        # The second line or later may be the third, or not.
        return Verdict("line", "silent", missing=f"the line of treatment ({line_words(rule)})")
    return Verdict("line", "ok")


_ORDINAL = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}


def line_words(line: Line) -> str:
    """``first line``, ``second line or later``, ``first to second line``."""
    first = _ORDINAL.get(line.first, f"{line.first}th")
    if line.last is None:
        return f"{first} line or later"
    if line.last == line.first:
        return f"{first} line"
    return f"{first} to {_ORDINAL.get(line.last, f'{line.last}th')} line"


def tumour_names(tumours: Sequence[Tumour]) -> frozenset[str]:
    """The tumours that the patient has; a stage or a site alone names none."""
    return frozenset(each.name for each in tumours if each.name and each.polarity == "present")


def setting_names(settings: Sequence[Setting]) -> tuple[str, ...]:
    """The settings that hold."""
    return tuple(each.name for each in settings if each.polarity == "present")


def denied_settings(settings: Sequence[Setting]) -> frozenset[str]:
    """The settings that are said not to hold, and are not said to hold as well."""
    absent = frozenset(each.name for each in settings if each.polarity == "absent")
    return absent - frozenset(setting_names(settings))


def join_with_or(names: Sequence[str] | frozenset[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    told = sorted(names) if isinstance(names, frozenset) else list(names)
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} or {told[-1]}"
