"""Treatments: had, and how they ended; going on; never given; only asked about."""

from __future__ import annotations

import pytest

from names.clinical.treatment import read_therapies
from names.clinical.values import Therapy
from names.tables.treatment.approvals import ended_approvals, ended_approvals_of
from names.tables.treatment.drug_classes import drug_classes

THP = ("docetaxel", "trastuzumab", "pertuzumab")


def therapies(text: str) -> list[Therapy]:
    return [found.value for found in read_therapies(text) if isinstance(found.value, Therapy)]


def outcomes(text: str) -> dict[str, str]:
    return {
        name: therapy.outcome
        for therapy in therapies(text)
        for name in (*therapy.drugs, *therapy.classes)
    }


@pytest.mark.parametrize(
    "text",
    [
        "progressed on osimertinib",
        "pd on osi",
        "PD under osimertinib",
        "progressing on osimertinib, no T790M",
        "progression on osimertinib",
        "disease progression during or after osimertinib",
        "refractory to osimertinib",
        "osimertinib-refractory",
        "osimertinib-resistant NSCLC",
        "failed osimertinib",
        "failure of osimertinib",
        "relapsing on osimertinib",
        "worsening on osimertinib",
        "osimertinib, then progressed",
        "osimertinib first line, now PD",
        "despite osimertinib",
    ],
)
def test_progression_in_many_wordings(text: str) -> None:
    assert outcomes(text) == {"osimertinib": "progressed"}


@pytest.mark.parametrize(
    "text",
    [
        "no cisplatin due to heart failure, osimertinib",
        "not a cisplatin candidate due to renal failure, osimertinib",
        "heart failure on osimertinib",
    ],
)
def test_the_failure_of_an_organ_is_none_of_a_treatment(text: str) -> None:
    assert "progressed" not in outcomes(text).values()


@pytest.mark.parametrize(
    "text",
    [
        "after abemaciclib",
        "s/p abema",
        "previously treated with abemaciclib",
        "prior abemaciclib",
        "pretreated with abemaciclib",
        "post-abemaciclib",
        "has received abemaciclib",
        "2 prior lines (abemaciclib)",
        "abemaciclib-pretreated",
    ],
)
def test_what_was_had_in_many_wordings(text: str) -> None:
    assert outcomes(text) == {"abemaciclib": "given"}


@pytest.mark.parametrize(
    "text",
    [
        "intolerant of capecitabine",
        "could not tolerate capecitabine",
        "couldn't tolerate capecitabine",
        "unable to tolerate capecitabine",
        "stopped capecitabine for toxicity",
        "capecitabine was discontinued because of diarrhoea",
        "capecitabine not tolerated",
        "came off capecitabine due to neuropathy",
    ],
)
def test_intolerance_in_many_wordings(text: str) -> None:
    assert outcomes(text) == {"capecitabine": "intolerant"}


@pytest.mark.parametrize(
    "text",
    [
        "on olaparib since March",
        "currently on olaparib",
        "is taking olaparib",
        "continues on olaparib",
        "58-year-old patient on olaparib",
    ],
)
def test_what_goes_on(text: str) -> None:
    assert outcomes(text) == {"olaparib": "current"}


@pytest.mark.parametrize(
    "text",
    [
        "no prior chemotherapy",
        "never received chemotherapy",
        "without prior chemotherapy",
        "chemo-naive",
        "has not received chemotherapy",
        "chemotherapy-naive",
    ],
)
def test_what_was_never_given(text: str) -> None:
    assert outcomes(text) == {"Chemotherapy": "not given"}


@pytest.mark.parametrize(
    "text",
    [
        "olaparib again?",
        "switch to osimertinib?",
        "Is T-DXd better than T-DM1?",
        "Which dose of capecitabine?",
        "Can she have pembrolizumab with chemotherapy?",
        "pembrolizumab: progression-free survival?",
        "T790M confers resistance to gefitinib",
    ],
)
def test_what_is_only_spoken_of_was_not_had(text: str) -> None:
    assert therapies(text) == []


