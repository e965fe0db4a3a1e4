"""Which of two treatments the words behind them are of."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Therapy


def had(text: str) -> dict[tuple[str, ...], str]:
    found = (each.value for each in read_patient(text))
    return {each.drugs: each.outcome for each in found if isinstance(each, Therapy)}


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        (
            "PD on alectinib, lorlatinib was given earlier and stopped because of psychosis.",
            {("alectinib",): "progressed", ("lorlatinib",): "intolerant"},
        ),
        (
            "Progressed on osimertinib, amivantamab was given earlier.",
            {("osimertinib",): "progressed", ("amivantamab",): "given"},
        ),
        (
            "Progressed on osimertinib, carboplatin and pemetrexed.",
            {("osimertinib",): "progressed", ("carboplatin", "pemetrexed"): "progressed"},
        ),
        (
            "Prior THP and T-DXd (stopped for ILD g3).",
            {
                ("docetaxel", "trastuzumab", "pertuzumab"): "given",
                ("trastuzumab deruxtecan",): "intolerant",
            },
        ),
        (
            "Had gefitinib and osimertinib (stopped for pneumonitis).",
            {("gefitinib",): "given", ("osimertinib",): "intolerant"},
        ),
        (
            "Had dabrafenib and trametinib (stopped for fever).",
            {("dabrafenib", "trametinib"): "intolerant"},
        ),
        (
            "Had cisplatin before cetuximab, stopped for neuropathy.",
            {("cisplatin",): "intolerant"},
        ),
        (
            "On alectinib now, had crizotinib before, stopped for hepatitis.",
            {("alectinib",): "current", ("crizotinib",): "intolerant"},
        ),
    ],
)
def test_a_stop_is_of_one_treatment(text: str, outcomes: dict[tuple[str, ...], str]) -> None:
    assert had(text) == outcomes
