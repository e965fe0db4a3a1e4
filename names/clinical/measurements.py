"""Laboratory and bedside values: "creatinine 1.4 mg/dL", "weight 68 kg", "QTc 480 ms"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from names.clinical.grammar.bounds import UNIT_BEHIND, Bounds, is_time, read_bounds, unit_name
from names.clinical.organs.numbers import PER_MICROLITRE, read_change
from names.clinical.values import Found, Measurement
from names.patterns.filtered import FilteredPattern, filtered


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


def _kind(name: str, pattern: str, units: tuple[str, ...], low: float, high: float) -> _Kind:
    return _Kind(name, filtered(pattern), units, low, high)


KINDS: tuple[_Kind, ...] = (
    _kind(
        "creatinine",
        r"(?i:\b(?:serum |s-)?(?:creatinine|creat?|scr)\b"
        r"(?! clearance| kinase)|\bcr\.?(?=\s?[:=]?\s?\d))",
        ("mg/dL", "µmol/L"),
        0.1,
        2000,
    ),
    _kind("weight", r"(?i:\b(?:body )?(?:weight|wt|weighs|weighing|BW)\b)", ("kg", "lb"), 2, 500),
    _kind("height", r"(?i:\b(?:height|ht|length|tall)\b)", ("cm", "m"), 0.4, 250),
    _kind(
        "LVEF",
        r"(?i:\b(?:LVEF|EF|(?:left[\s-]ventricular )?ejection fraction)\b(?:\s?\(LVEF\))?)",
        ("%",),
        5,
        95,
    ),
    _kind(
        "platelets",
        r"(?i:\b(?:platelets?|thrombocytes?|plts?|PLT)\b(?:\scounts?)?)",
        ("10^9/L", "/µL"),
        0,
        2_000_000,
    ),
    _kind(
        "haemoglobin",
        r"(?:\b(?i:ha?emoglobin)\b|\bH[bB]\b(?!A1)|\bHgb\b)",
        ("g/dL", "g/L", "mmol/L"),
        2,
        250,
    ),
    _kind(
        "neutrophils",
        r"(?i:\b(?:absolute neutrophil count|neutrophil counts?|neutrophils?|ANC)\b"
        r"(?:\s?\(ANC\))?)",
        ("10^9/L", "/µL", "%"),
        0,
        100_000,
    ),
    _kind("bands", r"(?i:\b(?:bands|band neutrophils|band forms)\b)", ("%",), 0, 100),
    _kind(
        "leukocytes",
        r"(?:\b(?:WBC|(?i:white (?:blood )?cells?(?: count)?|leu[ck]ocytes))\b)",
        ("10^9/L", "/µL"),
        0,
        500_000,
    ),
    _kind("HbA1c", r"\b(?:HbA1[cC]|A1[cC]|HBA1C|hba1c)\b", ("%", "mmol/mol"), 3, 200),
    _kind(
        "bilirubin",
        r"(?i:\b(?:(?:total |serum )?bilirubin|T\.?\s?bili|bili)\b)",
        ("mg/dL", "µmol/L", "×ULN"),
        0,
        900,
    ),
    _kind("albumin", r"(?i:\b(?:serum )?alb(?:umin)?\b)", ("g/dL", "g/L"), 0.5, 70),
    _kind(
        "calcium", r"(?:\b(?i:(?:total |serum )?calcium)\b|\bCa\b(?!-))", ("mg/dL", "mmol/L"), 1, 20
    ),
    _kind("INR", r"\bINR\b", ("",), 0.5, 20),
    _kind("QTc", r"\b(?:QTc[FBfb]?|QTcF)\b(?:\s(?:interval|time))?", ("ms",), 200, 800),
    _kind("QT", r"\bQT\b(?!c)(?:\s(?:interval|time))?", ("ms",), 20, 8000),
    _kind(
        "heart rate",
        r"(?:\b(?i:heart rate|pulse)\b|\bHR\b(?=\s?(?:of |is |: ?)?\d))",
        ("/min",),
        20,
        250,
    ),
    _kind(
        "glucose",
        r"(?i:\b(?:(?:fasting |blood |plasma |serum ){0,2}glucose|blood sugar|FPG|FBG)\b)",
        ("mg/dL", "mmol/L"),
        1,
        1500,
    ),
    _kind("AST", r"\b(?:AST|SGOT|GOT)\b", ("U/L", "×ULN"), 1, 10_000),
    _kind("ALT", r"\b(?:ALT|SGPT|GPT)\b", ("U/L", "×ULN"), 1, 10_000),
    _kind("potassium", r"(?:\b(?i:potassium)\b|\bK\+)", ("mmol/L",), 1, 10),
    _kind(
        "creatinine clearance",
        r"(?i:\b(?:creatinine clearance|CrCl|CLcr|CCr)\b)",
        ("mL/min",),
        1,
        250,
    ),
    _kind("eGFR", r"\b(?:eGFR|GFR)\b", ("mL/min",), 1, 250),
    _kind(
        "target AUC",
        r"\b(?:(?i:carboplatin|carbo|calvert|CBDCA)(?:,|:)?\s(?:\S{1,12}\s){0,3}AUC"
        r"|(?i:target) AUC)\b",
        ("mg/mL·min",),
        1,
        11,
    ),
    _kind("body surface area", r"(?:\bBSA\b|(?i:\bbody surface area\b))", ("m²",), 0.2, 4),
)
"""What is measured. A number without unit is taken in the unit that it can only have."""
BARE = filtered(
    r"(?<![\w.,])(?P<value>\d{2,3}(?:\.\d{1,2})?)\s?(?P<unit>kg|cm|lbs?)\b"
    r"(?!\s?/|²|\^|\s(?:mass|tumou?r|lesion|nodule|in size|lump))"
)
"""A weight or height without its name: "a 68 kg patient", "172 cm", "150 lbs"."""
FEET = filtered(
    r"(?<![\w.,])(?P<feet>[4-7])\s?(?:['’′]|ft\.?|feet|foot)\s?(?P<inches>\d|1[01])\s?"
    r"(?:[\"”″]|''|in\b|inch(?:es)?\b)"
)
CM_PER_INCH = 2.54
DOSE_BEFORE = re.compile(r"(?i)(?:mg|µg|mcg|g|units?|IU)\s?(?:/|per)\s?$|\b(?:per|each)\s$")
LIMIT = re.compile(
    r"(?i)(?:[<>≤≥]|than|least|most|below|above|under|over|up to|between|from|to"
    r"|(?<=\d\s)and|(?<=\d)[-–]|(?<=\d\s)[-–])"
    r"(?:\sor equal to)?\s?$"
)
"""Before a number that bounds a range."""
SIZE_CM = (120, 230)
"""Heights of adults in cm; smaller ones are sizes of a tumour. Chosen by hand."""


def read_measurements(text: str) -> tuple[Found, ...]:
    """Single values with their units, ordered by place. Ranges and limits are no measurement."""
    found = [each for kind in KINDS for each in _of_kind(text, kind)]
    named = {(each.end) for each in found}
    found += [each for each in (*_bare(text), *_feet(text)) if each.end not in named]
    return tuple(sorted(found, key=lambda each: (each.start, each.end, repr(each.value))))


def _of_kind(text: str, kind: _Kind) -> Iterator[Found]:
    for match in kind.pattern.finditer(text):
        if change := read_change(text, match.end()):
            before, after, end = change
            unit = UNIT_BEHIND.match(text, end)
            name = unit_name(unit[1]) if unit else ""
            if changed := _measurement(kind, Bounds(after, after, False, False, name, end, end)):
                end = unit.end() if unit else end
                yield Found(replace(changed, before=before), match.start(), end)
            continue
        bounds = read_bounds(text, match.end())
        if bounds is None or is_time(text, bounds.end):
            continue
        if bounds.is_point and (value_or_none := _measurement(kind, bounds)):
            yield Found(value_or_none, match.start(), bounds.end)


def _measurement(kind: _Kind, bounds: Bounds) -> Measurement | None:
    value = bounds.low
    if value is None or not kind.low <= value <= kind.high:
        return None
    unit = bounds.unit or _only_unit(kind, value)
    if bounds.unit and bounds.unit not in kind.units:
        return None
    if unit == "/µL":
        return Measurement(name=kind.name, value=value / PER_MICROLITRE, unit="10^9/L")
    if unit == "cm" and value < SHORTEST_CM:
        return None
    return Measurement(name=kind.name, value=value, unit=unit)


SHORTEST_CM = 40
"""A smaller height is in feet. Chosen by hand."""
SPLITS: dict[str, tuple[tuple[float, str], ...]] = {
    "creatinine": ((15, "mg/dL"), (2000, "µmol/L")),
    "height": ((2.6, "m"), (250, "cm")),
    "platelets": ((2_000, "10^9/L"), (2_000_000, "/µL")),
    "neutrophils": ((30, "10^9/L"), (100_000, "/µL")),
    "leukocytes": ((200, "10^9/L"), (500_000, "/µL")),
    "haemoglobin": ((25, "g/dL"), (250, "g/L")),
    "HbA1c": ((20, "%"), (200, "mmol/mol")),
    "albumin": ((7, "g/dL"), (70, "g/L")),
    "calcium": ((4, "mmol/L"), (20, "mg/dL")),
    "glucose": ((35, "mmol/L"), (1500, "mg/dL")),
}
"""Unit of a number that stands without one: up to the first number the first unit. By hand, where
the ranges seen in patients do not touch; bilirubin has none, since 3 may be either."""


def _only_unit(kind: _Kind, value: float) -> str:
    for limit, unit in SPLITS.get(kind.name, ()):
        if value <= limit:
            return unit
    return kind.units[0] if len(kind.units) == 1 or kind.name in {"weight", "AST", "ALT"} else ""


def _bare(text: str) -> Iterator[Found]:
    for match in BARE.finditer(text):
        value = float(match["value"])
        before = max(0, match.start() - 24)
        if DOSE_BEFORE.search(text, before, match.start()) or LIMIT.search(
            text, before, match.start()
        ):
            continue
        if match["unit"] != "cm":
            unit = match["unit"].rstrip("s")
            yield Found(Measurement(name="weight", value=value, unit=unit), *match.span())
        elif SIZE_CM[0] <= value <= SIZE_CM[1]:
            yield Found(Measurement(name="height", value=value, unit="cm"), *match.span())


def _feet(text: str) -> Iterator[Found]:
    for match in FEET.finditer(text):
        inches = 12 * int(match["feet"]) + int(match["inches"])
        value = round(inches * CM_PER_INCH, 1)
        yield Found(Measurement(name="height", value=value, unit="cm"), *match.span())
