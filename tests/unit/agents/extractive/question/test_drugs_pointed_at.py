"""Which drug a question is on that names none, and what a drug beside the treatment is for."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from names.clinical.readers import read_clinical
from names.clinical.values import Marker, Therapy


@pytest.mark.parametrize(
    ("question", "drugs"),
    [
        (
            "TNBC metastatic, patient asks about atezolizumab + nab-paclitaxel. Can we use it?",
            {"atezolizumab", "nab-paclitaxel"},
        ),
        ("EGFR exon 20 NSCLC, colleague mentioned mobocertinib. Is it still approved?",
         {"mobocertinib"}),
        ("NSCLC progressed on crizotinib. Which TKI is active?", set()),
    ],
)  # fmt: skip
def test_it_means_the_drug_of_the_sentence_before(question: str, drugs: set[str]) -> None:
    assert parse_text(question).parts[0].drugs == drugs


def test_what_a_drug_beside_is_taken_for_is_not_asked() -> None:
    part = parse_text("CLL about to start venetoclax, on posaconazole prophylaxis. Safe?").parts[0]
    assert (part.drugs, part.partners, part.aspects) == (
        {"venetoclax"},
        {"posaconazole"},
        frozenset(),
    )


def test_a_drug_beside_alone_asks_for_no_cancer_drug() -> None:
    part = parse_text("bone marrow biopsy in pt on apixaban. how many hours off before?").parts[0]
    assert part.lacks_drug
    assert not parse_text("breast cancer on apixaban, first line HR+?").parts[0].lacks_drug


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("osimertinib resistance mechanisms?", "resistance"),
        ("Which mutations cause resistance to imatinib?", "resistance"),
        ("HER2+ resistant to trastuzumab, what next?", "therapy"),
        ("Which immunotherapy combination is she eligible for?", "therapy"),
    ],
)
def test_the_kind_of_question(question: str, kind: str) -> None:
    assert parse_text(question).parts[0].kind == kind


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("CML on dasatinib, lost MMR", False),
        ("wants the MMR vaccine", False),
        ("endometrial cancer, MMR deficient", True),
    ],
)
def test_mmr_is_mismatch_repair_only_where_nothing_else_is_meant(text: str, is_read: bool) -> None:
    markers = [each.value.name for each in read_clinical(text) if isinstance(each.value, Marker)]
    assert ("MSI" in markers) is is_read


def test_a_finding_at_progression_ends_the_treatment_before() -> None:
    sheet = parse_text("EGFR L858R NSCLC on osimertinib, new RET fusion at progression.").sheet
    assert [each.outcome for each in sheet.of(Therapy) if "osimertinib" in each.drugs] == [
        "progressed"
    ]


def test_the_altered_drivers_of_lung_cancer_are_known() -> None:
    parts = parse_text("ROS1-positive lung cancer, first line?").parts
    assert [part.drivers for part in parts if part.is_choice] == [{"ROS1"}]
    assert parse_text("RET-mutated thyroid cancer, first line?").parts[0].drivers == frozenset()


@pytest.mark.parametrize(
    ("question", "drugs"),
    [
        (
            "Melanoma on ipilimumab/nivolumab, 8 stools above baseline. What now with the"
            " checkpoint inhibitors?",
            {"ipilimumab", "nivolumab"},
        ),
        ("Melanoma on nivolumab, colitis grade 3. Do we stop the checkpoint inhibitor?",
         {"nivolumab"}),
        ("EGFR L858R NSCLC on osimertinib. QTc 512 ms. What do I do with the drug?",
         {"osimertinib"}),
        ("RCC on pembrolizumab/axitinib, ALT 7x ULN. How do I handle the immunotherapy?",
         {"pembrolizumab"}),
        ("Melanoma on dabrafenib/trametinib, LVEF 41%. What now with her tablets?",
         {"dabrafenib", "trametinib"}),
    ],
)  # fmt: skip
def test_a_common_word_means_what_the_patient_takes(question: str, drugs: set[str]) -> None:
    (part,) = parse_text(question).parts
    assert (part.kind, part.drugs, part.classes) == ("adverse", drugs, frozenset())


@pytest.mark.parametrize(
    "question",
    [
        "Melanoma, PD on ipilimumab/nivolumab, BRAF V600E. What now with a BRAF inhibitor?",
        "Melanoma on nivolumab with colitis grade 3. Which BRAF inhibitor can we give?",
        "Melanoma on nivolumab, no toxicity, BRAF V600E. What now with the checkpoint inhibitor?",
    ],
)
def test_another_class_or_no_event_asks_for_a_treatment(question: str) -> None:
    part = parse_text(question).parts[0]
    assert (part.kind, part.drugs) == ("therapy", frozenset())
