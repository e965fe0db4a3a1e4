"""Tumour, setting and line: statements on other tumours, settings and lines do not answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.facts.derivation.stages import STAGE_III
from agents.facts.sheet import FactSheet
from agents.matching.dimensions import Dimension, MissingKind
from agents.matching.verdicts import Verdict, differs
from names.clinical.values import Line, Setting, Therapy, Tumour
from names.patterns.enumeration import in_a_row
from names.tables import lineage
from retrieval.statements.model import Applicability, Statement

EARLY = frozenset(("early", "neoadjuvant", "adjuvant", "residual disease"))
LATE = frozenset(("metastatic", "advanced", "locally advanced", "unresectable"))
LOCAL = "locally advanced"
"""The one setting that is both early and late: before or after an operation, or inoperable
disease."""
ANY_SOLID = "solid tumour"
GLIOMA_GRADES = frozenset(("low-grade glioma", "high-grade glioma"))
"""Grades of one tumour. What is for one of them is not for the patient with the other, and only
with it for a patient whose grade nobody has told."""


def judge_tumour(applies: Applicability, patient: frozenset[str]) -> Verdict:
    """Whether the tumour is one of those that the statement is on.

    A statement on a wider type covers its subtypes. A statement on a narrower type leaves open
    whether the patient has it. Another grade of one tumour is a limitation of an option, not
    another subject."""
    wider = frozenset(name for tumour in patient for name in lineage(tumour))
    # A rule for DCIS that excludes breast cancer still holds for DCIS, a kind of it.
    own = {
        name for each in applies.tumours if each in wider for name in lineage(each) if name != each
    }
    if shut := next((e for e in applies.excluded_tumours if e in wider and e not in own), ""):
        return Verdict("limitation", "contradicts", f"not in {shut}", kind="tumour left out")
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
        if GLIOMA_GRADES.issuperset(narrower):
            one: MissingKind = "grade of tumour" if len(narrower) == 1 else ""
            return Verdict("condition", "silent", missing=join_with_or(narrower), missing_kind=one)
        return Verdict("tumour", "silent", missing=f"whether it is {join_with_or(narrower)}")
    stated = join_with_or(sorted(patient))
    of_other_grade = bool(wider & GLIOMA_GRADES) and GLIOMA_GRADES.issuperset(applies.tumours)
    dimension: Dimension = "limitation" if of_other_grade else "tumour"
    return differs(dimension, f"holds for {join_with_or(applies.tumours)}", stated)


def is_on_other_tumours(statements: Sequence[Statement], patient: frozenset[str]) -> bool:
    """Whether a document with these statements is on other tumours than the patient's: most
    statements name a tumour, and none of these tumours fits the patient."""
    on_some = [each for each in statements if each.applies.tumours]
    return len(on_some) * 2 > len(statements) and all(
        judge_tumour(each.applies, patient).outcome == "contradicts" for each in on_some
    )


def judge_setting(
    applies: Applicability, patient: Sequence[str], denied: frozenset[str] = frozenset()
) -> Verdict:
    """The verdict on the setting. Early and advanced disease contradict each other. Within one of
    them, another exact setting contradicts. ``denied``: settings that are stated not to hold
    ("pCR": no residual disease)."""
    stated, here = frozenset(applies.settings), frozenset(patient)
    if not stated:
        return Verdict("setting", "silent")
    if shut := _said_not_to_be(stated, here, denied):
        # Who has no metastases is in another setting; another approval of the drug may be for it.
        dimension: Dimension = "setting" if stated & denied <= SPREAD else "limitation"
        needs = f"holds for {_disease(stated & denied)}"
        return differs(dimension, needs, f"no {join_with_or(shut)}")
    if not here:
        return Verdict(
            "setting", "silent", missing=f"whether the setting is {join_with_or(stated)}"
        )
    against = differs("setting", f"holds for {_disease(stated)}", join_with_or(sorted(here)))
    if is_of_other_extent(stated, here) or _phases_differ(stated, here):
        return against
    if _is_maintenance_of_late(stated, here):
        return differs("setting", "holds for maintenance of advanced disease", "early")
    if (
        stated - {"maintenance"} == {"metastatic"}
        and LOCAL in here
        and not here & {"metastatic", *EARLY}
    ):
        return differs("setting", "holds for metastatic disease", LOCAL)
    if _is_open_after_surgery(stated, here):
        return Verdict("setting", "silent", missing=f"whether the setting is {RESIDUAL}")
    exact = _exact_setting(stated, here)
    here |= {wider for each in here for wider in ADJUVANT_OF.get(each, ())}
    found = _within_extent(stated, here, against)
    return replace(found, reason=exact) if found.outcome == "ok" else found


EXACT_SETTINGS = (LOCAL, "residual disease", "maintenance")
"""Settings within a wider one. What is for just one of them fits its patient more exactly than
what is for the wider one."""


def _exact_setting(stated: frozenset[str], here: frozenset[str]) -> str:
    """The setting of the patient that a statement is for and that is not the widest; empty if the
    statement is also for metastatic disease and the patient's is not."""
    if "metastatic" in stated - here:
        return ""
    return next((each for each in EXACT_SETTINGS if each in stated & here), "")


