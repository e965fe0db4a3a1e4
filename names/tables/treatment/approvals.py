"""Approvals that an agency or a manufacturer has withdrawn or narrowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from names.patterns.enumeration import in_a_row
from names.tables.rows import read_rows
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
    """``withdrawn``, ``narrowed``, or ``discontinued`` where only the manufacture has ended."""
    record: str

    @property
    def currency(self) -> str:
        """What a statement on it is marked with: ``withdrawn`` or ``narrowed``."""
        return "narrowed" if self.happened == "narrowed" else "withdrawn"


@cache
def ended_approvals() -> tuple[EndedApproval, ...]:
    """All approvals of the table that were withdrawn or narrowed, or whose drug is not made."""
    return tuple(EndedApproval(*row) for row in read_rows("treatment/withdrawn_approvals.tsv"))


def ended_approvals_of(drug: str, tumour: str = "") -> tuple[EndedApproval, ...]:
    """The approvals of a drug that were withdrawn or narrowed, in a tumour when one is given."""
    return tuple(
        approval
        for approval in ended_approvals()
        if approval.drug == drug and (not tumour or is_same_tumour(tumour, approval.tumour))
    )


def ended_sentences(approvals: Sequence[EndedApproval]) -> tuple[str, ...]:
    """What became of approvals, those of one kind together: ``The US approval of durvalumab in
    urothelial cancer (metastatic, after platinum) was withdrawn (2021-02-19).``"""
    alike: dict[EndedApproval, list[str]] = {}
    for each in approvals:
        alike.setdefault(replace(each, drug=""), []).append(each.drug)
    return tuple(_sentence(each, sorted(drugs)) for each, drugs in alike.items())


def _sentence(approval: EndedApproval, drugs: Sequence[str]) -> str:
    several = len(drugs) > 1
    which = in_a_row(drugs)
    told = f"The {approval.agency} approval{'s' if several else ''} of {which} in {approval.tumour}"
    was, hold = ("were", "they hold") if several else ("was", "it holds")
    if approval.happened == "narrowed":
        return f"{told} {was} narrowed ({approval.date}); {hold} for: {approval.setting}."
    if approval.happened == "discontinued":
        made = f"{which[0].upper()}{which[1:]} {'are' if several else 'is'} no longer made"
        held = f"approved before in {approval.tumour} ({approval.setting}; {approval.agency})"
        return f"{made}: the manufacture was discontinued ({approval.date}); {held}."
    return f"{told} ({approval.setting}) {was} withdrawn ({approval.date})."
