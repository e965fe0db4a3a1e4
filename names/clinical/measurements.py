"""Laboratory and bedside values: "creatinine 1.4 mg/dL", "weight 68 kg", "QTc 480 ms"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from names.clinical.grammar.bounds import Bounds, is_time, read_bounds
from names.clinical.grammar.changes import read_change
from names.clinical.organs.numbers import GIVEN, PER_MICROLITRE, TRANSFUSED, is_relative
from names.clinical.values import FoundValue, Measurement
from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.tables.ward.measures import measure_pattern


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of measurement: how it is named and its units, the usual one first."""

    name: str
    pattern: FilteredPattern
    units: tuple[str, ...]
    low: float
    """Smallest number that is read as this measurement, in any of its units. By hand: far below
    and far above what is seen in patients."""
    high: float


_TARGET_OF_DRUG = (
    r"[\s-]?(?:of |= ?)?\d{1,2}(?:\.\d{1,2})?\)?\s?"
    r"(?:(?:of|for|weekly|q3w|\(|[-–,:+/])\s?){0,2}(?i:carboplatin|carbo|CBDCA)\b"
)
"""Behind a target exposure that stands before its drug: "AUC 5 carboplatin", "AUC5 of carbo"."""


def _kind(name: str, pattern: str, units: tuple[str, ...], low: float, high: float) -> _Kind:
    return _Kind(name, filtered_pattern(pattern), units, low, high)


