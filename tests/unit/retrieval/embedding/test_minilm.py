"""The model through its public face. Reference cosines are checked as orderings and limits."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from retrieval.embedding.minilm.embedder import MiniLM, installed_folder
from retrieval.errors import EmbedderUnavailable


@pytest.fixture(scope="module")
def minilm() -> Iterator[MiniLM]:
    model = MiniLM()
    yield model
    model.close()


def test_vectors_have_unit_length_and_are_the_same_every_time(minilm: MiniLM) -> None:
    texts = ["BRCA1", "a longer text about breast cancer", "", "Ω ﬁ 日本", "x " * 2_000]
    vectors = minilm.embed_documents(texts)
    assert vectors.shape == (5, minilm.dimensions)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(5), abs=1e-6)
    assert np.array_equal(vectors, minilm.embed_documents(texts))


def test_a_text_has_the_same_vector_alone_and_among_others_of_any_length(minilm: MiniLM) -> None:
    texts = [f"sentence {n} on trastuzumab " * (1 + n % 40) for n in range(44)]
    together = minilm.embed_documents(texts)
    for number in range(0, 44, 3):
        alone = minilm.embed_query(texts[number])
        assert np.abs(alone - together[number]).max() < 1e-6


def test_queries_have_the_same_vectors_together_and_alone(minilm: MiniLM) -> None:
    queries = ["olaparib", "HER2 low after T-DXd " * 30, "KRAS G12C second line?", "", "olaparib"]
    together = minilm.embed_queries(queries)
    alone = np.array([minilm.embed_query(query) for query in queries])
    # On some processors OpenBLAS rounds the last columns of a product in another way.
    assert np.abs(together - alone).max() < 1e-6


@pytest.mark.parametrize(
    ("one", "like", "unlike"),
    [
        ("A man is eating food.", "A man is eating a piece of bread.", "A cheetah chases prey."),
        ("heart attack", "myocardial infarction", "bone fracture"),
        ("The tumour shrank.", "The cancer got smaller.", "The invoice was paid."),
    ],
)
def test_like_meanings_are_near_and_unlike_ones_far(
    minilm: MiniLM, one: str, like: str, unlike: str
) -> None:
    a, b, c = minilm.embed_documents([one, like, unlike])
    assert a @ b > 0.35
    assert a @ b > a @ c + 0.2


def test_published_similarity_of_the_model_card_is_reproduced(minilm: MiniLM) -> None:
    a, b = minilm.embed_documents(["This is an example sentence", "Each sentence is converted"])
    assert a[:3] == pytest.approx([0.0676, 0.0635, 0.0487], abs=2e-4)
    assert b[:3] == pytest.approx([0.0864, 0.1027, 0.0054], abs=2e-4)


def test_only_the_window_is_read(minilm: MiniLM) -> None:
    start = "word " * 300
    one, other = minilm.embed_documents([start + "melanoma", start + "bicycle"])
    assert np.abs(one - other).max() < 1e-6


def test_tokens_are_counted_and_placed(minilm: MiniLM) -> None:
    text = "HER2‑positive Ménière"
    spans = minilm.token_spans(text)
    assert len(spans) == minilm.count_tokens(text)
    assert text[spans[0][0] : spans[0][1]] == "HER"
    assert spans[-1][1] == len(text)


def test_no_texts_give_no_vectors(minilm: MiniLM) -> None:
    assert minilm.embed_documents([]).shape == (0, 384)


def test_changed_weights_are_refused(tmp_path: Path) -> None:
    for name in ("model.safetensors", "tokenizer.json"):
        shutil.copy(installed_folder() / name, tmp_path / name)
    with (tmp_path / "model.safetensors").open("r+b") as weights:
        weights.seek(50_000_000)
        weights.write(b"\x00\x01")
    with pytest.raises(EmbedderUnavailable, match="not the published model"):
        MiniLM(tmp_path)


def test_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(EmbedderUnavailable, match=r"model\.safetensors cannot be read"):
        MiniLM(tmp_path)