def _within_extent(stated: frozenset[str], here: frozenset[str], against: Verdict) -> Verdict:
    """The verdict on settings that the earlier comparisons did not tell apart; ``against`` is the
    one if they differ."""
    if here & EARLY and LOCAL not in stated:
        here -= {LOCAL}
    if stated & here or (here <= LATE and stated <= LATE):
        return Verdict("setting", "ok")
    if here <= EARLY and stated <= EARLY:
        general = {"early"} & (here | stated)
        return Verdict("setting", "ok") if general else against
    others = stated - {"maintenance"}
    apart = (here <= EARLY and others <= LATE) or (here <= LATE and others <= EARLY)
    if others and apart:
        return against
    if others < stated and "maintenance" not in here:
        return Verdict(
            "setting",
            "silent",
            missing=NO_RESPONSE_TOLD,
            missing_kind="response before maintenance",
        )
    return Verdict("setting", "silent")


def _said_not_to_be(
    stated: frozenset[str], here: frozenset[str], denied: frozenset[str]
) -> list[str]:
    """The settings of a statement that were denied; empty if the statement is also for another
    setting of the patient."""
    shut = sorted(stated & denied)
    wider = {name for each in shut for name in WIDER_SETTINGS.get(each, ())}
    if not shut or (stated - denied - wider) & here:
        return []
    return shut


NO_RESPONSE_TOLD = "response to the treatment before maintenance"
SPREAD = frozenset(("advanced", "metastatic"))
"""Settings that say how far a disease has spread."""
RESIDUAL = "residual disease"
WIDER_SETTINGS = {RESIDUAL: ("adjuvant", "early")}
"""A setting → the wider settings that statements on it also name."""
ADJUVANT_OF = {RESIDUAL: ("adjuvant",)}
"""Settings whose treatment is given after the operation."""


def _is_open_after_surgery(stated: frozenset[str], here: frozenset[str]) -> bool:
    """Whether a statement is on residual disease and nobody has said if there is any."""
    return RESIDUAL in stated and "adjuvant" in here and not here & {RESIDUAL, *stated, *LATE}


def _disease(settings: frozenset[str]) -> str:
    """``advanced or metastatic disease``, ``early or residual disease``."""
    return f"{join_with_or([name.removesuffix(' disease') for name in sorted(settings)])} disease"


AFTER = "after surgery"
PHASES = {"neoadjuvant": "before surgery"} | dict.fromkeys(("adjuvant", "residual disease"), AFTER)
"""Settings of early disease, each with its side of the operation."""


def is_of_other_extent(stated: frozenset[str], here: frozenset[str]) -> bool:
    """Whether one of the two is for disease that is operated on, and the other for inoperable or
    metastatic disease.

    "Locally advanced" takes the extent of a setting beside it. Alone it does not mean resected
    disease."""
    if here & EARLY and here & LATE == {LOCAL}:
        resected = any(PHASES.get(name) == AFTER for name in here)
        return stated <= LATE and (stated != {LOCAL} or resected)
    spread = here & LATE - {LOCAL} and not here & EARLY
    return bool(spread and stated & EARLY and stated <= EARLY | {LOCAL})