KINDS: tuple[_Kind, ...] = (
    _kind("creatinine", measure_pattern("creatinine"), ("mg/dL", "µmol/L", "×ULN"), 0.1, 2000),
    _kind(
        "weight",
        r"(?i:\b(?:body )?(?:weight|wt(?!\s?[,;]|\s\d{2}\s?[FM]\b)|weighs|weighing|BW)\b)",
        ("kg", "lb"),
        2,
        500,
    ),
    _kind("height", r"(?i:\b(?:height|ht|length|tall)\b)", ("cm", "m"), 0.4, 250),
    _kind("LVEF", measure_pattern("LVEF"), ("%",), 5, 95),
    _kind("platelets", measure_pattern("platelets"), ("10^9/L", "/µL"), 0, 2_000_000),
    _kind("haemoglobin", measure_pattern("haemoglobin"), ("g/dL", "g/L", "mmol/L"), 2, 250),
    _kind("neutrophils", measure_pattern("neutrophils"), ("10^9/L", "/µL", "%"), 0, 100_000),
    _kind("lymphocytes", measure_pattern("lymphocytes"), ("10^9/L", "/µL", "%"), 0, 500_000),
    _kind("bands", r"(?i:\b(?:bands|band neutrophils|band forms)\b)", ("%",), 0, 100),
    _kind("leukocytes", measure_pattern("leukocytes"), ("10^9/L", "/µL"), 0, 500_000),
    _kind("HbA1c", measure_pattern("HbA1c"), ("%", "mmol/mol"), 3, 200),
    _kind("bilirubin", measure_pattern("bilirubin"), ("mg/dL", "µmol/L", "×ULN"), 0, 900),
    _kind("albumin", measure_pattern("albumin"), ("g/dL", "g/L"), 0.5, 70),
    _kind("ionised calcium", measure_pattern("ionised calcium"), ("mmol/L", "mg/dL"), 0.3, 7),
    _kind("calcium", measure_pattern("calcium"), ("mg/dL", "mmol/L"), 1, 20),
    _kind("INR", measure_pattern("INR"), ("", "×ULN"), 0.5, 20),
    _kind(
        "Lansky",
        r"(?i:\bLansky(?:[ -](?:play|performance|status|scores?|scale|index|PS)){0,4})",
        ("%",),
        10,
        100,
    ),
    _kind("QTc", measure_pattern("QTc"), ("ms",), 200, 800),
    _kind("QT", r"\b(?:QT)\b(?!c)(?:\s(?:interval|time))?", ("ms",), 20, 8000),
    _kind(
        "heart rate",
        r"(?:\b(?i:heart rate|pulse)\b|\bHR\b(?=\s?(?:of |is |: ?)?\d)"
        r"|(?<![\w/])(?<!\d[ -])hr(?=\s?(?:of |is |: ?|= ?)?\d{2,3}(?![\d+%]|[.,]\d)))",
        ("/min",),
        20,
        250,
    ),
    _kind("glucose", measure_pattern("glucose"), ("mg/dL", "mmol/L"), 1, 1500),
    _kind("triglycerides", measure_pattern("triglycerides"), ("mg/dL", "mmol/L"), 0.2, 20_000),
    _kind("cholesterol", measure_pattern("cholesterol"), ("mg/dL", "mmol/L"), 1, 3000),
    _kind("AST", measure_pattern("AST"), ("U/L", "×ULN"), 1, 10_000),
    _kind("ALT", measure_pattern("ALT"), ("U/L", "×ULN"), 1, 10_000),
    _kind("ALP", measure_pattern("ALP"), ("U/L", "×ULN"), 1, 10_000),
    _kind("potassium", measure_pattern("potassium"), ("mmol/L", "mEq/L"), 1, 10),
    _kind("magnesium", measure_pattern("magnesium"), ("mmol/L", "mg/dL"), 0.1, 8),
    _kind("sodium", measure_pattern("sodium"), ("mmol/L", "mEq/L"), 90, 190),
    _kind("phosphate", measure_pattern("phosphate"), ("mmol/L", "mg/dL"), 0.1, 20),
    _kind("creatine kinase", measure_pattern("creatine kinase"), ("U/L", "×ULN"), 30, 500_000),
    _kind("lipase", measure_pattern("lipase"), ("U/L", "×ULN"), 1, 50_000),
    _kind("TSH", measure_pattern("TSH"), ("mU/L", "U/L"), 0, 500),
    _kind("creatinine clearance", measure_pattern("creatinine clearance"), ("mL/min",), 1, 250),
    _kind("eGFR", measure_pattern("eGFR"), ("mL/min",), 1, 250),
    _kind("GFR", measure_pattern("GFR"), ("mL/min",), 1, 250),
    _kind(
        "target AUC",
        r"\b(?:(?i:carboplatin|carbo|calvert|CBDCA)(?:,|:)?\s(?:\S{1,12}\s){0,3}AUC"
        r"|(?i:target) AUC"
        rf"|AUC(?={_TARGET_OF_DRUG})"
        r"|AUC(?=\s?(?:of |= ?)?[1-7](?:\.\d)?[\s,;]"
        r"[^.?!]{0,30}\b(?:[em]?GFR|CrCl|CLcr|clearance)\b))(?:\b|(?=\d))",
        ("mg/mL·min",),
        1,
        11,
    ),
    _kind("body surface area", r"(?:\bBSA\b|(?i:\bbody surface area\b))", ("m²",), 0.2, 4),
    _kind("body mass index", r"(?:\bBMI\b|(?i:\bbody mass index\b))", ("kg/m²",), 8, 90),
)
"""What is measured. A number without unit is taken in the unit that it can only have."""
BARE = filtered_pattern(
    r"(?<![\w.,])(?P<value>\d{2,3}(?:\.\d{1,2})?)\s?(?P<unit>kg|cm|lbs?)\b"
    r"(?!\s?/|²|\^|\s(?:mass|tumou?r|lesion|nodule|in size|lump))"
)
"""A weight or height without its name: "a 68 kg patient", "172 cm", "150 lbs"."""
METRES = filtered_pattern(
    r"(?<![\w.,])(?P<whole>[12])[.,](?P<part>\d{2})\s?m\b(?!\s?/|²|\^|\s(?:mass|tumou?r|lesion))"
)
FEET = filtered_pattern(
    r"(?<![\w.,])(?P<feet>[4-7])\s?(?:['’′]|ft\.?|feet|foot)\s?(?P<inches>\d|1[01])\s?"
    r"(?:[\"”″]|''|in\b|inch(?:es)?\b)"
)
CM_PER_INCH = 2.54
"""Exact by definition (NIST Special Publication 811)."""
CHANGED_BY = re.compile(
    r"(?i)\b(?:lost|los(?:s|ing)|gain(?:s|ed|ing)?|dropp?(?:ed|s|ing)?|fell|falls?|rose|down|up|minus"
    r"|plus|decreased?|increased?|put on)\s(?:weight\s)?(?:of\s|by\s|about\s|another\s)?(?:~\s?)?$"
)
CHANGED_BEHIND = re.compile(r"(?i)\s(?:(?:body\s)?(?:weight|wt)\s)?(?:loss|gain|lighter|heavier)\b")
"""Around an amount of weight that was lost or gained."""
SIGN_BEFORE = re.compile(r"(?:^|[\s,;(])[+−-]$")
"""Before an amount that was gained or lost: "weight +12kg"."""
DOSE_BEFORE = re.compile(r"(?i)(?:mg|µg|mcg|g|units?|IU)\s?(?:/|per)\s?$|\b(?:per|each)\s$")
LIMIT = re.compile(
    r"(?i)(?:[<>≤≥]|than|least|most|below|above|under|over|up to|between|from|to"
    r"|(?<=\d\s)and|(?<=\d)[-–]|(?<=\d\s)[-–])"
    r"(?:\sor equal to)?\s?$"
)
"""Before a number that bounds a range."""
SIZE_CM = (120, 230)
"""Heights of adults in cm; smaller ones are sizes of a tumour. Chosen by hand."""


