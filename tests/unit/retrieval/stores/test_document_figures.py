"""What is packed of a document for its ranking comes out as it went in."""

from __future__ import annotations

import numpy as np
import pytest

from retrieval.stores.weaviate.document_figures import count_words, figures_of, pack, unpack

WORDS = "brafv600e melanoma melanoma trametinib melanoma".split()  # noqa: SIM905 - as in a text


def test_words_and_vectors_come_out_as_they_went_in() -> None:
    vectors = np.random.default_rng(0).normal(size=(3, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    found = unpack(pack(figures_of(WORDS, vectors)))
    counts, lengths = count_words(["melanoma", "trametinib", "nivolumab"], {"one": found})
    assert counts[:, 0].tolist() == [3, 1, 0]
    assert lengths.tolist() == [5]
    assert np.abs(found.vectors - vectors).max() < 1e-4


def test_words_of_several_documents_are_counted_apart() -> None:
    vector = np.ones((1, 8), np.float32)
    made = {name: figures_of(text.split(), vector) for name, text in (("a", "x y x"), ("b", "y"))}
    counts, lengths = count_words(["y", "x"], made)
    assert (counts.tolist(), lengths.tolist()) == ([[1, 1], [2, 0]], [3, 1])
    assert count_words(["y"], {})[0].shape == (1, 0)


@pytest.mark.parametrize("change", [lambda packed: packed[:-8], lambda _: "", lambda _: "?", ascii])
def test_what_was_not_packed_so_is_refused(change: object) -> None:
    packed = pack(figures_of(WORDS, np.ones((1, 8), np.float32)))
    assert callable(change)
    with pytest.raises(ValueError):
        unpack(change(packed[:-4] + "!!" if change is ascii else packed))
