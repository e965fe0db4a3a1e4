"""A document that is found again is not decoded again; what is kept is bounded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.stores.document_json import to_json
from retrieval.stores.embedded.document_cache import DocumentCache
from tests.unit.retrieval.stores.test_document_json import SAMPLE

BODY = to_json(SAMPLE)


def test_what_was_decoded_is_found_by_its_fingerprint() -> None:
    decoded = DocumentCache()
    assert decoded.find("one") is None
    kept = decoded.decode("one", BODY)
    assert kept == SAMPLE
    assert decoded.find("one") is kept
    assert decoded.find("two") is None


def test_the_documents_used_last_are_kept_and_no_more_than_fit() -> None:
    decoded = DocumentCache(most_characters=2 * len(BODY) + 1)
    for name in ("one", "two"):
        decoded.decode(name, BODY)
    decoded.find("one")
    decoded.decode("three", BODY)
    assert [name for name in ("one", "two", "three") if decoded.find(name)] == ["one", "three"]
    decoded.decode("long", to_json(replace(SAMPLE, text="x" * 10_000)))
    assert decoded.find("long") is None
    assert decoded.find("three") is not None


def test_what_is_no_document_is_refused_and_not_kept() -> None:
    decoded = DocumentCache()
    with pytest.raises(ValueError, match="validation error"):
        decoded.decode("one", "{}")
    assert decoded.find("one") is None
