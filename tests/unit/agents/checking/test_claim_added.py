"""What a sentence puts to its quotes: leave, a reason, a route, a total, both, any; and what it may
put."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

AVOID = "Strong CYP3A inducers should be avoided with ribociclib."
EXPOSURE = "Ribociclib is a strong CYP3A4 inhibitor; simvastatin exposure may increase."
CIMETIDINE = "Cimetidine raises the exposure to epirubicin and is discontinued during it."
NO_EFFECT = "Ribociclib raises the exposure to midazolam; it may be combined with warfarin."


@pytest.mark.parametrize(
    ("quote", "sentence"),
    [
        (AVOID, "Strong CYP3A inducers may go on unchanged during ribociclib."),
        (AVOID, "Strong CYP3A inducers together with ribociclib are no problem."),
        (EXPOSURE, "Simvastatin can be taken with ribociclib."),
        (CIMETIDINE, "Cimetidine and epirubicin may be combined."),
    ],
)
def test_leave_needs_a_quote_that_gives_it(quote: str, sentence: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("quote", "sentence"),
    [
        (AVOID, "Strong CYP3A inducers should not be taken with ribociclib."),
        (NO_EFFECT, "Ribociclib may be combined with warfarin."),
        (
            "Strong CYP3A inhibitors should be avoided with olaparib; if one cannot be avoided,"
            " olaparib is reduced to 100 mg twice daily.",
            "If a strong CYP3A inhibitor cannot be avoided, olaparib may be given at 100 mg"
            " twice daily.",
        ),
    ],
)
def test_leave_that_a_quote_gives_is_left_alone(quote: str, sentence: str) -> None:
    assert not problem(sentence, quote)


HEPATIC = "Abemaciclib is contraindicated in patients with severe hepatic impairment."


def test_a_condition_of_the_patient_is_no_reason_that_a_quote_does_not_name() -> None:
    lie = "Since she has interstitial lung disease, abemaciclib is contraindicated."
    assert problem(lie, HEPATIC, asked="Woman with interstitial lung disease. Abemaciclib?")
    told = "Since she has severe hepatic impairment, abemaciclib is contraindicated."
    assert not problem(told, HEPATIC, asked="Woman with severe hepatic impairment. Abemaciclib?")


ARMS = "Median overall survival was 29.9 months with olaparib and 25.9 months with placebo."
CROSSED = (
    "Median overall survival did not differ, because many patients of the placebo group crossed"
    " over to olaparib."
)


def test_a_reason_stands_in_a_quote() -> None:
    end = ", because many patients of the placebo group crossed over."
    assert problem(ARMS.rstrip(".") + end, ARMS)
    assert not problem("Overall survival did not differ" + end, CROSSED)


def test_two_facts_of_two_quotes_are_no_cause_of_each_other() -> None:
    liver = "With hepatitis of grade 4 trastuzumab emtansine is discontinued."
    nodes = "Nodules of the liver are seen on trastuzumab emtansine."
    lie = (
        "Because nodules of the liver are seen on trastuzumab emtansine, it is discontinued with"
        " hepatitis of grade 4."
    )
    assert problem(lie, liver, nodes)
    joined = (
        "With hepatitis of grade 4 trastuzumab emtansine is discontinued, and nodules of the liver"
        " are seen on it."
    )
    assert not problem(joined, liver, nodes)


DOSE = "Rucaparib is given at 600 mg twice daily."


@pytest.mark.parametrize(
    ("sentence", "quote", "holds"),
    [
        ("Rucaparib is given intravenously at 600 mg twice daily.", DOSE, False),
        ("Rucaparib is taken by mouth at 600 mg twice daily.", DOSE, True),
        ("The total daily amount of rucaparib is 600 mg.", DOSE, False),
        ("The total daily amount of rucaparib is 1200 mg.", DOSE, True),
    ],
)
def test_route_and_total_are_the_quotes(sentence: str, quote: str, holds: bool) -> None:
    assert bool(problem(sentence, quote)) is not holds


RATIO = "With olaparib the hazard ratio for progression or death was 0.58."
SHARES = "At 2 years 86% were free of disease with olaparib and 77% with placebo."


def test_percentage_points_are_a_difference_of_shares() -> None:
    assert problem("With olaparib 42 percentage points fewer progressed or died.", RATIO)
    assert not problem(
        "At 2 years 9 percentage points more were free of disease with olaparib than with placebo.",
        SHARES,
    )


EITHER = "Olaparib is for breast cancer with a germline or somatic BRCA1 or BRCA2 mutation."


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("Olaparib is for breast cancer with both BRCA1 and BRCA2 mutation.", False),
        ("Olaparib is for breast cancer with a BRCA1 mutation or one of BRCA2.", True),
        (
            "Olaparib is for breast cancer with a germline but not somatic BRCA1 or BRCA2"
            " mutation.",
            False,
        ),
        ("Olaparib is for breast cancer with a germline BRCA1 or BRCA2 mutation.", True),
    ],
)
def test_one_of_two_is_neither_both_nor_only_one(sentence: str, holds: bool) -> None:
    assert bool(problem(sentence, EITHER)) is not holds


def test_only_and_any_are_the_quotes() -> None:
    quote = "Sotorasib is indicated for non-small cell lung cancer with KRAS G12C."
    assert problem("Only sotorasib is indicated for lung cancer with KRAS G12C.", quote)
    assert problem("Sotorasib is indicated for lung cancer with any KRAS mutation.", quote)
    assert not problem("Sotorasib is indicated for lung cancer with KRAS G12C.", quote)


GRADED = (
    "Nausea occurred in 35.0% of patients on elacestrant; treatment-related events of grade 3 or 4"
    " occurred in 7.2%."
)


def test_events_of_a_grade_are_not_all_events() -> None:
    assert problem("Treatment-related events occurred in 7.2% on elacestrant.", GRADED)
    assert not problem("Nausea occurred in 35.0% on elacestrant.", GRADED)


def test_treatments_keep_their_order() -> None:
    quote = "One group received trastuzumab followed by lapatinib."
    assert problem("One group received lapatinib followed by trastuzumab.", quote)
    assert not problem("One group had trastuzumab and then lapatinib.", quote)


def test_a_rule_keeps_the_condition_of_its_own_quote() -> None:
    poor = (
        "In TPMT poor metabolizers, CPIC advises an extreme reduction of the mercaptopurine dose."
    )
    usual = "In NUDT15 intermediate metabolizers, CPIC starts at 30% to 80% of the usual dose."
    lie = (
        "In NUDT15 intermediate metabolizers, CPIC advises an extreme reduction of the"
        " mercaptopurine dose."
    )
    assert problem(lie, poor, usual)
    assert not problem(poor.replace("advises", "recommends"), poor, usual)


def test_a_leading_reason_of_another_quote_is_none() -> None:
    hera = "The difference in disease-free survival with trastuzumab was significant in HERA."
    year = "In breast cancer, adjuvant trastuzumab for 1 year is the standard of care."
    lie = (
        "Because in breast cancer, adjuvant trastuzumab for 1 year is the standard of care, the"
        " difference in disease-free survival was significant in HERA."
    )
    assert problem(lie, hera, year)
    assert not problem(f"{year} {hera}", hera, year)


REDUCED = "In severe hepatic impairment brigatinib is reduced by about 40%."
STEPS = "For adverse reactions lorlatinib is reduced to 75 mg and then to 50 mg once daily."


@pytest.mark.parametrize(
    ("quote", "sentence", "fits"),
    [
        (REDUCED, "In severe hepatic impairment brigatinib is further reduced by 40%.", False),
        (REDUCED, "In severe hepatic impairment brigatinib needs an additional reduction.", False),
        (REDUCED, "In severe hepatic impairment brigatinib is reduced again by about 40%.", False),
        (REDUCED, "In severe hepatic impairment brigatinib is reduced by about 40%.", True),
        (STEPS, "For adverse reactions lorlatinib is reduced to 75 mg and further reduced to 50 mg"
            " once daily.", True),
    ],
)  # fmt: skip
def test_one_more_change_needs_a_quote_that_tells_of_several(
    quote: str, sentence: str, fits: bool
) -> None:
    assert problem(sentence, quote) is not fits


MEDIAN = (
    "Median progression-free survival in EMBRACA was 8.6 months with talazoparib and 5.6 months"
    " with chemotherapy."
)
NOT_LONGER = (
    "Talazoparib did not lengthen overall survival significantly in EMBRACA; at 36 months 27% of"
    " patients on talazoparib and 21% of those on chemotherapy were alive."
)


def test_what_one_half_denies_is_not_denied_of_the_numbers_of_the_other() -> None:
    both = f"{MEDIAN[:-1]}; talazoparib did not lengthen overall survival significantly."
    assert not problem(both, MEDIAN, NOT_LONGER)
    swapped = both.replace("progression-free survival", "overall survival", 1)
    assert problem(swapped, MEDIAN, NOT_LONGER)