def _is_maintenance_of_late(stated: frozenset[str], here: frozenset[str]) -> bool:
    """Whether a statement is for maintenance, of no early disease, and the patient's is early, as
    in stage I: what goes on after a response was found in advanced disease."""
    of_late = "maintenance" in stated & here and not stated & EARLY
    return of_late and "early" in here and not here & LATE


def _phases_differ(stated: frozenset[str], here: frozenset[str]) -> bool:
    """Whether both settings name a side of the operation, and the sides differ."""
    told = {PHASES[name] for name in stated if name in PHASES}
    wanted = {PHASES[name] for name in here if name in PHASES}
    return bool(told and wanted) and not told & wanted


def judge_line(
    applies: Applicability, patient: Line | None, settings: Sequence[str] = ()
) -> Verdict:
    """The verdict on the line. Lines that do not overlap contradict. In early disease
    (``settings``) no line is missing: lines are counted in advanced disease."""
    rule = applies.line
    early = bool(EARLY & set(settings)) and set(settings) <= EARLY | {LOCAL}
    if rule is None or (patient is None and early):
        return Verdict("line", "silent")
    if patient is None:
        return Verdict("line", "silent", missing=f"the line of treatment ({line_words(rule)})")
    apart = (rule.last is not None and patient.first > rule.last) or (
        patient.last is not None and patient.last < rule.first
    )
    if apart:
        return differs("line", f"holds for {line_words(rule)}", line_words(patient))
    if patient.first < rule.first:
        # A patient in "second line or later" may or may not be in the third.
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
    """The names of the tumours that the patient has. A stage or a site alone has no name."""
    return frozenset(each.name for each in tumours if each.name and each.polarity == "present")


def setting_names(settings: Sequence[Setting]) -> tuple[str, ...]:
    """The settings that hold."""
    return tuple(each.name for each in settings if each.polarity == "present")


def settings_here(asked: frozenset[str], sheet: FactSheet) -> tuple[str, ...]:
    """The settings that a part names, or the patient's. The stage by which the patient's disease is
    early also counts where the part names that stage or maintenance, and what was left at surgery
    where it names the time after it."""
    early = any(fact.rule == STAGE_III for fact in sheet.facts)
    named = asked | {"early"} if early and asked == {LOCAL} else asked
    if asked == {"adjuvant"} and RESIDUAL in setting_names(sheet.of(Setting)):
        named = asked | {RESIDUAL}
    own = frozenset(setting_names(sheet.of(Setting)))
    if asked == {"maintenance"} and "early" in own and not own & LATE:
        named = asked | {"early"}
    names = tuple(sorted(named)) or setting_names(sheet.of(Setting))
    if "maintenance" in names and any(each.first > 1 for each in sheet.of(Line)):
        names = tuple(each for each in names if each != "early")  # it has come back
    return _by_stage(names, sheet)


def _by_stage(settings: tuple[str, ...], sheet: FactSheet) -> tuple[str, ...]:
    """The settings by the stage: inoperable stage III is locally advanced disease, until it
    progresses: then it may be anywhere."""
    failed = any(e.outcome == "progressed" and e.setting not in EARLY for e in sheet.of(Therapy))
    if failed and LOCAL in settings and not EARLY & set(settings):
        return tuple(dict.fromkeys("advanced" if each == LOCAL else each for each in settings))
    stages = {each.stage for each in sheet.of(Tumour) if each.polarity == "present"}
    third = any(_STAGE_III_ONLY.fullmatch(stage) for stage in stages)
    if third and not failed and "advanced" in settings and "metastatic" not in settings:
        return tuple(dict.fromkeys((*settings, LOCAL)))
    return settings


_STAGE_III_ONLY = re.compile(r"III[A-D]?\d?(?:-III[A-D]?\d?)?")


def denied_settings(settings: Sequence[Setting]) -> frozenset[str]:
    """The settings that are stated not to hold, unless they are also stated to hold."""
    absent = frozenset(each.name for each in settings if each.polarity == "absent")
    return absent - frozenset(setting_names(settings))


def join_with_or(names: Sequence[str] | frozenset[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return in_a_row(sorted(names) if isinstance(names, frozenset) else names, "or")
