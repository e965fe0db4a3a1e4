"""fastembed and onnxruntime as they are, with small models from files."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from retrieval.documents import Document
from retrieval.embedding import ClosableEmbedder, open_embedder
from retrieval.errors import EmbedderUnavailable, RerankerUnavailable
from retrieval.reranking import open_reranker
from retrieval.reranking.short_window import READ_CHARACTERS, text_to_read
from tests.integration.retrieval import onnxfiles

ABOUT = Document(silo="drugs", id="d", version="1", title="Olaparib", text="Olaparib is a drug.")


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    onnxfiles.write(folder / "tiny" / "sentences", onnxfiles.embedder(onnxfiles.table()))
    onnxfiles.write(folder / "pairs", onnxfiles.cross_encoder(onnxfiles.table()))
    return folder


@pytest.fixture(scope="module")
def embedder(models: Path) -> Iterator[ClosableEmbedder]:
    one = open_embedder("fastembed:tiny/sentences", models_folder=models)
    yield one
    one.close()
    one.close()


def test_texts_with_the_same_words_are_near(embedder: ClosableEmbedder) -> None:
    texts = ["the patient received olaparib", "olaparib received the patient", "it rained in may"]
    rows = embedder.embed_documents(texts)
    assert (rows.shape, rows.dtype) == ((3, onnxfiles.WIDTH), np.float32)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    assert rows[0] @ rows[1] > 0.99
    assert rows[0] @ rows[2] < 0.9
    assert np.allclose(embedder.embed_query(texts[2]), rows[2], atol=1e-6)
    assert embedder.embed_documents([]).shape == (0, onnxfiles.WIDTH)


def test_texts_of_all_lengths_keep_their_place(embedder: ClosableEmbedder) -> None:
    texts = [("word " * (n * 7 % 40)) + f"text {n}" for n in range(30)]
    rows = embedder.embed_documents(texts)
    with ThreadPoolExecutor(4) as pool:
        alone = list(pool.map(embedder.embed_query, texts))
    assert all(np.allclose(row, other, atol=1e-5) for row, other in zip(rows, alone, strict=True))


def test_the_window_and_the_tokens_are_the_models_own(embedder: ClosableEmbedder) -> None:
    assert embedder.window == onnxfiles.WINDOW
    text = "Olaparib was given."
    spans = embedder.token_spans(text)
    assert [text[start:end] for start, end in spans][-3:] == ["was", "given", "."]
    assert embedder.count_tokens("word " * 500) == 500


def test_other_weights_under_the_same_name_are_another_embedder(
    models: Path, embedder: ClosableEmbedder, tmp_path: Path
) -> None:
    onnxfiles.write(tmp_path / "tiny" / "sentences", onnxfiles.embedder(onnxfiles.table(8)))
    other = open_embedder("fastembed:tiny/sentences", models_folder=tmp_path)
    again = open_embedder("fastembed:tiny/sentences", models_folder=models)
    assert embedder.name.startswith("fastembed:tiny/sentences@16:")
    assert other.name != embedder.name == again.name


@pytest.mark.parametrize("spec", ["fastembed:BAAI/bge-small-en-v1.5", "fastembed:no/such-model"])
def test_a_model_that_is_not_here_is_told_without_asking_the_network(
    spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path))
    asked: list[object] = []

    def refuse(own: socket.socket, address: object) -> None:
        asked.append(address)
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", refuse)
    with pytest.raises(EmbedderUnavailable, match="CURBSIDE_MODELS_FOLDER"):
        open_embedder(spec)
    with pytest.raises(EmbedderUnavailable):
        open_embedder(spec, models_folder=tmp_path)
    assert asked == [], "nothing is downloaded"


def test_a_folder_with_a_broken_model_is_told(tmp_path: Path) -> None:
    onnxfiles.write(tmp_path / "broken", b"not a model")
    with pytest.raises(EmbedderUnavailable, match="its files do not fit"):
        open_embedder("fastembed:broken", models_folder=tmp_path)
    with pytest.raises(RerankerUnavailable, match="its files do not fit"):
        open_reranker("fastembed:broken", models_folder=tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(EmbedderUnavailable, match=r"needs onnx/model\.onnx"):
        open_embedder("fastembed:empty", models_folder=tmp_path)
    with pytest.raises(RerankerUnavailable, match=r"needs onnx/model\.onnx"):
        open_reranker("fastembed:empty", models_folder=tmp_path)


async def test_a_cross_encoder_scores_pairs_in_the_order_given(models: Path) -> None:
    reranker = open_reranker("fastembed:pairs", models_folder=models)
    assert reranker is not None
    texts = ["It rained in May.", "Olaparib for BRCA1.", "Nothing is known of the weather."]
    documents = [replace(ABOUT, id=str(n), title="", text=text) for n, text in enumerate(texts)]
    judged = await reranker.rerank("olaparib brca1", documents)
    assert max(range(3), key=lambda n: judged[n].score) == 1
    assert await reranker.rerank("olaparib", []) == ()
    assert reranker.name == "fastembed:pairs"
    await reranker.close()


def test_of_a_long_document_the_sentences_that_matter_are_read() -> None:
    filler = "The weather was fine on that day. " * 300
    long = replace(ABOUT, text=f"{filler}Olaparib is given at 300 mg. {filler}")
    read = text_to_read(long, "olaparib dose")
    assert "Olaparib is given at 300 mg." in read
    assert len(read) <= READ_CHARACTERS + len("Olaparib\n")
    assert text_to_read(ABOUT, "anything") == "Olaparib\nOlaparib is a drug."
    assert text_to_read(long, "qqq").startswith("Olaparib\nThe weather")