def read_measurements(text: str) -> tuple[FoundValue, ...]:
    """Single values with their units, ordered by place. Ranges and limits are no measurement."""
    found = [each for kind in KINDS for each in _of_kind(text, kind)]
    named = {place for each in found for place in range(each.start, each.end)}
    found += [
        each for each in (*_bare(text), *_feet(text), *_metres(text)) if each.start not in named
    ]
    return tuple(sorted(found, key=lambda each: (each.start, each.end, repr(each.value))))


def _of_kind(text: str, kind: _Kind) -> Iterator[FoundValue]:
    for match in kind.pattern.finditer(text):
        if change := read_change(text, match.end()):
            changed = _measurement(kind, change.after) if change.after else None
            if change.after and changed:
                before = replace(changed, before=change.before)
                yield FoundValue(before, match.start(), change.after.end)
            continue
        bounds = read_bounds(text, match.end())
        if bounds is None or is_time(text, bounds.end) or GIVEN.match(text, bounds.end):
            continue
        if TRANSFUSED.match(text, bounds.end) or is_relative(text, match.end(), bounds.end):
            continue
        if bounds.is_point and (value_or_none := _measurement(kind, bounds)):
            yield FoundValue(value_or_none, match.start(), bounds.end)


@dataclass(frozen=True, slots=True)
class Limit:
    """A measure that is only said to be above or below a number."""

    name: str
    unit: str
    value: float
    is_above: bool
    start: int
    end: int


def read_one_sided(text: str) -> tuple[Limit, ...]:
    """The measures that are named with one bound ("TG > 1000 mg/dL"), ordered by place."""
    found = []
    for kind in KINDS:
        for match in kind.pattern.finditer(text):
            bounds = read_bounds(text, match.end())
            if bounds is None or (bounds.low is None) == (bounds.high is None):
                continue
            value = bounds.low if bounds.high is None else bounds.high
            point = replace(bounds, low=value, high=value)
            measured = _measurement(kind, point)
            if measured is not None:
                is_above = bounds.high is None
                number, unit = measured.value, measured.unit
                found.append(Limit(kind.name, unit, number, is_above, match.start(), bounds.end))
    return tuple(sorted(found, key=lambda each: (each.start, each.end, each.name)))


@dataclass(frozen=True, slots=True)
class Implausible:
    """A measure with a number that no patient has."""

    name: str
    start: int
    end: int


def read_implausible(text: str) -> tuple[Implausible, ...]:
    """The measures that are named with a number outside what is read as them ("height 17 cm"),
    ordered by place. They are no values of the patient, but have to be pointed out."""
    found = []
    for kind in KINDS:
        for match in kind.pattern.finditer(text):
            bounds = read_bounds(text, match.end())
            if bounds is None or is_time(text, bounds.end) or GIVEN.match(text, bounds.end):
                continue
            name = match.group().lower()
            # The length of a lesion is no height, and "WT 3" or "Ca 15" is mostly no measure.
            is_named = bounds.unit in kind.units if bounds.unit else len(name) >= FULL_NAME
            is_named = is_named and name != "length"
            if is_named and bounds.is_point and bounds.low and not _is_plausible(kind, bounds):
                found.append(Implausible(kind.name, match.start(), bounds.end))
    return tuple(sorted(found, key=lambda each: (each.start, each.end, each.name)))


FULL_NAME = 5
"""Letters from which on the name of a measure stands for nothing else. Chosen by hand."""


def _is_plausible(kind: _Kind, bounds: Bounds) -> bool:
    value = bounds.low or 0.0
    short = value < SHORTEST_CM and (bounds.unit or _only_unit(kind, value)) == "cm"
    tall = bounds.unit == "m" and value > TALLEST_M
    return kind.low <= value <= kind.high and not (short or tall)


