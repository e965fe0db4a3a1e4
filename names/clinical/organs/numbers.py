"""Numbers of organ function: "CrCl 31–50", "LVEF 47%", "platelets <150,000/mcL"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from names.clinical.grammar.bounds import Bounds, is_time, read_bounds
from names.clinical.grammar.changes import read_change
from names.clinical.values import FoundValue, Organ, OrganClass, OrganFunction
from names.patterns.filtered import filtered_pattern
from names.tables.ward.measures import measure_pattern

_NOT_OF_A_DRUG = "".join(
    f"(?<!{word} )" for word in ("renal", "oral", "systemic", "apparent", "total", "plasma", "body")
)
"""Words after which "clearance" is that of a drug."""
_OF_THE_PATIENT = (
    r"(?:^|(?<=[,;.:(] )|(?<=>> )|(?<=\n)|(?<=her )|(?<=his )|(?<=their )|(?<=the )|(?<=and )"
    r"|(?<=but )|(?<=if )|(?<=new )|(?<=now )|(?<=today's )|(?<=with )|(?<=patient's ))"
)
"""Before a "clearance" without a further word: none of a drug, of a margin or of lymph nodes."""
_BARE_NUMBER = (
    r"(?=(?: of | is | was | now | is now |: ?| ?= ?)(?:only |about |around )?[<>≤≥]? ?\d{1,3}"
    r"(?:\.\d)?(?: ?[,;?!)]|\.?$|\.\s| (?:now|today|this|and|but|not|instead|so|since|or|by)\b))"
)
"""Behind it: a number without a unit, which would tell what else is meant ("24%", "14 L/h")."""
_MEASURES: tuple[tuple[Organ, str, str], ...] = (
    (
        "renal",
        "creatinine clearance",
        rf"(?:{measure_pattern('creatinine clearance')}|(?i:{_NOT_OF_A_DRUG}\bclearance)"
        r"(?=\s?(?:of |is |= ?|: ?)?[<>≤≥]?\s?\d{1,3}\s?m[lL]/min)"
        rf"|(?im:{_OF_THE_PATIENT}clearance{_BARE_NUMBER}))",
    ),
    ("renal", "eGFR", measure_pattern("eGFR")),
    ("renal", "GFR", measure_pattern("GFR")),
    ("cardiac", "LVEF", measure_pattern("LVEF")),
    ("marrow", "platelets", measure_pattern("platelets")),
    ("marrow", "neutrophils", measure_pattern("neutrophils")),
    ("hepatic", "bilirubin", measure_pattern("bilirubin")),
    (
        "hepatic",
        "AST",
        rf"{measure_pattern('AST')}(?:\s?(?:/|(?:and|or|and/or)\s)ALT\b)?",
    ),
    (
        "hepatic",
        "ALT",
        rf"{measure_pattern('ALT')}(?:\s?(?:/|(?:and|or|and/or)\s)AST\b)?",
    ),
    ("cardiac", "QTc", rf"{measure_pattern('QTc')}(?:\s(?:interval|prolongation|time))?"),
    ("marrow", "haemoglobin", measure_pattern("haemoglobin")),
    *(
        ("chemistry", name, rf"{measure_pattern(name)}(?:\s(?:levels?|values?|concentrations?))?")
        for name in ("glucose", "potassium", "magnesium", "calcium")
    ),
)
MEASURES = tuple(
    (organ, measure, filtered_pattern(pattern)) for organ, measure, pattern in _MEASURES
)
UNITS = {
    "creatinine clearance": "mL/min",
    "eGFR": "mL/min",
    "GFR": "mL/min",
    "LVEF": "%",
    "platelets": "10^9/L",
    "neutrophils": "10^9/L",
    "bilirubin": "×ULN",
    "AST": "×ULN",
    "ALT": "×ULN",
    "QTc": "ms",
    "haemoglobin": "g/dL",
    "glucose": "mg/dL",
    "potassium": "mmol/L",
    "magnesium": "mmol/L",
    "calcium": "mmol/L",
}
OTHER_UNITS: dict[str, dict[str, float]] = {
    "glucose": {"mg/dL": 1, "mmol/L": 0.0555},
    "potassium": {"mmol/L": 1, "mEq/L": 1},
    "magnesium": {"mmol/L": 1, "mg/dL": 2.431},
    "calcium": {"mmol/L": 1, "mg/dL": 4.008},
}
"""Units of the blood's chemistry, and what a number in each is divided by to get the one above:
by the molar masses of glucose (180.16 g/mol), magnesium (24.31) and calcium (40.08)."""
UNIT_BY_SIZE = {"glucose": (35, "mmol/L", "mg/dL"), "calcium": (4, "mmol/L", "mg/dL")}
"""Of a number without unit: up to this the first, else the second. As for measurements."""
HIGH_HAEMOGLOBIN = 25
"""g/dL that no patient has: a larger number without unit is in g/L. Chosen by hand."""
LARGEST = {
    "creatinine clearance": 250,
    "eGFR": 250,
    "GFR": 250,
    "LVEF": 95,
    "platelets": 2000,
    "QTc": 800,
    "haemoglobin": 25,
    "glucose": 1500,
    "potassium": 10,
    "magnesium": 5,
    "calcium": 5,
}
"""A larger number is none of this measure. Chosen by hand, well above what is seen."""
PER_MICROLITRE = 1000
"""Cells per µL in 10^9 per litre."""
MANY_CELLS = {"platelets": 2_000, "neutrophils": 30}
"""Counts without unit from which on they are per µL: nobody has so many 10^9 per litre. By
hand."""
GIVEN = re.compile(r"(?i)\s?-?(?:mg|g|mcg|µg|IU)\b(?!\s?/\s?d?L)")
"""Behind an amount that is given, not measured: "calcium 500 mg"."""
TRANSFUSED = re.compile(r"(?i)\s?(?:units?|bags?|pools?)\b(?!\s?(?:/|per)\s?m?L)")
"""Behind a number of blood products: "platelets 2 units"."""
_TIMES_OWN = re.compile(
    r"(?i)(?:[x×*]|times|fold)\s?(?:(?:the|her|his|its|own|over|above|from)\s){0,3}"
    r"(?:baseline|BL|pre-?treatment)\b"
)
"""Around the end of a number that multiplies the patient's own first value: "creatinine 1.8x
baseline"."""
_CHANGE = re.compile(r"\s?(?:[:=]\s?)?[+−-](?=\d)(?<=[\s:=][+−-])")
"""Before a number that was added or lost: "weight +12kg"."""
POINTS = re.compile(r"(?i)\s?-?(?:absolute |percentage |ejection fraction )?points?\b|\s?% points")
LOW_CELLS = filtered_pattern(
    r"(?i)\b(?:low (?P<name>platelets?|plts?|neutrophils?|ANC)|(?P<name2>platelets?|plts?|PLT"
    r"|neutrophils?|ANC)(?: counts?)? (?:is |are |was |were )?(?:very |too )?low)\b"
)
GRADES: dict[str, OrganClass] = {"mild": "mild", "moderate": "moderate", "severe": "severe"}
CLASS_AND_BRACKET = filtered_pattern(
    r"(?i)\b(?P<grade>mild|moderate|severe)\s\((?:creatinine clearance|CrCl|CLcr|eGFR)?(?:\sof)?\s?"
    r"(?=[^)]{1,40}\)[^.;]{0,60}?\b(?:renal|kidney)\b)"
)
MORE = re.compile(
    r"(?i)(?:(?<=[;,]\s)|(?<=\s)(?=below|less|under|above|more|at least|between|from|<|>|≤|≥))"
    r"(?=(?:below|less than|under|above|more than|at least|between|from|<|>|≤|≥)?\s?\d{1,3}\D)"
)
"""Before a further number of the same measure."""