def test_a_regimen_is_one_therapy_and_a_list_is_several() -> None:
    assert therapies("pd on palbo/fulv") == [
        Therapy(drugs=("palbociclib", "fulvestrant"), outcome="progressed")
    ]
    assert [each.drugs for each in therapies("3 prior lines (THP, T-DM1, T-DXd)")] == [
        THP,
        ("trastuzumab emtansine",),
        ("trastuzumab deruxtecan",),
    ]


def test_a_switch_that_is_asked_about_ends_the_list() -> None:
    assert outcomes("after erlotinib: switch to osimertinib?") == {"erlotinib": "given"}
    assert set(outcomes("After FOLFOX, cetuximab or bevacizumab?")) == {
        "leucovorin", "fluorouracil", "oxaliplatin", "Chemotherapy",
    }  # fmt: skip


def test_classes_of_treatments_are_read() -> None:
    assert outcomes("after progression on a CDK4/6 inhibitor") == {
        "CDK4/6 inhibition": "progressed"
    }
    assert outcomes("endocrine-resistant") == {"Endocrine therapy": "progressed"}
    assert outcomes("platinum-sensitive relapse") == {"Platinum-based chemotherapy": "given"}
    assert outcomes("BRAF/MEK inhibitors failed") == {
        "B-RAF inhibition": "progressed",
        "MEK inhibition": "progressed",
    }


def test_line_and_setting_of_a_therapy() -> None:
    (therapy,) = therapies("relapsed after adjuvant letrozole")
    assert therapy.setting == "adjuvant"
    (therapy,) = therapies("after first-line carboplatin")
    assert therapy.line == 1


@pytest.mark.parametrize(
    ("drug", "name"),
    [
        ("osimertinib", "third-generation EGFR TKI"),
        ("gefitinib", "first-generation EGFR TKI"),
        ("cetuximab", "anti-EGFR antibody"),
        ("olaparib", "PARP inhibition"),
        ("ribociclib", "CDK4/6 inhibition"),
        ("letrozole", "Aromatase inhibition"),
        ("letrozole", "Endocrine therapy"),
        ("camizestrant", "Selective estrogen receptor degrader"),
        ("trastuzumab deruxtecan", "Antibody-drug conjugate"),
        ("trastuzumab deruxtecan", "HER2 inhibition"),
        ("paclitaxel", "Taxane-based chemotherapy"),
        ("carboplatin", "Chemotherapy"),
        ("pembrolizumab", "PD-1/PD-L1 inhibition"),
        ("encorafenib", "B-RAF inhibition"),
        ("binimetinib", "MEK inhibition"),
    ],
)
def test_the_classes_of_a_drug(drug: str, name: str) -> None:
    assert name in drug_classes(drug)


def test_no_drug_has_the_class_of_another() -> None:
    assert not drug_classes("trastuzumab deruxtecan") & {"Chemotherapy", "HER2 TKI"}
    assert "first-generation EGFR TKI" not in drug_classes("osimertinib")
    assert drug_classes("nosuchdrug") == frozenset()


def test_approvals_that_ended_are_known_with_their_record() -> None:
    assert all(approval.record and approval.date for approval in ended_approvals())
    (approval,) = ended_approvals_of("atezolizumab", "triple-negative breast cancer")
    assert (approval.happened, approval.date) == ("withdrawn", "2021-10-06")
    assert {each.happened for each in ended_approvals_of("olaparib", "ovarian cancer")} == {
        "withdrawn",
        "narrowed",
    }
    assert ended_approvals_of("olaparib", "breast cancer") == ()


def test_a_sequence_told_with_then_and_now() -> None:
    assert [
        (each.drugs, each.outcome)
        for each in therapies("had AC-T neoadjuvant, then capecitabine, now eribulin")
    ] == [
        (("doxorubicin", "cyclophosphamide", "paclitaxel"), "given"),
        (("capecitabine",), "given"),
        (("eribulin",), "current"),
    ]
    assert outcomes("prog on palbo+letrozole (18 mo) then fulvestrant") == {
        "palbociclib": "progressed",
        "letrozole": "progressed",
        "fulvestrant": "progressed",
    }
    assert therapies("now osimertinib?") == []


