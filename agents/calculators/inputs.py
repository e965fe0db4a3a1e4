"""The inputs that several formulas share, with their units and plausible ranges.

Ranges are chosen by hand: wide enough for every adult patient, narrow enough that a slip of a
decimal point or of a unit is noticed."""

from __future__ import annotations

from agents.calculators.formula import InputRule, Unit

YEARS = (Unit("years"),)
AGE = InputRule("age", YEARS, 18, 115)
"""Adults: CKD-EPI 2021 is for ages of 18 and over (NIDDK)."""
SEX = InputRule("sex", words=("female", "male"))
WEIGHT = InputRule("weight", (Unit("kg"), Unit("lb", 0.45359237)), 25, 350)
HEIGHT = InputRule("height", (Unit("cm"), Unit("m", 100)), 100, 250)
CREATININE = InputRule("creatinine", (Unit("mg/dL"), Unit("µmol/L", 1 / 88.42)), 0.2, 20)
"""88.42 µmol/L are 1 mg/dL: the molar mass of creatinine is 113.12 g/mol."""
BILIRUBIN = InputRule("bilirubin", (Unit("mg/dL"), Unit("µmol/L", 1 / 17.1)), 0.1, 50)
"""17.1 µmol/L are 1 mg/dL: the molar mass of bilirubin is 584.7 g/mol."""
ALBUMIN = InputRule("albumin", (Unit("g/dL"), Unit("g/L", 0.1)), 1, 7)
CALCIUM = InputRule("calcium", (Unit("mg/dL"), Unit("mmol/L", 4.008)), 4, 20)
"""4.008 mg/dL are 1 mmol/L: the molar mass of calcium is 40.08 g/mol."""
INR = InputRule("INR", (Unit(""),), 0.5, 15)
QT = InputRule("QT", (Unit("ms"),), 200, 800)
HEART_RATE = InputRule("heart rate", (Unit("/min"),), 30, 220)
LEUKOCYTES = InputRule("leukocytes", (Unit("10^9/L"),), 0, 500)
CLEARANCE = InputRule("creatinine clearance", (Unit("mL/min"),), 5, 250)
TARGET_AUC = InputRule("target AUC", (Unit("mg/mL·min"),), 1, 11)
