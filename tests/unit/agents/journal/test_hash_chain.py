"""What the hash of a row covers."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agents.journal.entry import Entry
from agents.journal.hash_chain import row_hash
from agents.turns import Usage

USAGE = Usage(model="m", input_tokens=5, output_tokens=7, input_price_usd=0.1, output_price_usd=2.5)
WRITTEN_BEFORE = "e640bde25c6a62e7715563c277bc8752832c11c3d66126b1e7b4c0ad532f5aaf"
"""The hash of this row when journals had no cached tokens."""


def hash_with(usage: Usage) -> str:
    entry = Entry(kind="thought", payload={"text": "Look."}, usage=usage)
    return row_hash("run", 3, entry, datetime(2026, 1, 2, tzinfo=UTC), "before")


def test_a_row_that_was_written_before_tokens_were_cached_still_holds() -> None:
    assert hash_with(USAGE) == WRITTEN_BEFORE


def test_cached_tokens_and_their_price_cannot_be_changed_afterwards() -> None:
    cached = replace(USAGE, cached_tokens=3, cached_price_usd=0.01)
    other = [replace(cached, cached_tokens=4), replace(cached, cached_price_usd=0.02)]
    assert len({hash_with(each) for each in (USAGE, cached, *other)}) == 4


def test_cached_tokens_cost_their_own_price() -> None:
    whole = Usage(input_tokens=1000, input_price_usd=2.0, output_price_usd=8.0)
    cached = replace(whole, cached_tokens=900, cached_price_usd=0.2)
    assert whole.cost_usd == pytest.approx(0.002)
    assert cached.cost_usd == pytest.approx(0.00038)
    assert replace(cached, cached_price_usd=None).cost_usd == pytest.approx(0.002)