def test_progression_that_did_not_happen() -> None:
    assert outcomes("whose disease has not progressed on platinum") == {
        "Platinum-based chemotherapy": "given"
    }
    assert outcomes("After platinum, amivantamab alone gave a response rate of 40%") == {
        "Platinum-based chemotherapy": "given"
    }
    assert outcomes("progressed within 6 months of adjuvant T-DM1") == {
        "trastuzumab emtansine": "progressed"
    }


def test_a_dash_ends_what_was_taken() -> None:
    assert outcomes("pt on omeprazole - sotorasib ok?") == {"omeprazole": "current"}


def test_an_end_in_brackets_behind_each_drug() -> None:
    assert outcomes("her2+ mBC, prior T-DXd (pd) and tucatinib (pd). options left?") == {
        "trastuzumab deruxtecan": "progressed",
        "tucatinib": "progressed",
    }
    assert outcomes("on pembrolizumab (PD-L1 CPS 12), next?") == {"pembrolizumab": "current"}
    assert outcomes("FGFR2 V565F emerged on pemigatinib") == {"pemigatinib": "progressed"}


@pytest.mark.parametrize(
    "text",
    [
        "alectinib for 2 years then PD",
        "alectinib (14 months) then progression",
        "alectinib x 18 mo, PD",
        "alectinib 14m -> PD. next?",
        "alectinib 2y, now PD",
        "alectinib for about 1.5 years, progressed",
    ],
)
def test_a_time_between_a_drug_and_its_failure(text: str) -> None:
    assert outcomes(text)["alectinib"] == "progressed"


def test_an_abbreviation_that_no_table_has_stands_in_a_regimen() -> None:
    told = outcomes("progressed on FLO + trastuzumab. want to start trastuzumab deruxtecan")
    assert told == {"trastuzumab": "progressed"}


@pytest.mark.parametrize(
    "text",
    [
        "progressed after 14 mo on osimertinib",
        "POD after 8 cycles of osimertinib",
        "PD 3/24 on osimertinib",
        "PD in liver at first restaging on osimertinib",
        "progressed last month on osimertinib",
        "POD @ 3 mo on osimertinib",
        "osimertinib since Jan 2023 w/ PD in May",
        "osimertinib Jan 22 - Aug 24, PD CNS",
        "osimertinib from 3/23 until PD 5/24",
        "failed 6 mo of osimertinib",
    ],
)
def test_the_time_between_a_progression_and_its_drug_does_not_part_them(text: str) -> None:
    assert outcomes(text) == {"osimertinib": "progressed"}


@pytest.mark.parametrize(
    "text",
    [
        "nivolumab stopped last yr for G4 hepatitis",
        "nivolumab d/c'd 3/24 2/2 pneumonitis",
        "nivolumab x2 stopped 6/23 (colitis G3)",
        "nivo permanently discontinued for nephritis in 2023",
        "nivolumab was stopped after cycle 4 in 2022 because of G3 rash",
        "nivolumab held since March for gr 3 colitis",
        "stopped nivolumab in 2022 for anaemia",
        "had to stop nivolumab 6 mo ago d/t chest pain",
        "off nivolumab since May (seizure)",
    ],
)
def test_what_was_stopped_for_harm_was_not_tolerated(text: str) -> None:
    assert outcomes(text) == {"nivolumab": "intolerant"}


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("no progression after 14 mo on osimertinib", "given"),
        ("never progressed on osimertinib", "given"),
        ("osimertinib stopped last year after CR", "given"),
        ("osimertinib stopped after 2 years, no tox", "given"),
        ("osimertinib stopped in May due to insurance", "given"),
        ("14 mo on osimertinib, doing well", "current"),
        ("relapsed 18 months after osimertinib", "given"),
        ("4 weeks after starting osimertinib, glucose 300", "given"),
        ("ok she had 4x osimertinib. so?", "given"),
        ("pd 5 months after starting osimertinib", "progressed"),
        ("progression 7 mo from the start of osimertinib, MET amp", "progressed"),
    ],
)
def test_times_and_reasons_that_tell_of_no_failure(text: str, outcome: str) -> None:
    assert outcomes(text) == {"osimertinib": outcome}


