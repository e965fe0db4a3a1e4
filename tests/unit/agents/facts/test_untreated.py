"""A follow-up on an untreated patient takes the thread's treatments back."""

from __future__ import annotations

from agents.facts.reading import Message, read_fact_sheet
from names.clinical.values import Line, Therapy

BEFORE = Message("mCRC BRAF V600E, pd on FOLFIRI + bevacizumab. Next?", "earlier question")


def test_who_is_untreated_now_has_failed_on_nothing() -> None:
    sheet = read_fact_sheet((BEFORE, Message("what if he's untreated, 1L?")))
    assert not sheet.of(Therapy)
    assert sheet.of(Line) == (Line(first=1, last=1),)


def test_another_follow_up_keeps_what_was_had() -> None:
    sheet = read_fact_sheet((BEFORE, Message("and with liver metastases?")))
    assert [each.outcome for each in sheet.of(Therapy)]
