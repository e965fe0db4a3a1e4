"""The paper's cascade, recomputed from its definition without any code of the store."""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest

from retrieval.documents import Document
from retrieval.stores.contract import EmbeddedDocument, StoreQuery
from retrieval.stores.embedded import EmbeddedStore

NAMES = [f"gene{n}" for n in range(12)]


@pytest.mark.parametrize("seed", range(4))
async def test_ten_by_words_seven_by_meaning_five_by_both_ranks(tmp_path: Path, seed: int) -> None:
    chance, numbers = random.Random(seed), np.random.default_rng(seed)
    texts = {f"d{n:02}": chance.choices(NAMES, k=chance.randint(3, 30)) for n in range(60)}
    vectors = numbers.normal(size=(60, 8)).astype(np.float16).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    near = dict(zip(texts, vectors.astype(np.float16).astype(np.float32), strict=True))
    asked = chance.sample(NAMES, 4)
    query = near["d00"]
    store = EmbeddedStore(tmp_path / "silos.sqlite", embedder="e")
    await store.upsert(
        "s",
        [
            EmbeddedDocument(
                Document(silo="s", id=name, version="1", title="", text=" ".join(words)),
                near[name][None],
            )
            for name, words in texts.items()
        ],
    )
    hits = await store.search(
        "s",
        StoreQuery(
            text=" ".join(asked), vector=query, limit=5, fusion="cascade", candidates=10, nearest=7
        ),
    )
    await store.close()
    assert [hit.document.id for hit in hits] == by_definition(texts, near, asked, query)


def by_definition(
    texts: dict[str, list[str]],
    near: dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]],
    asked: list[str],
    query: np.ndarray[tuple[int], np.dtype[np.float32]],
) -> list[str]:
    average = sum(map(len, texts.values())) / len(texts)

    def bm25(name: str) -> float:
        total = 0.0
        for word in asked:
            holding = sum(word in words for words in texts.values())
            idf = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
            times, length = texts[name].count(word), len(texts[name])
            total += idf * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * length / average))
        return total

    lexical = sorted((n for n in texts if bm25(n) > 0), key=lambda n: (-round(bm25(n), 5), n))[:10]
    dense = sorted(lexical, key=lambda n: -float(near[n] @ query))[:7]
    both = {n: 1 / (61 + lexical.index(n)) + 1 / (61 + dense.index(n)) for n in dense}
    return sorted(both, key=lambda n: (-both[n], n))[:5]
