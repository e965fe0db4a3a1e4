"""The QT interval at a heart rate of 60."""

from __future__ import annotations

from agents.calculators.formula import Formula, Inputs
from agents.calculators.inputs import HEART_RATE, QT
from names.clinical.values import ClinicalValue, Measurement


def _fridericia(inputs: Inputs) -> float:
    corrected: float = inputs.number("QT") / (60 / inputs.number("heart rate")) ** (1 / 3)
    return corrected


def _interval(value: float) -> ClinicalValue:
    return Measurement(name="QTc", value=value, unit="ms")


FRIDERICIA = Formula(
    name="QTcF",
    result="QTc",
    unit="ms",
    words="QT in ms / cube root of the RR interval in seconds (60 / heart rate)",
    source="Fridericia LS. Acta Med Scand 1920;53:469-486",
    inputs=(QT, HEART_RATE),
    compute=_fridericia,
    decimals=0,
    value=_interval,
)