def is_relative(text: str, start: int, end: int) -> bool:
    """Whether the number of a measure, whose name ends at ``start`` and which ends at ``end``, only
    tells by how much it has changed."""
    times = _TIMES_OWN.search(text, max(start, end - 5), end + 35)
    return bool((times and times.start() <= end + 2) or _CHANGE.match(text, start))


def find_numbers(text: str) -> Iterator[FoundValue]:
    """Numbers of organ function, and cell counts that are only called low."""
    yield from _measured_functions(text)
    yield from _low_cells(text)
    yield from _in_brackets(text)


def organ_function(organ: Organ, measure: str, bounds: Bounds) -> OrganFunction | None:
    """The function that numbers tell; None where unit or size belong to something else."""
    scale = _scale(measure, bounds)
    if not scale:
        return None
    low = None if bounds.low is None else round(bounds.low / scale, 3)
    high = None if bounds.high is None else round(bounds.high / scale, 3)
    if max(low or 0, high or 0) > LARGEST.get(measure, float("inf")):
        return None
    return OrganFunction(
        organ=organ,
        low=low,
        high=high,
        unit=UNITS[measure],
        measure=measure,
        above=bounds.above,
        below=bounds.below,
    )


def _measured_functions(text: str) -> Iterator[FoundValue]:
    for organ, measure, pattern in MEASURES:
        first = -1
        for match in pattern.finditer(text):
            if found := _measure(text, match, organ, measure):
                yield found
                first = first if first >= 0 else found.end
        if organ == "renal" and first >= 0:
            yield from _more_clearances(text, first, measure)