@pytest.mark.parametrize(
    "text",
    [
        "should we stop osimertinib for pneumonitis?",
        "can osimertinib be held for anaemia?",
        "osimertinib on hold for surgery",
    ],
)
def test_a_drug_that_may_be_stopped_was_not_stopped(text: str) -> None:
    assert outcomes(text) == {}


def test_what_is_given_after_the_neoadjuvant_treatment_was_not_had() -> None:
    assert therapies("residual disease, post-neoadjuvant T-DM1 or T-DXd?") == []
    assert [each.setting for each in therapies("after neoadjuvant TCHP")] == ["neoadjuvant"]


@pytest.mark.parametrize(
    "text",
    [
        "ribociclib contraindicated in long QT syndrome?",
        "is sacituzumab contraindicated?",
        "contraindications to trastuzumab?",
        "Since atezolizumab + nab-paclitaxel is FDA approved we start it",
    ],
)
def test_what_is_asked_of_a_drug_is_no_history(text: str) -> None:
    assert not [each.value for each in read_therapies(text) if isinstance(each.value, Therapy)]


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("melanoma progressed on pembrolizumab, nivolumab after pembrolizumab?", {"pembrolizumab"}),
        ("pd on palbociclib, ribociclib after palbociclib?", {"palbociclib"}),
        ("pd on tamoxifen - abemaciclib after palbociclib ok?", {"tamoxifen", "palbociclib"}),
        ("relapse on niraparib; olaparib maintenance now?", {"niraparib"}),
        ("pd on THP; T-DM1; T-DXd. next?", {"trastuzumab emtansine", "trastuzumab deruxtecan"}),
        ("progressed on letrozole; palbociclib; what next?", {"letrozole", "palbociclib"}),
        ("which drug after letrozole, palbociclib?", {"letrozole", "palbociclib"}),
        ("progressed on letrozole, then palbociclib after that?", {"letrozole", "palbociclib"}),
    ],
)
def test_what_is_put_forward_after_what_was_had_was_not_had(text: str, had: set[str]) -> None:
    told = {drug for each in read_therapies(text) for drug in each.value.drugs}  # type: ignore[union-attr]
    assert told - {"docetaxel", "trastuzumab", "pertuzumab"} == had


@pytest.mark.parametrize(
    "text", ["pd on docetaxel, no ARPI - olaparib?", "no ARPI – olaparib?", "no ARPI, olaparib?"]
)
def test_what_was_not_given_may_stand_before_a_dash(text: str) -> None:
    told = [each.value for each in read_therapies(text)]
    assert Therapy(classes=("Antiandrogen",), outcome="not given") in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("premenopausal HR+ metastatic on goserelin - CDK4/6?", {"goserelin": "current"}),
        ("metastatic breast cancer on letrozole, add everolimus?", {"letrozole": "current"}),
        ("HR+ HER2- on goserelin + letrozole: add ribociclib?", None),
        ("what is known of breast cancer on letrozole?", {}),
        ("Risk of recurrence in breast cancer on tamoxifen, by genotype.", {}),
    ],
)
def test_what_is_taken_stands_before_a_question(text: str, told: dict[str, str] | None) -> None:
    both = {"goserelin": "current", "letrozole": "current"}
    assert outcomes(text) == (both if told is None else told)


