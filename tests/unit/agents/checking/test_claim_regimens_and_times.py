"""Regimens, classes, lines and times of a sentence are those of its quotes."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

OPTIONS = (
    "The options are olaparib 300 mg twice daily, niraparib 200 mg daily or rucaparib 600 mg twice"
    " daily."
)
CAPIVASERTIB = "Capivasertib is taken at 400 mg twice daily for 4 days followed by 3 days off."
CYCLE = "Capecitabine 1250 mg/m2 is given twice daily on days 1 to 14 of each 21-day cycle."
ELACESTRANT = "Elacestrant is an option in ESR1-mutated breast cancer."
EVEROLIMUS = "Everolimus is an option with exemestane in advanced breast cancer."
APART = "Trastuzumab is given with pertuzumab. Docetaxel is given alone."
PARP = "The FDA approved olaparib on 2018-01-12 for breast cancer with a germline BRCA mutation."
MEN = "Men in PROfound had progressed on a new hormonal agent such as enzalutamide."
LOW = (
    "With low CCNE1, median survival was 14.1 months with palbociclib and 4.8 months with placebo."
)
HIGH = (
    "With high CCNE1, median survival was 7.6 months with palbociclib and 4.0 months with placebo."
)
GEFITINIB = "In lung cancer with EGFR L858R, evidence of level A supports a response to gefitinib."
TRIAL = "OlympiA was a randomised trial of olaparib."
USUAL = "The usual dose of axitinib is 5 mg twice daily."
HALVED = "With strong CYP3A4 inhibitors axitinib 2.5 mg twice daily is given."
REDUCED = "Reduce lenalidomide from 25 mg to 15 mg daily in renal impairment."
PNEUMONITIS = "Pneumonitis of grade 2: withhold. Pneumonitis of grade 3: discontinue permanently."
STRONG = "Strong or moderate CYP3A inhibitors should be avoided with ivosidenib."
SEVERE = "In severe hepatic impairment lapatinib is reduced."
STOP = (
    "Ribociclib is discontinued permanently when a QTcF above 500 ms, or more than 60 ms above"
    " baseline, goes with torsades de pointes."
)
TOTAL = "Trastuzumab emtansine is given at 3.6 mg/kg every 3 weeks."
AVOID = "Strong CYP3A inducers should be avoided with ribociclib."


@pytest.mark.parametrize(
    ("lie", "told", "quotes"),
    [
        (
            "Rucaparib is an option at 600 mg once daily.",
            "Rucaparib is an option at 600 mg every 12 hours.",
            [OPTIONS],
        ),
        (
            "Capivasertib is taken at 400 mg twice daily for 8 days followed by 3 days off.",
            "Capivasertib is taken at 400 mg twice daily for four days, then 3 days off.",
            [CAPIVASERTIB],
        ),
        (
            "Capecitabine is given twice daily on days 1 to 21 of each cycle.",
            "Capecitabine is given twice daily on days 1-14 of each cycle.",
            [CYCLE],
        ),
        (
            "Elacestrant is combined with everolimus in breast cancer.",
            "Elacestrant is an option in ESR1-mutated and everolimus with exemestane in advanced"
            " breast cancer.",
            [ELACESTRANT, EVEROLIMUS],
        ),
        ("Trastuzumab-docetaxel is given.", "Trastuzumab is given with pertuzumab.", [APART]),
        (
            "The FDA approved PARP inhibitors in 2018 for breast cancer with a BRCA mutation.",
            "The PARP inhibitor olaparib was approved by the FDA in 2018 for breast cancer with a"
            " germline BRCA mutation.",
            [PARP],
        ),
        (
            "Men in PROfound had not received a new hormonal agent such as enzalutamide.",
            "Men in PROfound had received a new hormonal agent such as enzalutamide and progressed"
            " on it.",
            [MEN],
        ),
        (
            "With low CCNE1, median survival was 7.6 months with palbociclib and 4.8 months with"
            " placebo.",
            "With low CCNE1, median survival was 14.1 months with palbociclib and 4.8 months with"
            " placebo.",
            [LOW, HIGH],
        ),
        (
            "In lung cancer with EGFR L858R, evidence of level A supports resistance to gefitinib.",
            "With EGFR L858R, evidence of level A supports a response to gefitinib.",
            [GEFITINIB],
        ),
        (
            "OlympiA was a non-randomised trial of olaparib.",
            "OlympiA assigned olaparib at random.",
            [TRIAL],
        ),
        (
            "Ribociclib is discontinued permanently.",
            "Ribociclib is discontinued permanently when a QTcF above 500 ms goes with torsades de"
            " pointes.",
            [STOP],
        ),
        (
            "Trastuzumab emtansine is given at 10.8 mg/kg in total.",
            "Trastuzumab emtansine is given at 3.6 mg/kg every 21 days.",
            [TOTAL],
        ),
        (
            "With strong CYP3A4 inhibitors, give twice the usual dose of axitinib.",
            "With strong CYP3A4 inhibitors, give half the usual dose of axitinib.",
            [USUAL, HALVED],
        ),
        (
            "Reduce lenalidomide from 15 mg daily in renal impairment.",
            "Reduce lenalidomide from 25 mg daily in renal impairment.",
            [REDUCED],
        ),
        (
            "G2 pneumonitis: discontinue permanently.",
            "G3 pneumonitis: discontinue permanently.",
            [PNEUMONITIS],
        ),
        (
            "Strong or moderate CYP3A inhibitors such as clarithromycin and rifampicin should be"
            " avoided with ivosidenib.",
            "Strong or moderate CYP3A inhibitors such as clarithromycin and fluconazole should be"
            " avoided with ivosidenib.",
            [STRONG],
        ),
        (
            "With mildly impaired liver function lapatinib is reduced.",
            "With severely impaired liver function lapatinib is reduced.",
            [SEVERE],
        ),
        (
            "No, strong CYP3A inducers may be given with ribociclib.",
            "No, strong CYP3A inducers should be avoided with ribociclib.",
            [AVOID],
        ),
    ],
)
def test_the_lie_is_seen_and_its_honest_twin_is_not(lie: str, told: str, quotes: list[str]) -> None:
    assert problem(lie, *quotes)
    assert not problem(told, *quotes)
