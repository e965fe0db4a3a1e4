"""Markers: compares what a statement requires or excludes with the patient's markers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from agents.facts.values.variant_significance import PATHOGENIC, is_unclassified
from agents.matching.dimensions import ReasonKind
from agents.matching.marker_rules import missing_kind_of
from agents.matching.patient.acquired_variants import (
    acquired_variants,
    is_resistance,
    reversion_words,
)
from agents.matching.verdicts import Verdict, differs
from names.clinical.values import Marker, MarkerRule, Therapy
from names.patterns.enumeration import in_a_row
from names.tables.tumours import lineage
from names.tables.variant_classes import covers, rules_out

OF_RECEPTOR = {"HR": ("ER", "PR")}
"""Markers that stand for several: one present part makes the whole present."""
SHARE = "VAF %"
"""The unit of a variant's share of the sample. It is not a state of the gene."""


def judge_markers(
    requires: Sequence[MarkerRule],
    excludes: Sequence[MarkerRule],
    patient: Sequence[Marker],
    tumours: frozenset[str],
    had: Sequence[Therapy] = (),
    inhibited: frozenset[str] = frozenset(),
) -> list[Verdict]:
    """One verdict for each rule. A marker that is not stated is silent, never assumed. ``had``: the
    earlier treatments, because a variant may have arisen on them. ``inhibited``: genes after whose
    inhibitor the statement is given: a variant that arose on it leaves the driver open."""
    patient = by_limits_of_assays(patient, tumours)
    arisen = acquired_variants(patient, had)
    found = [_on(rule, _judge_required(rule, patient, arisen, inhibited)) for rule in requires]
    others = [rule for rule in excludes if not _of_required(rule, requires)]
    return found + [_on(rule, _judge_excluded(rule, patient, tumours)) for rule in others]


def _on(rule: MarkerRule, verdict: Verdict) -> Verdict:
    names = tuple(dict.fromkeys(pattern.name for pattern in rule.any_of))
    return replace(verdict, rule=rule, markers=names)


def _of_required(excluded: MarkerRule, requires: Sequence[MarkerRule]) -> bool:
    """Whether an excluded marker is any alteration of a gene for which the statement requires one.
    "Not in other EGFR mutations" means the others, and the requirement already tells that."""
    needed = {each.name for rule in requires for each in rule.any_of if each.polarity == "present"}
    return all(
        each.name in needed and each.state == "altered" and each.polarity == "present"
        for each in excluded.any_of
    )


def holds(pattern: Marker, rule: MarkerRule, patient: Iterable[Marker]) -> bool | None:
    """Whether a patient has a marker in the state and polarity of a rule; None when unknown."""
    same = [fact for fact in patient if _same_marker(pattern.name, fact)]
    # A number in the unit of the limit decides, whatever another assay found.
    counted = [fact for fact in same if _within(rule, fact)]
    judged = [_fact_holds(pattern, rule, fact) for fact in counted or same]
    if any(each is True for each in judged):
        return True
    return False if any(each is False for each in judged) else None


def _same_marker(name: str, fact: Marker) -> bool:
    return fact.name == name or fact.name in OF_RECEPTOR.get(name, ())


def _fact_holds(pattern: Marker, rule: MarkerRule, fact: Marker) -> bool | None:
    if pattern.origin and fact.origin and pattern.origin != fact.origin:
        return None
    if bounded := _within(rule, fact):
        return bounded == "yes"
    if _is_other_measure(rule, fact) or _is_uncounted(rule, fact):
        return None
    wanted = pattern.polarity == "present"
    if fact.polarity == "absent" and rule.below is not None and rule.at_least is None:
        # A negative marker is below every limit.
        return wanted
    if fact.polarity == "absent":
        # An absent state rules out itself and its parts. Other states stay unknown.
        return not wanted if _ruled_out(pattern, fact) else None
    told = _covers_state(pattern, fact)
    if pattern.polarity == "uncertain":
        return told and fact.polarity == "uncertain"
    if fact.polarity == "uncertain":
        return False if wanted else None
    if told is None or wanted:
        return told
    return False if told else None