def _measure(text: str, match: re.Match[str], organ: Organ, measure: str) -> FoundValue | None:
    change = read_change(text, match.end())
    bounds = change.after if change else read_bounds(text, match.end())
    if bounds is None or (measure == "LVEF" and POINTS.match(text, bounds.end)):
        return None
    if is_time(text, bounds.end) or TRANSFUSED.match(text, bounds.end):
        return None
    if is_relative(text, match.end(), bounds.end):
        return None
    if organ == "chemistry" and GIVEN.match(text, bounds.end):
        return None
    function_or_none = organ_function(organ, measure, bounds)
    return FoundValue(function_or_none, match.start(), bounds.end) if function_or_none else None


def _in_brackets(text: str) -> Iterator[FoundValue]:
    """A class whose numbers stand before its organ: "mild (60 to 89 mL/min) or moderate (30 to 59
    mL/min) renal impairment"."""
    for match in CLASS_AND_BRACKET.finditer(text):
        bounds = read_bounds(text, match.end())
        if bounds is None or bounds.unit != "mL/min":
            continue
        function = organ_function("renal", "creatinine clearance", bounds)
        if function:
            grade: OrganClass = GRADES[match["grade"].lower()]
            yield FoundValue(replace(function, grade=grade), match.start(), bounds.end)


def _more_clearances(text: str, start: int, measure: str) -> Iterator[FoundValue]:
    """Further numbers in mL/min after the first: "30-89 mL/min; below 30 mL/min and …"."""
    for match in MORE.finditer(text, start):
        bounds = read_bounds(text, match.end(), lead=False)
        if bounds and bounds.unit == "mL/min":
            function = organ_function("renal", measure, bounds)
            if function:
                yield FoundValue(function, bounds.start, bounds.end)


def _scale(measure: str, bounds: Bounds) -> float:
    """What the numbers are divided by to get the unit of the measure; 0 when they are not of it."""
    unit = UNITS[measure]
    if measure in OTHER_UNITS:
        return _scale_of_chemistry(measure, bounds)
    if unit == "10^9/L":
        largest = max(bounds.low or 0, bounds.high or 0)
        if bounds.unit == "/µL" or (not bounds.unit and largest >= MANY_CELLS[measure]):
            return PER_MICROLITRE
    if measure == "haemoglobin":
        largest = max(bounds.low or 0, bounds.high or 0)
        if bounds.unit == "g/L" or (not bounds.unit and largest > HIGH_HAEMOGLOBIN):
            return 10
    needs_unit = unit == "×ULN"
    return 1 if bounds.unit == unit or (not bounds.unit and not needs_unit) else 0


def _scale_of_chemistry(measure: str, bounds: Bounds) -> float:
    unit, largest = bounds.unit, max(bounds.low or 0, bounds.high or 0)
    if not unit and measure in UNIT_BY_SIZE:
        limit, small, large = UNIT_BY_SIZE[measure]
        unit = small if largest <= limit else large
    elif not unit and measure == "potassium":
        unit = UNITS[measure]
    return OTHER_UNITS[measure].get(unit, 0)


def _low_cells(text: str) -> Iterator[FoundValue]:
    for match in LOW_CELLS.finditer(text):
        name = (match["name"] or match["name2"]).lower()
        measure = "neutrophils" if name.startswith(("n", "a")) else "platelets"
        yield FoundValue(OrganFunction(organ="marrow", measure=measure), *match.span())
