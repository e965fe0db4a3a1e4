from __future__ import annotations

import itertools
import math

import pytest

from retrieval.text.chunks import chunk_spans


def tokens(count: int) -> list[tuple[int, int]]:
    return [(3 * number, 3 * number + 2) for number in range(count)]


@pytest.mark.parametrize("count", [1, 5, 31, 32, 33, 64, 100, 333])
@pytest.mark.parametrize(("size", "overlap"), [(32, 8), (32, 0), (10, 9), (200, 50)])
def test_chunks_cover_all_tokens_within_size_and_overlap(
    count: int, size: int, overlap: int
) -> None:
    spans = [
        (start // 3, (end - 2) // 3 + 1) for start, end in chunk_spans(tokens(count), size, overlap)
    ]
    assert spans[0][0] == 0
    assert spans[-1][1] == count
    assert all(0 < end - start <= size for start, end in spans)
    assert all(a[1] - b[0] >= min(overlap, count) for a, b in itertools.pairwise(spans))
    assert len(spans) == max(1, math.ceil((count - overlap) / (size - overlap)))


def test_no_tokens_no_chunks() -> None:
    assert chunk_spans([], 10, 2) == ()


@pytest.mark.parametrize("overlap", [10, -1])
def test_an_overlap_that_does_not_fit_is_refused(overlap: int) -> None:
    with pytest.raises(ValueError, match="overlap"):
        chunk_spans(tokens(5), 10, overlap)