def _covers_state(pattern: Marker, fact: Marker) -> bool | None:
    """Whether the state of the fact is one that the pattern covers; None when unknown."""
    if pattern.state == fact.state:
        return True
    if pattern.name != fact.name and fact.name in OF_RECEPTOR.get(pattern.name, ()):
        return fact.polarity == "present" or None
    if not pattern.name.isupper() or pattern.state in LEVELS or fact.state in LEVELS:
        return _level_covers(pattern.state, fact.state)
    return covers(pattern.name, pattern.state, fact.state)


def _ruled_out(pattern: Marker, absent: Marker) -> bool:
    """Whether the absence of one marker means that the pattern is absent, too."""
    if pattern.state == absent.state or _level_covers(absent.state, pattern.state):
        return True
    if pattern.state in LEVELS or absent.state in LEVELS:
        return False
    return rules_out(pattern.name, pattern.state, absent.state) is True


LEVELS = frozenset(("positive", "low", "ultralow", "zero", "high"))
"""States of a marker that are amounts of it, no alteration."""
AMPLIFIED = frozenset(("positive", "amplification", "overexpression"))
"""States of a marker that say no more than that there is much of it."""


def _level_covers(wanted: str, stated: str) -> bool | None:
    """Levels of one marker exclude each other: HER2-low is not HER2-positive. HER2 0 may still be
    ultralow (ASCO/CAP 2023, doi:10.1200/JCO.22.02864)."""
    if (wanted, stated) == ("ultralow", "zero"):
        return None
    if wanted in LEVELS and stated in LEVELS:
        return wanted == stated
    return True if {wanted, stated} <= AMPLIFIED else None


def _within(rule: MarkerRule, fact: Marker) -> str:
    """``yes`` or ``no`` if rule and fact have numbers of one measure; empty otherwise."""
    if fact.value is None or (rule.at_least is None and rule.below is None):
        return ""
    if not _of_one_measure(rule.unit, fact.unit):
        return ""
    low = rule.at_least is None or _reaches(fact, rule.at_least)
    high = rule.below is None or not _reaches(fact, rule.below)
    return "yes" if low and high else "no"


def _is_other_measure(rule: MarkerRule, fact: Marker) -> bool:
    """Whether a rule has a limit in one unit and the patient a number in another. PD-L1 on immune
    cells is no combined positive score."""
    limited = rule.at_least is not None or rule.below is not None
    return limited and fact.value is not None and not _of_one_measure(rule.unit, fact.unit)


def _is_uncounted(rule: MarkerRule, fact: Marker) -> bool:
    """Whether a rule has a limit above 1, and the patient's marker is only called positive or
    amplified: an amplification does not tell a staining of 3+, nor "positive" a score of 10."""
    limited = rule.at_least is not None and rule.at_least > 1
    return limited and fact.value is None and fact.polarity == "present" and fact.state in AMPLIFIED


def _of_one_measure(one: str, other: str) -> bool:
    """Whether two units measure the same. A share of cells without a name is the share of tumour
    cells."""
    return not (one and other) or one == other or {one, other} == {"%", "TPS %"}


LIMITS_OF_ASSAYS = {("breast cancer", "PD-L1", "CPS"): 10.0}
"""(Tumour, marker, unit) → the number from which the marker is positive in this tumour (FDA label
of pembrolizumab, section 1: triple-negative breast cancer)."""


def by_limits_of_assays(patient: Sequence[Marker], tumours: frozenset[str]) -> list[Marker]:
    """The patient's markers. A number below the limit of its assay in this tumour makes the marker
    negative. If there is such a number, results of other assays for the marker are left out."""
    wider = {name for tumour in tumours for name in lineage(tumour)}
    limits = {key[1:]: limit for key, limit in LIMITS_OF_ASSAYS.items() if key[0] in wider}
    counted = {m.name for m in patient if m.value is not None and (m.name, m.unit) in limits}
    return [
        _by_limit(marker, limits.get((marker.name, marker.unit)))
        for marker in patient
        if marker.name not in counted or (marker.name, marker.unit) in limits
    ]


def _by_limit(marker: Marker, limit: float | None) -> Marker:
    if limit is None or marker.value is None:
        return marker
    return replace(marker, polarity="present" if _reaches(marker, limit) else "absent")


