"""The real clients of Cohere and OpenAI against a provider on loopback."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from retrieval.embedding import ClosableEmbedder, open_embedder, token_counts
from retrieval.embedding.cohere import INGEST_RETRIES, QUERY_RETRIES, CohereEmbedder
from retrieval.embedding.minilm.embedder import MiniLM
from retrieval.errors import EmbedderUnavailable
from retrieval.text.chunks import chunk_spans
from tests.integration.retrieval.provider import Answer, Provider, serving

KEY = "key-that-nobody-may-see-4711"
PATIENT, QUICK = 10.0, 0.5
"""Seconds for a try: none where an answer is to come is cut off by a slow machine."""
Opener = Callable[[str], ClosableEmbedder]


@pytest.fixture
def provider() -> Iterator[Provider]:
    with serving() as one:
        yield one


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def try_seconds() -> float:
    return PATIENT


@pytest.fixture
def cohere(provider: Provider, pauses: list[float], try_seconds: float) -> Iterator[CohereEmbedder]:
    embedder = CohereEmbedder(
        "embed-v4.0",
        8,
        api_key=KEY,
        url=provider.url,
        retries=(
            replace(QUERY_RETRIES, try_seconds=try_seconds),
            replace(INGEST_RETRIES, try_seconds=try_seconds),
        ),
        sleep=pauses.append,
    )
    yield embedder
    embedder.close()
    embedder.close()


@pytest.fixture
def openai(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> Iterator[ClosableEmbedder]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    embedder = open_embedder("openai:text-embedding-3-small@8", url=f"{provider.url}/v1")
    yield embedder
    embedder.close()


def test_cohere_is_asked_for_documents_and_queries_apart(
    provider: Provider, cohere: CohereEmbedder
) -> None:
    rows = cohere.embed_documents(["BRCA1 repairs DNA.", "Olaparib."])
    query = cohere.embed_query("Olaparib.")
    assert rows.shape == (2, 8)
    assert rows.dtype == query.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    assert np.allclose(rows[1], query)
    assert [body["input_type"] for body in provider.bodies()] == ["search_document", "search_query"]
    assert all(body["output_dimension"] == 8 for body in provider.bodies())
    assert provider.keys == [f"Bearer {KEY}"] * 2
    assert cohere.name == "cohere:embed-v4.0@8"
    assert cohere.embed_documents([]).shape == (0, 8)


def test_cohere_gets_at_most_96_texts_at_once_and_the_rows_stay_in_order(
    provider: Provider, cohere: CohereEmbedder
) -> None:
    texts = [f"text {number}" for number in range(200)]
    rows = cohere.embed_documents(texts)
    assert [len(body["texts"]) for body in provider.bodies()] == [96, 96, 8]
    assert np.allclose(rows[150], cohere.embed_query("text 150"))


def test_long_texts_go_in_smaller_requests(provider: Provider, cohere: CohereEmbedder) -> None:
    cohere.embed_documents(["a" * 300_000, "b" * 300_000, "c"])
    assert [len(body["texts"]) for body in provider.bodies()] == [1, 2]


@pytest.mark.parametrize(
    ("trouble", "waits"),
    [
        (Answer(429, b"{}", {"retry-after": "7"}), [7.0]),
        (Answer(429, b"{}", {"retry-after-ms": "250"}), [0.25]),
        (Answer(429, b"{}"), [0.5]),
        (Answer(500, b"{}"), [0.5]),
        (Answer(503, b"no json"), [0.5]),
    ],
)
def test_what_passes_is_tried_again(
    provider: Provider,
    cohere: CohereEmbedder,
    pauses: list[float],
    trouble: Answer,
    waits: list[float],
) -> None:
    provider.troubles = [trouble]
    assert cohere.embed_documents(["x"]).shape == (1, 8)
    assert pauses == waits
    assert len(provider.asked) == 2


@pytest.mark.parametrize("try_seconds", [QUICK])
def test_what_does_not_answer_in_time_is_tried_again(
    provider: Provider, cohere: CohereEmbedder, pauses: list[float]
) -> None:
    provider.always = Answer(seconds=0.8)
    with pytest.raises(EmbedderUnavailable, match="did not answer in time"):
        cohere.embed_documents(["x"])
    assert (len(provider.asked), pauses[0]) == (5, 0.5)


def test_a_search_does_not_wait_as_long_as_an_ingestion(
    provider: Provider, cohere: CohereEmbedder, pauses: list[float]
) -> None:
    provider.always = Answer(429, b"{}", {"retry-after": "20"})
    with pytest.raises(EmbedderUnavailable, match="too many requests"):
        cohere.embed_query("x")
    assert (len(provider.asked), pauses) == (1, [])
    with pytest.raises(EmbedderUnavailable, match="too many requests"):
        cohere.embed_documents(["x"])
    assert pauses == [20.0] * 4


@pytest.mark.parametrize(
    ("trouble", "tries", "sentence"),
    [
        (Answer(401, b'{"message": "invalid api token key-that"}'), 1, "check COHERE_API_KEY"),
        (Answer(403, b"{}"), 1, "check COHERE_API_KEY"),
        (Answer(404, b"{}"), 1, "does not know the model embed-v4.0"),
        (Answer(422, b"{}"), 1, "did not accept the request"),
        (Answer(500, b"{}"), 5, "failed (status 500)"),
        (Answer(200, b"<html>a proxy</html>"), 1, "cannot be read"),
        (Answer(200, b"{}"), 1, "one vector per text"),
        (Answer(200, b'{"embeddings": {"float": [["a"]]}}'), 1, "cannot be read"),
        (Answer(200, b'{"embeddings": {"float": [[0, 0, 0, 0, 0, 0, 0, 0]]}}'), 1, "be read"),
        (Answer(200, b'{"embeddings": {"float": [[1, 2]]}}'), 1, "of 2 numbers instead of 8"),
        (Answer(200, b'{"embeddings": {"float": [[1], [1]]}}'), 1, "one vector per text"),
        (Answer(200, b'{"embeddings": [[1, 2]]}'), 1, "cannot be read"),
        (Answer(200, b"[1, 2]"), 1, "cannot be read"),
    ],
)
def test_what_stays_is_told_in_one_sentence_without_the_key(
    provider: Provider, cohere: CohereEmbedder, trouble: Answer, tries: int, sentence: str
) -> None:
    provider.always = trouble
    with pytest.raises(EmbedderUnavailable) as caught:
        cohere.embed_documents(["x"])
    assert sentence in caught.value.detail
    assert caught.value.detail.count(".") <= 2
    assert KEY[:8] not in str(caught.value)
    assert len(provider.asked) == tries


def test_nobody_there_is_told(pauses: list[float]) -> None:
    embedder = CohereEmbedder("embed-v4.0", api_key=KEY, url=nobody(), sleep=pauses.append)
    with pytest.raises(EmbedderUnavailable, match="Cohere cannot be reached"):
        embedder.embed_query("x")
    assert (pauses, embedder.dimensions) == ([0.5], 1536)
    embedder.close()


def test_an_older_model_of_cohere_is_not_asked_for_a_length(provider: Provider) -> None:
    provider.dimensions = 1024
    embedder = open_embedder("cohere:embed-english-v3.0", cohere_api_key=KEY, url=provider.url)
    assert embedder.embed_query("x").shape == (1024,)
    assert "output_dimension" not in provider.bodies()[0]
    assert embedder.window == 384
    embedder.close()
    with pytest.raises(EmbedderUnavailable, match="one length only"):
        open_embedder("cohere:embed-english-v3.0@256", cohere_api_key=KEY)


def test_many_threads_share_one_embedder(provider: Provider, cohere: CohereEmbedder) -> None:
    with ThreadPoolExecutor(8) as pool:
        rows = list(pool.map(cohere.embed_query, [f"text {n % 4}" for n in range(32)]))
    assert all(np.allclose(rows[n], rows[n % 4]) for n in range(32))


def test_openai_through_langchain(provider: Provider, openai: ClosableEmbedder) -> None:
    rows = openai.embed_documents([f"text {number}" for number in range(100)])
    query = openai.embed_query("text 99")
    assert rows.shape == (100, 8)
    assert rows.dtype == query.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    assert np.allclose(rows[99], query, atol=1e-6)
    assert [len(body["input"]) for body in provider.bodies()] == [96, 4, 1]
    assert (openai.name, openai.dimensions) == ("openai:text-embedding-3-small@8", 8)
    assert openai.embed_documents([]).shape == (0, 8)


def test_an_unknown_length_is_asked_for_once(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    provider.dimensions = 5
    embedder = open_embedder("openai:house-model", url=f"{provider.url}/v1")
    assert provider.asked == []
    assert [embedder.dimensions, embedder.dimensions] == [5, 5]
    assert len(provider.asked) == 1
    provider.dimensions = 6
    with pytest.raises(EmbedderUnavailable, match="of 6 numbers instead of 5"):
        embedder.embed_query("x")


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (Answer(401, b'{"error": {"message": "Incorrect API key: key-that"}}'), "refused the key"),
        (Answer(404, b"{}"), "does not know the model"),
        (Answer(429, b"{}", {"retry-after-ms": "1"}), "too many requests"),
        (Answer(500, b"{}", {"retry-after-ms": "1"}), "failed (status 500)"),
        (Answer(200, b"<html>a proxy</html>"), "cannot be read"),
        (Answer(200, b'{"data": [], "object": "list"}'), "cannot be read"),
    ],
)
def test_trouble_with_openai_is_told_in_one_sentence_without_the_key(
    provider: Provider, openai: ClosableEmbedder, trouble: Answer, sentence: str
) -> None:
    provider.always = trouble
    with pytest.raises(EmbedderUnavailable) as caught:
        openai.embed_documents(["x"])
    assert sentence in caught.value.detail
    assert KEY[:8] not in str(caught.value)
    assert caught.value.__cause__ is None


def test_nobody_at_openais_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    embedder = open_embedder("openai:text-embedding-3-small", url=f"{nobody()}/v1")
    assert embedder.dimensions == 1536
    with pytest.raises(EmbedderUnavailable, match="cannot be reached"):
        embedder.embed_query("x")


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("cohere:embed-v4.0", "Set COHERE_API_KEY"),
        ("cohere:", "needs a model"),
        ("cohere", "needs a model"),
        ("", "needs a model"),
        ("cohere:embed-v4.0@many", "after the @"),
        ("cohere:embed-v4.0@0", "after the @"),
        ("mistralai:mistral-embed", "pip install langchain-mistralai"),
        ("bedrock:titan", "pip install langchain-aws"),
        ("nobody:model", "no provider that LangChain knows"),
        ("openai:text-embedding-3-small", "its key is not in the environment"),
    ],
)
def test_a_setting_that_cannot_be_met_is_told_in_a_sentence(
    spec: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(EmbedderUnavailable) as caught:
        open_embedder(spec)
    assert sentence in caught.value.detail


def test_minilm_is_opened_by_its_short_name() -> None:
    embedder = open_embedder(" MiniLM ")
    assert isinstance(embedder, MiniLM)
    embedder.close()


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("Olaparib 300 mg twice daily.", 8),
        ("😀" * 30, 120),
        ("ACGT" * 500, 2000),
        ("20250131", 8),
        ("", 0),
    ],
)
def test_tokens_of_a_far_model_are_counted_high(text: str, least: int) -> None:
    spans = token_counts.token_spans(text)
    assert len(spans) == token_counts.count_tokens(text) >= least
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert list(spans) == sorted(spans)
    for start, end in chunk_spans(spans, 200, 64):
        assert text[start:end]


def nobody() -> str:
    """An address at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"
