"""What stands beside a question does not take its place, and each of two questions is read."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text


@pytest.mark.parametrize(
    "asked",
    [
        "AML, FLT3-ITD. Midostaurin, quizartinib, or gilteritinib? And posaconazole prophylaxis?",
        "EGFR L858R NSCLC. Osimertinib or afatinib? And can he stay on carbamazepine?",
        "CLL with del(17p). Ibrutinib vs venetoclax? And she takes clarithromycin, ok?",
    ],
)
def test_a_choice_stays_beside_a_question_on_what_is_taken(asked: str) -> None:
    first, *others = parse_text(asked).parts
    assert first.is_choice
    assert len(first.drugs) >= 2
    assert any(each.partners for each in others)


@pytest.mark.parametrize(
    ("asked", "first", "drugs"),
    [
        (
            "CHEK2 variant in breast cancer, does she need mastectomy and does she get olaparib?",
            "mastectomy?",
            {"olaparib"},
        ),
        (
            "Lynch syndrome, colon cancer stage IV; should he have yearly colonoscopy and can he"
            " get pembrolizumab?",
            "colonoscopy?",
            {"pembrolizumab"},
        ),
    ],
)
def test_what_is_no_treatment_is_asked_apart_from_a_treatment(
    asked: str, first: str, drugs: set[str]
) -> None:
    one, other = parse_text(asked).parts
    assert one.text.endswith(first)
    assert other.drugs == drugs
    assert other.text.startswith(asked[:9])


@pytest.mark.parametrize(
    "asked",
    [
        "EGFR L858R NSCLC, does he need chemotherapy and can he take osimertinib?",
        "Breast cancer, is olaparib approved and can she take it with fluconazole?",
        "BRCA1 ovarian cancer, is niraparib or olaparib better and does BRCA1 matter?",
    ],
)
def test_two_questions_on_treatment_stay_one(asked: str) -> None:
    assert all(asked[:8] not in each.text for each in parse_text(asked).parts[1:])