def _reaches(marker: Marker, limit: float) -> bool:
    """Whether a number is at the limit or above it. "<10" does not reach 10."""
    value = marker.value or 0.0
    return value > limit or (value == limit and not marker.comparison.startswith("<"))


def _judge_required(
    rule: MarkerRule, patient: Sequence[Marker], arisen: Set[Marker], inhibited: Set[str]
) -> Verdict:
    judged = [holds(pattern, rule, patient) for pattern in rule.any_of]
    unsure = any(_is_uncertain(pattern, patient) for pattern in rule.any_of)
    if restored := reversion_words(rule, patient):
        return Verdict("variant", "contradicts", reason=f"does not speak of a {restored}")
    if any(each is True for each in judged):
        if untold := _without_class(rule, patient):
            return Verdict("marker", "silent", missing=untold, missing_kind="marker")
        return Verdict("marker", "ok", rule_words(rule), kind="marker met")
    if not unsure and (name := _arisen_beside(rule, patient, arisen)):
        if all(pattern.name in inhibited for pattern in rule.any_of):
            return _depends_on(rule, rule_words(rule))
        return Verdict("variant", "contradicts", reason=f"does not speak of {name}")
    if judged and (unsure or all(each is False for each in judged)):
        kind: ReasonKind = "marker uncertain" if unsure else "marker needed"
        here = _patient_words(rule, patient)
        return differs("marker", f"needs {rule_words(rule)}", here, kind=kind)
    return _still_open(rule, judged, patient)


def _without_class(rule: MarkerRule, patient: Sequence[Marker]) -> str:
    """What has to be known of the variant that alone meets a rule on any alteration, in words: its
    class. Empty if the class is told, or if the rule names the variant."""
    named = [fact for fact in patient if is_unclassified(fact)]
    told = {fact.name for fact in patient if fact.state == PATHOGENIC}
    open_genes = {fact.name for fact in named} - told
    sure = [f for f in patient if f.name not in open_genes]
    exact = any(f.state == each.state for f in named for each in rule.any_of)
    if exact or any(holds(pattern, rule, sure) for pattern in rule.any_of):
        return ""
    for fact in named:
        if fact.name in open_genes and any(holds(each, rule, [fact]) for each in rule.any_of):
            return f"{fact.name} {fact.state} {CLASS_NEEDED}"
    return ""


CLASS_NEEDED = "classified as pathogenic or likely pathogenic"


def _still_open(
    rule: MarkerRule, judged: Sequence[bool | None], known: Sequence[Marker]
) -> Verdict:
    """Silence on the markers on which a rule still depends: those not known to be missing."""
    left = tuple(each for each, held in zip(rule.any_of, judged, strict=True) if held is None)
    rest = replace(rule, any_of=left or rule.any_of)
    of_zero = any((f.name, f.state, f.polarity) == HER2_ZERO for f in known)
    asks = [f"{each.name}-{each.state}" for each in left] == ["HER2-ultralow"]
    told = f"{rule_words(rest)} ({OF_STAINING})" if of_zero and asks else rule_words(rest)
    return _depends_on(rest, told)


def _depends_on(rule: MarkerRule, told: str) -> Verdict:
    return Verdict("marker", "silent", missing=told, missing_kind=missing_kind_of(rule))


HER2_ZERO = ("HER2", "zero", "present")
OF_STAINING = "membrane staining at IHC 0"
"""What tells HER2-ultralow from no staining (label of trastuzumab deruxtecan, section 1)."""


def _arisen_beside(rule: MarkerRule, patient: Sequence[Marker], arisen: Set[Marker]) -> str:
    """The acquired variant that is all that is known of a gene of the rule, in words; empty
    otherwise. It arises beside the driver, so it neither shows nor excludes the driver. Statements
    on the driver do not speak of it."""
    genes = {pattern.name for pattern in rule.any_of if pattern.polarity == "present"}
    known = [f for f in patient if f.name in genes]
    # The absence of a resistance variant, or of another one than the rule's, says nothing here.
    known = [f for f in known if f.polarity != "absent" or _is_against(f, rule)]
    # That the gene is altered does not tell which driver it is.
    known = [f for f in known if (f.state, f.polarity) != ("altered", "present")]
    if not known or any(fact not in arisen for fact in known):
        return ""
    if any(is_resistance(pattern) or pattern.state == "altered" for pattern in rule.any_of):
        return ""
    return marker_words(known[0])


