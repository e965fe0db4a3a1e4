"""What a question takes for granted: classes of drugs, approvals that ended."""

from __future__ import annotations

import pytest

from agents.matching.premises import ended_approvals_named, flawed_premises


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Olaparib, the CDK4/6 inhibitor: what is its starting dose?",
            "Olaparib is a PARP inhibitor, not a CDK4/6 inhibitor.",
        ),
        (
            "Dose of the PARP inhibitor palbociclib?",
            "Palbociclib is a CDK4/6 inhibitor, not a PARP inhibitor.",
        ),
        ("Is letrozole (a PARP inhibitor) given daily?", "not a PARP inhibitor."),
        ("Is capecitabine, a taxane, safe with DPYD deficiency?", "not a taxane."),
    ],
)
def test_a_drug_in_the_wrong_class_is_said(text: str, said: str) -> None:
    (sentence,) = flawed_premises(text)
    assert said in sentence


@pytest.mark.parametrize(
    "text",
    [
        "Olaparib, a PARP inhibitor: what is its starting dose?",
        "Letrozole, an endocrine therapy, and ribociclib?",
        "Tamoxifen, a SERM, with paroxetine?",
        "Is trastuzumab deruxtecan, an antibody-drug conjugate, an option?",
        "Olaparib after a CDK4/6 inhibitor?",
        "Olaparib or a CDK4/6 inhibitor for a BRCA carrier?",
        "Can olaparib follow the CDK4/6 inhibitor that she progressed on?",
        "Fulvestrant with a CDK4/6 inhibitor?",
    ],
)
def test_a_right_class_and_a_class_beside_a_drug_are_no_premise(text: str) -> None:
    assert flawed_premises(text) == ()


def test_an_approval_that_ended_is_named_where_the_tumour_and_the_setting_are_asked_for() -> None:
    later = "Rucaparib for BRCA-mutated ovarian cancer after three lines of chemotherapy?"
    (said,) = ended_approvals_named(later)
    assert "withdrawn" in said
    (said,) = ended_approvals_named("Niraparib maintenance in recurrent ovarian cancer?")
    assert "narrowed" in said
    assert "only with a BRCA mutation" in said
    assert ended_approvals_named("Olaparib for first-line maintenance of ovarian cancer?") == ()
    assert ended_approvals_named("Olaparib for breast cancer?") == ()
    assert ended_approvals_named("What is rucaparib?") == ()


@pytest.mark.parametrize("line", ["first-line", "second-line", "third-line", "first line:", ""])
def test_a_withdrawn_treatment_is_heard_whatever_the_line(line: str) -> None:
    found = ended_approvals_named(f"Rucaparib {line} treatment of BRCA-mutated ovarian cancer?")
    assert any("after two or more lines of chemotherapy) was withdrawn" in each for each in found)
    (said,) = ended_approvals_named(f"{line} atezolizumab plus nab-paclitaxel in TNBC?")
    assert "withdrawn" in said


def test_narrowed_approvals_of_a_class_are_one_sentence() -> None:
    (said,) = ended_approvals_named("PARPi maintenance, platinum-sensitive relapse of HGSOC?")
    assert said.startswith("The US approvals of niraparib, olaparib and rucaparib")
    assert "only with a BRCA mutation" in said
    assert ended_approvals_named("PARP inhibitor for first-line maintenance in HGSOC?") == ()
    assert ended_approvals_named("PARP inhibitor in ovarian cancer?") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("How should fulvestrant tablets be taken with food?", "into a muscle, not by mouth."),
        ("Oral trastuzumab dose?", "Trastuzumab is given by injection, not by mouth."),
        ("IV olaparib infusion rate?", "Olaparib is given by mouth, not into a vein."),
        ("side effects of letrozole injections", "Letrozole is given by mouth, not by injection."),
        ("Missed a goserelin tablet, what now?", "Goserelin is given under the skin, not"),
        ("are pertuzumab capsules stored cold?", "Pertuzumab is given by injection, not by mouth."),
        ("nivolumab taken by mouth: with food?", "Nivolumab is given by injection, not by mouth."),
    ],
)
def test_a_way_in_which_a_drug_is_not_given_is_said_whatever_is_asked(text: str, said: str) -> None:
    (sentence,) = flawed_premises(text)
    assert said in sentence


@pytest.mark.parametrize(
    "text",
    [
        "fulvestrant injections: how often?",
        "subcutaneous trastuzumab dose",
        "fulvestrant with oral anticoagulants?",
        "trastuzumab oral letrozole, both?",
        "olaparib tablets with food",
        "letrozole and fulvestrant injection",
        "is there a tablet instead of fulvestrant?",
    ],
)
def test_a_right_way_and_that_of_another_drug_are_no_premise(text: str) -> None:
    assert flawed_premises(text) == ()


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("is mobocertinib withdrawn?", "mobocertinib"),
        ("panobinostat off the market?", "panobino"),
        ("infigratinib: still approved?", "infigratinib"),
        ("tazemetostat still on the market?", "tazemetostat"),
        ("has panobinostat lost its approval?", "panobinostat"),
    ],
)
def test_the_end_asked_about_is_told_without_a_tumour(text: str, drug: str) -> None:
    told = ended_approvals_named(text)
    assert told
    assert all(drug in each.lower() for each in told)


@pytest.mark.parametrize(
    "text",
    ["mobocertinib dose?", "osimertinib withdrawn?", "nivolumab was withdrawn for colitis, again?"],
)
def test_no_end_is_told_without_a_tumour_where_none_is_asked(text: str) -> None:
    assert not ended_approvals_named(text)


def test_a_class_that_is_offered_brings_its_narrowed_approvals() -> None:
    text = "relapsed ovarian cancer without a BRCA mutation, response to carboplatin: maintenance?"
    assert ended_approvals_named(text) == ()
    told = " ".join(ended_approvals_named(text, offered=frozenset(("PARP inhibition",))))
    assert "niraparib" in told
    assert "narrowed" in told
