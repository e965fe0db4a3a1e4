"""What became of the sources of an answer since it was given."""

from __future__ import annotations

import pytest

from agents.checking.documents.later_sources import changed_sources
from agents.turns import Citation
from retrieval.documents import DocumentRef, Status
from retrieval.ingestion.staging.later_versions import LaterState

QUOTE = "The recommended dose of drug alpha is 600 mg orally twice daily with food."
CITATION = Citation(
    key="c1", ref=DocumentRef("labels", "alpha", "1"), title="Alpha", organisation="", url="",
    date="", quote=QUOTE, start=0, end=len(QUOTE), match="exact", status="confirmed",
)  # fmt: skip


def state(
    *,
    version: str = "2",
    is_searched: bool = True,
    status: Status = "confirmed",
    text: str = f"{QUOTE} Reduce it in renal impairment.",
    replaced_by: str = "",
    is_behind_original: bool = False,
) -> LaterState:
    return LaterState(
        version=version, is_searched=is_searched, status=status, text=text,
        replaced_by=replaced_by, is_behind_original=is_behind_original,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("now", "change"),
    [
        (state(), None),
        (state(version="1", text="Its own version is what was quoted."), None),
        (state(text=QUOTE.replace("600", "400")), "reworded"),
        (state(status="retracted"), "retracted"),
        (state(status="unconfirmed"), None),
        (state(is_searched=False), "withdrawn"),
        (state(is_searched=False, replaced_by="alpha-2"), "replaced"),
        (state(is_searched=False, replaced_by="original 1", is_behind_original=True), None),
    ],
)
def test_what_became_of_a_source(now: LaterState, change: str | None) -> None:
    found = changed_sources([CITATION, CITATION], {("labels", "alpha"): now})
    assert [each.change for each in found] == ([change] if change else [])


def test_a_source_of_which_nothing_is_known_has_not_changed() -> None:
    assert changed_sources([CITATION], {}) == ()
