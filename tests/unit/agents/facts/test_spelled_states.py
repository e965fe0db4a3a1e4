"""Results that a message spells out are read as what they come to, and no contrary of it."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


def facts(text: str) -> set[str]:
    return {describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("CRC MLH1/PMS2 loss", "MSI-high"),
        ("CRC, loss of MLH1/PMS2", "MSI-high"),
        ("CRC, MSH6 lost on IHC", "MSI-high"),
        ("CRC, MMR IHC: no loss", "MSS"),
        ("CRC, MMR: no loss of expression", "MSS"),
        ("CRC, MMR IHC no loss, BRAF V600E", "MSS"),
        ("CRC, no loss of MMR proteins", "MSS"),
        ("ovarian, BRCAwt, HRD: not deficient", "HRD-negative"),
        ("ovarian, HRD not deficient", "HRD-negative"),
        ("ovarian, HRD non-deficient, 1L", "HRD-negative"),
        ("Lung adeno\nROS1 +\nPD-L1 40%", "ROS1 fusion: present"),
        ("Breast cancer\nER +\nHER2 0", "ER-positive"),
        ("breast cancer, pregnancy test neg", "not pregnant"),
        ("breast cancer, pregnancy test: negative", "not pregnant"),
        ("Sex: F\nDx: breast cancer HR+", "woman"),
        ("Age: 50\nSex: M\nDx: melanoma", "man"),
        ("Meno: pre\nDx: breast cancer HR+", "premenopausal"),
        ("Dx: breast cancer; menopausal status: post", "postmenopausal"),
        ("melanoma BRAF V600E after BRAF inh", "had B-RAF inhibition"),
    ],
)
def test_it_is_read(text: str, told: str) -> None:
    assert told in facts(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("CRC, MLH1 retained, PMS2 retained", "MSI-high"),
        ("CRC, no loss of MLH1", "MSI-high"),
        ("CRC, MSS, MLH1 loss", "MSI-high"),
        ("CRC, MMR no loss except PMS2", "MSS"),
        ("CRC, MMR IHC: loss of MLH1", "MSS"),
        ("endometrial, if MMR no loss, what then?", "MSS"),
        ("ovarian, HRD: not deficient", "HRD-positive"),
        ("ovarian, HRD deficient", "HRD-negative"),
        ("ovarian, HRD not tested", "HRD-negative"),
        ("breast cancer, pregnancy test pending", "not pregnant"),
        ("breast cancer, pregnancy test positive", "not pregnant"),
        ("Sex: F/M not told, melanoma", "woman"),
        ("pre-menopause: melanoma", "postmenopausal"),
        ("TB on INH, NSCLC", "had isoniazid inhibition"),
    ],
)
def test_nothing_else_is(text: str, wrong: str) -> None:
    assert wrong not in facts(text)