@pytest.mark.parametrize(
    ("text", "failed"),
    [
        ("EGFR NSCLC PD on erlotinib osimertinib?", {"erlotinib"}),
        ("PD on trastuzumab/pertuzumab T-DXd?", {"trastuzumab", "pertuzumab"}),
        ("PD on letrozole palbociclib. options?", {"letrozole", "palbociclib"}),
        ("PD on letrozole and palbociclib?", {"letrozole", "palbociclib"}),
        ("which mutations cause osimertinib resistance?", set()),
        ("lorlatinib resistance mutations", set()),
        ("EGFR NSCLC, osimertinib resistance, what next?", {"osimertinib"}),
    ],
)
def test_what_is_asked_in_haste_did_not_fail(text: str, failed: set[str]) -> None:
    told = [each.value for each in read_therapies(text) if isinstance(each.value, Therapy)]
    assert {drug for each in told if each.outcome == "progressed" for drug in each.drugs} == failed


@pytest.mark.parametrize(
    ("text", "had"),
    [
        (
            "after carbo-pemetrexed-pembro, sotorasib or adagrasib, which has data?",
            {"carboplatin", "pemetrexed", "pembrolizumab"},
        ),
        ("PD on osimertinib, lazertinib or afatinib - which one?", {"osimertinib"}),
        ("after carboplatin, pembrolizumab or nivolumab, which option?", None),
        ("after sotorasib or adagrasib, which has data?", {"sotorasib", "adagrasib"}),
    ],
)
def test_two_drugs_that_are_compared_were_not_had(text: str, had: set[str] | None) -> None:
    assert outcomes(text).keys() == (had or {"carboplatin", "pembrolizumab", "nivolumab"})


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("CML after dasatinib, ponatinib or asciminib, what dose?", {"dasatinib"}),
        ("CML after dasatinib, ponatinib or asciminib; dose?", {"dasatinib"}),
        ("CML after dasatinib: ponatinib or asciminib, and at which dose?", {"dasatinib"}),
        ("CML after imatinib or dasatinib, what dose?", {"imatinib", "dasatinib"}),
        (
            "CML after imatinib, dasatinib or nilotinib, what dose of ponatinib?",
            {"imatinib", "dasatinib", "nilotinib"},
        ),
        (
            "osimertinib after gefitinib or erlotinib, what dose?",
            {"gefitinib", "erlotinib"},
        ),
    ],
)
def test_of_what_a_dose_is_asked_was_not_had(text: str, had: set[str]) -> None:
    assert set(outcomes(text)) & set(DRUGS_OF_LEUKAEMIA) == had


DRUGS_OF_LEUKAEMIA = (
    *("imatinib", "dasatinib", "nilotinib", "ponatinib", "asciminib"),
    *("osimertinib", "gefitinib", "erlotinib"),
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mBC on letrozole next?", {"letrozole": "current"}),
        ("mBC on letrozole, what next?", {"letrozole": "current"}),
        ("mCRC on cetuximab, options?", {"cetuximab": "current"}),
        ("HCC on atezolizumab bevacizumab, PD, next?", "progressed"),
        ("HER2+ mBC on trastuzumab pertuzumab docetaxel, PD", "progressed"),
        ("mCRC on cetuximab bevacizumab, stopped for rash grade 4", "intolerant"),
        ("CML on imatinib, no response, next?", {"imatinib": "progressed"}),
        ("CML on imatinib, no response to dasatinib", {"imatinib": "current"}),
        ("mBC, olaparib next?", {}),
        ("is there data in breast cancer on olaparib next to talazoparib?", {}),
        ("switch from letrozole to olaparib talazoparib, PD", {"talazoparib": "progressed"}),
    ],
)
def test_what_somebody_is_on_goes_on_or_ended_as_a_whole(
    text: str, told: dict[str, str] | str
) -> None:
    found = {name: each for name, each in outcomes(text).items() if name[0].islower()}
    if isinstance(told, str):
        assert set(found.values()) == {told}
        assert len(found) > 1
    else:
        assert {name: each for name, each in found.items() if name in told} == told
        assert bool(found) >= bool(told)