def _measurement(kind: _Kind, bounds: Bounds) -> Measurement | None:
    value = bounds.low
    if value is None or not _is_plausible(kind, bounds):
        return None
    unit = bounds.unit or _only_unit(kind, value)
    if bounds.unit and bounds.unit not in kind.units:
        return None
    if unit == "/µL":
        return Measurement(name=kind.name, value=value / PER_MICROLITRE, unit="10^9/L")
    if unit == "mEq/L":
        return Measurement(name=kind.name, value=value, unit="mmol/L")
    return Measurement(name=kind.name, value=value, unit=unit)


TALLEST_M = 2.6
"""A number above it is in another unit. Chosen by hand."""
SHORTEST_CM = 40
"""A smaller height is in feet. Chosen by hand."""
SPLITS: dict[str, tuple[tuple[float, str], ...]] = {
    "creatinine": ((15, "mg/dL"), (2000, "µmol/L")),
    "height": ((2.6, "m"), (250, "cm")),
    "platelets": ((2_000, "10^9/L"), (2_000_000, "/µL")),
    "neutrophils": ((30, "10^9/L"), (100_000, "/µL")),
    "lymphocytes": ((20, "10^9/L"), (500_000, "/µL")),
    "leukocytes": ((200, "10^9/L"), (500_000, "/µL")),
    "haemoglobin": ((25, "g/dL"), (250, "g/L")),
    "HbA1c": ((20, "%"), (200, "mmol/mol")),
    "albumin": ((7, "g/dL"), (70, "g/L")),
    "calcium": ((4, "mmol/L"), (20, "mg/dL")),
    "glucose": ((35, "mmol/L"), (1500, "mg/dL")),
    "magnesium": ((1.0, "mmol/L"), (8, "mg/dL")),
    "triglycerides": ((25, "mmol/L"), (60, ""), (20_000, "mg/dL")),
    "cholesterol": ((30, "mmol/L"), (3000, "mg/dL")),
}
"""Unit of a number that stands without one: up to the first number the first unit. By hand, where
the ranges seen in patients do not touch; bilirubin has none, since 3 may be either, nor have
triglycerides of 26 to 60, which are grave in one unit and normal in the other."""


ALWAYS_ONE = frozenset(
    ("weight", "AST", "ALT", "ALP", "potassium", "sodium", "creatine kinase", "lipase", "TSH")
)
"""Measures of which a number without a unit is in the usual one."""


def _only_unit(kind: _Kind, value: float) -> str:
    for limit, unit in SPLITS.get(kind.name, ()):
        if value <= limit:
            return unit
    return kind.units[0] if len(kind.units) == 1 or kind.name in ALWAYS_ONE else ""


def _bare(text: str) -> Iterator[FoundValue]:
    for match in BARE.finditer(text):
        value = float(match["value"])
        before = max(0, match.start() - 24)
        if DOSE_BEFORE.search(text, before, match.start()) or LIMIT.search(
            text, before, match.start()
        ):
            continue
        changed = CHANGED_BY.search(text, before, match.start())
        changed = changed or SIGN_BEFORE.search(text, max(0, before - 1), match.start())
        if changed or CHANGED_BEHIND.match(text, match.end()):
            continue
        if match["unit"] != "cm":
            unit = match["unit"].rstrip("s")
            yield FoundValue(Measurement(name="weight", value=value, unit=unit), *match.span())
        elif SIZE_CM[0] <= value <= SIZE_CM[1]:
            yield FoundValue(Measurement(name="height", value=value, unit="cm"), *match.span())


def _feet(text: str) -> Iterator[FoundValue]:
    for match in FEET.finditer(text):
        inches = 12 * int(match["feet"]) + int(match["inches"])
        value = round(inches * CM_PER_INCH, 1)
        yield FoundValue(Measurement(name="height", value=value, unit="cm"), *match.span())


def _metres(text: str) -> Iterator[FoundValue]:
    for match in METRES.finditer(text):
        value = float(f"{match['whole']}.{match['part']}")
        before = max(0, match.start() - 24)
        if SIZE_CM[0] <= 100 * value <= SIZE_CM[1] and not LIMIT.search(
            text, before, match.start()
        ):
            yield FoundValue(Measurement(name="height", value=value, unit="m"), *match.span())
