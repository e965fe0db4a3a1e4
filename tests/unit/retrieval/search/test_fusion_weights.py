"""Weights of the learned fusion by embedder: used with their own vectors and with no others."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from retrieval.declaration.cards import read_cards
from retrieval.documents import Document
from retrieval.errors import DeclarationInvalid
from retrieval.outcomes import Data
from retrieval.search.fusion_weights import (
    SHIPPED,
    FusionWeights,
    read_fusion_weights,
    with_weights,
)
from retrieval.search.learned_ranking import FEATURES
from retrieval.silos import Silos
from retrieval.stores.contract import EmbeddedDocument
from retrieval.stores.embedded import EmbeddedStore
from tests.unit.retrieval.fakes import WordEmbedder

WORDS_ALONE = {**dict.fromkeys(FEATURES, 0.0), "words": 1.0}
VECTORS_ALONE = {**dict.fromkeys(FEATURES, 0.0), "nearest": 1.0}


def one(weights: dict[str, float]) -> str:
    return json.dumps({"embedders": {"a": {"weights": weights}}})


def test_a_file_is_used_for_the_embedder_that_it_names_only(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(with_weights(path, "a:1", {"weights": WORDS_ALONE}))
    path.write_text(with_weights(path, "b:2", {"weights": VECTORS_ALONE, "trained_on": ["x"]}))
    assert read_fusion_weights(path, "a:1").values == (1.0, 0.0, 0.0, 0.0, 0.0)
    assert (
        read_fusion_weights(path, "b:2").describe() == "fusion weights trained with this embedder"
    )
    other = read_fusion_weights(path, "a:2")
    assert other.values == ()
    assert "that ship" in other.describe()
    assert "a:1, b:2" in other.describe()
    assert read_fusion_weights(None, "a:1") == SHIPPED


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "cannot be read as JSON"),
        ("[]", "no table embedders"),
        (one({"words": 1}), "must have weights of words"),
        (one({**WORDS_ALONE, "names": True}), "no number"),
        (one({**WORDS_ALONE, "x": 1}), "nothing else"),
        (one({**WORDS_ALONE, "names": 1}).replace(": 1}", ": 1e999}"), "no number"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text(content)
    with pytest.raises(DeclarationInvalid, match=said):
        read_fusion_weights(path, "b")
    with pytest.raises(DeclarationInvalid, match="cannot be read"):
        read_fusion_weights(tmp_path / "none.json", "b")


async def test_a_search_orders_by_the_weights_that_it_is_given(tmp_path: Path) -> None:
    embedder = WordEmbedder()
    (card, *_) = read_cards()
    store = EmbeddedStore(tmp_path / "s.sqlite", embedder=embedder.name)
    near = embedder.embed_query("olaparib")
    far = np.roll(near, 1)
    kind = Document(silo=card.name, id="words", version="1", title="", text="olaparib olaparib")
    await store.upsert(card.name, [EmbeddedDocument(kind, far[None])])
    other = Document(silo=card.name, id="meaning", version="1", title="", text="parp inhibitor")
    await store.upsert(card.name, [EmbeddedDocument(other, near[None])])

    async def first(weights: dict[str, float]) -> str:
        values = tuple(weights[name] for name in FEATURES)
        silos = Silos([card], store=store, embedder=embedder).weighing_by(FusionWeights(values))
        found = await silos.search(card.name, "olaparib")
        assert isinstance(found, Data)
        return found.found[0].document.id

    assert await first(WORDS_ALONE) == "words"
    assert await first(VECTORS_ALONE) == "meaning"
    await store.close()
