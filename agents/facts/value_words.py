"""Each clinical value in the words of a colleague, polarity always visible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from agents.facts.marker_states import is_gene
from names.clinical.toxicities import HIGHEST
from names.clinical.treatment.fitness import UNFIT
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Phenotype,
    Population,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from names.tables.treatment.drug_classes import class_in_sentence, drug_classes

_OUTCOMES: Mapping[str, str] = {
    "progressed": "progressed on {}",
    "intolerant": "did not tolerate {}",
    "completed": "completed {}",
    "current": "on {}",
    "held": "{} on hold",
    "planned": "planned: {}",
    "given": "had {}",
    "not given": "never had {}",
}
_SIGNS: Mapping[str, str] = {"present": "positive", "absent": "negative", "uncertain": "uncertain"}
_STATE: Mapping[str, str] = {
    "present": "present",
    "absent": "absent",
    "uncertain": "of uncertain significance",
}


def describe(value: ClinicalValue) -> str:
    """A value in a few words: "HER2-low", "EGFR T790M: absent", "progressed on osimertinib"."""
    return _DESCRIBERS[type(value)](value)


def describe_all(values: Iterable[ClinicalValue]) -> list[str]:
    """Values in a few words, each once and in their order. What one drug does stands together:
    "takes fluconazole (strong CYP2C19 inhibition, moderate CYP3A inhibition)"."""
    together: dict[object, list[ClinicalValue]] = {}
    for value in dict.fromkeys(values):
        drugs = isinstance(value, Exposure) and value.drugs
        together.setdefault(("takes", drugs) if drugs else value, []).append(value)
    return list(dict.fromkeys(map(_describe_group, together.values())))


def _describe_group(values: Sequence[ClinicalValue]) -> str:
    effects = [each for each in values if isinstance(each, Exposure)]
    if len(effects) < 2:
        return describe(values[0])
    return f"takes {', '.join(effects[0].drugs)} ({', '.join(map(_effect, effects))})"


def number(value: float) -> str:
    """A number without a needless decimal point."""
    return f"{value:g}"


def span_of(low: float | None, high: float | None) -> str:
    """A range in words: "31 to 50", "at least 60", "below 30"; one number when both are equal."""
    if low is None:
        return f"at most {number(high)}" if high is not None else ""
    if high is None:
        return f"at least {number(low)}"
    return number(low) if low == high else f"{number(low)} to {number(high)}"


def _marker(marker: Marker) -> str:
    origin = f"{marker.origin} " if marker.origin else ""
    measured = _words_of_measure(marker)
    if is_gene(marker):
        state = "alteration" if marker.state == "altered" else marker.state
        words = f"{origin}{marker.name} {state}: {_STATE[marker.polarity]}"
        return f"{words} ({measured})" if measured else words
    if measured and (not marker.state or _is_open(marker)):
        return f"{origin}{marker.name} {measured}"
    status = _status(marker)
    return f"{origin}{status} ({measured})" if measured else f"{origin}{status}"


def _is_open(marker: Marker) -> bool:
    """Whether only a threshold says what the number of a marker means."""
    return marker.name == "PD-L1" and marker.polarity == "present"


def _words_of_measure(marker: Marker) -> str:
    if marker.value is None:
        return ""
    figure = f"{marker.comparison}{number(marker.value)}"
    if marker.unit == "IHC":
        return f"IHC {figure}+" if marker.value else "IHC 0"
    if marker.unit.endswith("%"):
        return f"{marker.unit.removesuffix('%').strip()} {figure}%".strip()
    return f"{marker.unit} {figure}" if marker.unit == "CPS" else f"{figure} {marker.unit}".strip()


def _status(marker: Marker) -> str:
    if (marker.name, marker.polarity) == ("MSI", "absent"):
        return "MSS"
    if marker.state == "amplification":
        return f"{marker.name} {'not ' if marker.polarity == 'absent' else ''}amplified"
    if marker.polarity == "uncertain" and marker.name == "HER2":
        return "HER2 equivocal"
    if marker.state in ("positive", "altered"):
        return f"{marker.name}-{_SIGNS[marker.polarity]}"
    word = {"zero": f"{marker.name} 0"}.get(marker.state, f"{marker.name}-{marker.state}")
    if marker.polarity == "uncertain":
        return f"{word} uncertain"
    return word if marker.polarity == "present" else f"not {word}"


def _tumour(tumour: Tumour) -> str:
    known = tumour.histology and tumour.histology.replace(" grade", "-grade") in tumour.name
    name = tumour.name if known else f"{tumour.histology} {tumour.name}".strip()
    numbered = tumour.stage[:1] in ("0", "I")
    stage = f"stage {tumour.stage}" if numbered else tumour.stage
    words = " ".join(part for part in (name, stage) if part)
    sites = ", ".join(tumour.sites)
    if not words:
        return f"spread to {sites}" if sites else "tumour"
    absent = "not " if tumour.polarity == "absent" else ""
    return f"{absent}{words} ({sites})" if sites else f"{absent}{words}"


def _words_of_setting(setting: Setting) -> str:
    return setting.name if setting.polarity == "present" else f"not {setting.name}"


def _line(line: Line) -> str:
    if line.last is None:
        return f"line {line.first} or later"
    return f"line {line.first}" if line.first == line.last else f"lines {line.first} to {line.last}"


def _therapy(therapy: Therapy) -> str:
    implied = {name for drug in therapy.drugs for name in drug_classes(drug)}
    classes = (class_in_sentence(n) for n in therapy.classes if n not in implied)
    named = " + ".join((*therapy.drugs, *classes))
    beside = []
    if therapy.setting:
        beside.append(therapy.setting)
    if therapy.line:
        beside.append(f"line {therapy.line}")
    words = _OUTCOMES[therapy.outcome].format(named or "treatment")
    words = f"{words} ({', '.join(beside)})" if beside else words
    if therapy.months_free is None or therapy.outcome == "progressed":
        return words
    return f"{words}, relapse by month {number(therapy.months_free)}"


def _organ(organ: OrganFunction) -> str:
    if organ.low is not None or organ.high is not None:
        space = "" if organ.unit == "%" else " "
        name = organ.measure or f"{organ.organ} function"
        words = f"{name} {_bounds(organ)}{space}{organ.unit}".strip()
        return f"{words} ({_grade(organ)})" if organ.grade else words
    if organ.grade.startswith("Child-Pugh"):
        return organ.grade
    return _impairment(organ)


def _impairment(organ: OrganFunction) -> str:
    """``moderate renal impairment``, ``normal hepatic function``, ``dialysis``."""
    match organ.grade:
        case "dialysis":
            return "dialysis"
        case "end-stage":
            return f"end-stage {organ.organ} disease"
        case "normal":
            return f"normal {organ.organ} function"
        case _:
            return f"{organ.grade} {organ.organ} impairment".strip()


def _bounds(organ: OrganFunction) -> str:
    if organ.low is None and organ.below:
        return f"below {number(organ.high or 0)}"
    if organ.high is None and organ.above:
        return f"above {number(organ.low or 0)}"
    return span_of(organ.low, organ.high)


def _grade(organ: OrganFunction) -> str:
    if not organ.grade:
        return "impaired"
    graded = organ.grade in ("mild", "moderate", "severe")
    return f"{organ.grade} impairment" if graded else organ.grade


def _exposure(exposure: Exposure) -> str:
    what = _effect(exposure)
    return f"takes {', '.join(exposure.drugs)} ({what})" if exposure.drugs else what


def _effect(exposure: Exposure) -> str:
    return f"{exposure.strength} {exposure.mechanism}".strip()


def _phenotype(phenotype: Phenotype) -> str:
    words = []
    if phenotype.phenotype:
        deficient = phenotype.phenotype == "deficient"
        words.append("deficient" if deficient else f"{phenotype.phenotype} metaboliser")
    if phenotype.score_from is not None:
        words.append(f"activity score {span_of(phenotype.score_from, phenotype.score_to)}")
    state = ", ".join(words)
    if not phenotype.alleles:
        return f"{phenotype.gene} {state}".strip()
    named = f"{phenotype.gene} {'/'.join(phenotype.alleles)}"
    return f"{named} ({state})" if state else named


def _toxicity(toxicity: Toxicity) -> str:
    low, high = toxicity.grade_from, toxicity.grade_to
    grade = (
        f"{low} or higher" if high == HIGHEST and low not in (None, high) else span_of(low, high)
    )
    return f"{toxicity.event} grade {grade}".strip() if grade else toxicity.event


def _population(population: Population) -> str:
    parts = []
    if population.sex:
        parts.append({"female": "woman", "male": "man"}[population.sex])
    if age := _age(population.age_from, population.age_to):
        parts.append(f"age {age}")
    parts += [part for part in (population.menopause, population.pregnancy) if part]
    if ecog := span_of(population.ecog_from, population.ecog_to):
        parts.append(f"ECOG {ecog}")
    return ", ".join(parts)


def _age(low: float | None, high: float | None) -> str:
    """An age in years; one that is told in months in those."""
    months = 12 * (low or 0)
    if low is not None and low == high and low != int(low):
        return f"{round(months)} months"
    return span_of(low, high)


def _measurement(measurement: Measurement) -> str:
    space = "" if measurement.unit in ("", "%") else " "
    return f"{measurement.name} {number(measurement.value)}{space}{measurement.unit}"


def _condition(condition: Condition) -> str:
    if condition.polarity == "present":
        return condition.name
    if condition.polarity == "uncertain":
        return f"possibly {condition.name}"
    if condition.name.startswith(UNFIT):
        return condition.name.removeprefix("un")
    return f"no {condition.name}"


_DESCRIBERS: Mapping[type, Callable[[Any], str]] = {
    Marker: _marker,
    Tumour: _tumour,
    Setting: _words_of_setting,
    Line: _line,
    Therapy: _therapy,
    OrganFunction: _organ,
    Exposure: _exposure,
    Phenotype: _phenotype,
    Toxicity: _toxicity,
    Population: _population,
    Measurement: _measurement,
    Condition: _condition,
}
