"""A trial's name beside how its treatment ended stands for the regimen, and asks for no results."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from names.clinical.values import Therapy


def had(text: str) -> list[tuple[str, str]]:
    """The treatments of the sheet that name drugs or an unknown regimen, with their outcomes."""
    found = parse_text(text).sheet.of(Therapy)
    return [((*each.drugs, *each.classes)[0], each.outcome) for each in found][:1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("TNBC cT2N1 neoadj. KEYNOTE-522, residual disease, gBRCA1 mut – adj pembro, capecitabine"
         " or olaparib?", [("pembrolizumab", "given")]),
        ("TNBC neoadj KEYNOTE-522 residual disease, gBRCA1 mutated, pembro or olaparib?",
         [("pembrolizumab", "given")]),
        ("TNBC, neoadj KEYNOTE-522 x8 -> residual disease, capecitabine?",
         [("pembrolizumab", "given")]),
        ("HER2+ 1L CLEOPATRA, PD brain: T-DXd or tucatinib?", [("pertuzumab", "progressed")]),
        ("EGFR L858R, FLAURA -> PD, C797S: next?", [("osimertinib", "progressed")]),
        ("EGFR L858R NSCLC, FLAURA2 -> PD, MET amp: next?",
         [("FLAURA2 regimen (its drugs are not known here)", "progressed")]),
    ],
)  # fmt: skip
def test_a_regimen_that_ended_was_had(text: str, told: list[tuple[str, str]]) -> None:
    parsed = parse_text(text)
    assert had(text) == told
    assert parsed.parts[0].kind == "therapy"
    assert not any(part.trials for part in parsed.parts)


@pytest.mark.parametrize(
    "text",
    [
        "KEYNOTE-522 pCR rate?",
        "EFS in KEYNOTE-522 for residual disease?",
        "neoadjuvant KEYNOTE-522 residual disease subgroup: EFS?",
        "KATHERINE, residual disease: T-DM1 benefit?",
        "HER2+ residual disease, KATHERINE or DESTINY-Breast05?",
        "adjuvant OlympiA, relapse rate?",
        "first line FLAURA2 progression pattern in CNS?",
        "1L MARIPOSA, PD-L1 80%?",
        "TNBC, considering neoadj KEYNOTE-522; residual disease afterwards: what would be next?",
        "BRCA2 mCRPC, PROfound, relapsed patients excluded?",
        "EMERALD, progressed on CDK4/6: eligible?",
        "first-line FLAURA2 or MARIPOSA?",
        "is neoadj KEYNOTE-522 or TCHP better?",
    ],
)
def test_a_trial_that_is_asked_about_was_not_had(text: str) -> None:
    assert not had(text) or "CDK4/6" in text
    assert any(part.trials for part in parse_text(text).parts)
