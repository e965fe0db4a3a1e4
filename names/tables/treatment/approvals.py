"""Approvals that an agency or a manufacturer has withdrawn or narrowed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from names.tables.reading import read_rows
from names.tables.tumours import is_same_tumour


@dataclass(frozen=True, slots=True)
class EndedApproval:
    """An approval that no longer holds as it was given."""

    drug: str
    tumour: str
    """A tumour type of ``tumours.tsv``."""
    setting: str
    """For whom it held, in words; of a narrowed one, for whom it still holds."""
    agency: str
    date: str
    happened: str
    """``withdrawn`` or ``narrowed``."""
    record: str


@cache
def ended_approvals() -> tuple[EndedApproval, ...]:
    """All approvals of the table that were withdrawn or narrowed."""
    return tuple(EndedApproval(*row) for row in read_rows("treatment/withdrawn_approvals.tsv"))


def ended_approvals_of(drug: str, tumour: str = "") -> tuple[EndedApproval, ...]:
    """The approvals of a drug that were withdrawn or narrowed, in a tumour when one is given."""
    return tuple(
        approval
        for approval in ended_approvals()
        if approval.drug == drug and (not tumour or is_same_tumour(tumour, approval.tumour))
    )


def ended_sentence(approval: EndedApproval) -> str:
    """What became of an approval, in a sentence: ``The US approval of durvalumab in urothelial
    cancer (metastatic, after platinum) was withdrawn (2021-02-19).``"""
    if approval.happened == "narrowed":
        return (
            f"The {approval.agency} approval of {approval.drug} in {approval.tumour} was narrowed"
            f" ({approval.date}); it holds for: {approval.setting}."
        )
    return (
        f"The {approval.agency} approval of {approval.drug} in {approval.tumour}"
        f" ({approval.setting}) was withdrawn ({approval.date})."
    )