def _is_against(absent: Marker, rule: MarkerRule) -> bool:
    """Whether the absence of a marker that is no resistance variant rules out one of a rule."""
    judged = (_fact_holds(pattern, rule, absent) for pattern in rule.any_of)
    return not is_resistance(absent) and any(each is False for each in judged)


def _is_uncertain(pattern: Marker, patient: Sequence[Marker]) -> bool:
    """Whether a test found a variant of uncertain significance. Such a variant never meets a
    requirement."""
    return pattern.polarity == "present" and any(
        fact.polarity == "uncertain" for fact in patient if _same_marker(pattern.name, fact)
    )


def _judge_excluded(
    rule: MarkerRule, patient: Sequence[Marker], tumours: frozenset[str]
) -> Verdict:
    if rule.tumour and rule.tumour not in tumours:
        return Verdict("marker", "ok" if tumours else "silent")
    judged = [holds(pattern, rule, patient) for pattern in rule.any_of]
    if any(each is True for each in judged):
        needs = f"not with {rule_words(rule)}"
        return differs("marker", needs, _patient_words(rule, patient), kind="marker excluded")
    return Verdict("marker", "ok" if all(each is False for each in judged) else "silent")


def rule_words(rule: MarkerRule) -> str:
    """A rule in words: ``PIK3CA, AKT1 or PTEN alteration``, ``PD-L1 CPS of at least 10``."""
    text = in_a_row(list(dict.fromkeys(map(marker_words, rule.any_of))), "or")
    if rule.at_least is not None:
        text = f"{rule.any_of[0].name} {rule.unit} of at least {rule.at_least:g}".replace("  ", " ")
        if rule.unit == "IHC":
            text = f"{rule.any_of[0].name} IHC {rule.at_least:g}+"
    elif rule.below is not None:
        text = f"{rule.any_of[0].name} {rule.unit} below {rule.below:g}".replace("  ", " ")
    return text


def marker_words(marker: Marker) -> str:
    """A marker in words: ``germline BRCA2 alteration``, ``no EGFR T790M``, ``HER2-low``."""
    origin = f"{marker.origin} " if marker.origin else ""
    if marker.state in LEVELS:
        text = f"{marker.name}-{marker.state}"
        counted = marker.value is not None and not marker.comparison
        if marker.state == "positive" and marker.polarity == "absent" and not counted:
            return f"{marker.name}-negative"
    else:
        state = "alteration" if marker.state == "altered" else marker.state
        text = f"{marker.name} {state}"
    if marker.value is not None and marker.unit != SHARE:
        text = f"{marker.name} {marker.value:g} {marker.unit}".strip()
        if marker.unit == "IHC":
            text = f"{marker.name} IHC {marker.value:g}" + ("+" if marker.value else "")
        return f"{origin}{text}"
    if marker.polarity == "absent":
        text = f"no {origin}{text}"
    elif marker.polarity == "uncertain":
        text = f"{origin}{marker.name} variant of uncertain significance"
    else:
        text = f"{origin}{text}"
    return text


def _patient_words(rule: MarkerRule, patient: Sequence[Marker]) -> str:
    """What the patient has of the markers that a rule is on, in words; empty if that is told of
    none."""
    concerned = [
        fact for fact in patient if any(_same_marker(each.name, fact) for each in rule.any_of)
    ]
    states = {(each.name, each.state) for each in rule.any_of}
    denied = [f for f in concerned if f.polarity == "absent" and (f.name, f.state) in states]
    present = [fact for fact in concerned if fact.polarity != "absent" or fact.value is not None]
    exact = [fact for fact in denied if fact.state not in {"altered", *LEVELS}]
    told = list(dict.fromkeys(marker_words(fact) for fact in exact or present or concerned))
    return ", ".join(told[:4])
