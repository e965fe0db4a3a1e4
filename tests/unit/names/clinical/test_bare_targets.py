"""What a class of drugs inhibits stands for the class beside words on a treatment."""

from __future__ import annotations

import pytest

from names.clinical.spelling import normalise_message
from names.recognise import recognise


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("BRCAwt ovarian, second response to platinum: PARP maintenance ok?", "PARP inhibition"),
        ("relapsed ovarian cancer, PARP after carboplatin?", "PARP inhibition"),
        ("urothelial cancer, PD-L1 maintenance after gem/cis?", "PD-1/PD-L1 inhibition"),
    ],
)
def test_a_target_stands_for_its_class(text: str, name: str) -> None:
    assert name in recognise(normalise_message(text).text).names("drug_class")


@pytest.mark.parametrize("text", ["PD-L1 after neoadjuvant chemotherapy 20%", "MEK1 mutated"])
def test_a_marker_stays_a_marker(text: str) -> None:
    assert "inhibitor" not in normalise_message(text).text
