"""A cross-encoder from a folder beside the same graph under onnxruntime, with random weights."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from retrieval.documents import Document
from retrieval.errors import RerankerUnavailable
from retrieval.reranking import open_reranker
from retrieval.reranking.local import LocalReranker, open_local_reranker
from tests.integration.retrieval.bert_graph import Weights, cross_encoder
from tests.unit.retrieval.embedding.test_local import write_safetensors

HIDDEN, HEADS, LAYERS, WIDE, PLACES, EPSILON = 24, 4, 3, 40, 32, 1e-6
WORDS = ("[CLS]", "[SEP]", "[UNK]", "olaparib", "dose", "of", "may", "rain", "brca1", "300", "mg")
QUERY = "olaparib dose"
TEXTS = ("rain of may", "300 mg of olaparib", "brca1", "dose olaparib dose brca1 unheard rain")


def random_weights(labels: int = 1, prefix: str = "") -> Weights:
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(WORDS), HIDDEN),
        "embeddings.position_embeddings.weight": (PLACES, HIDDEN),
        "embeddings.token_type_embeddings.weight": (2, HIDDEN),
    }
    linear = {"pooler.dense": (HIDDEN, HIDDEN), "classifier": (labels, HIDDEN)}
    norms = ["embeddings.LayerNorm"]
    for at in (f"encoder.layer.{number}" for number in range(LAYERS)):
        linear |= {f"{at}.attention.self.{n}": (HIDDEN, HIDDEN) for n in ("query", "key", "value")}
        linear |= {
            f"{at}.attention.output.dense": (HIDDEN, HIDDEN),
            f"{at}.intermediate.dense": (WIDE, HIDDEN),
            f"{at}.output.dense": (HIDDEN, WIDE),
        }
        norms += [f"{at}.attention.output.LayerNorm", f"{at}.output.LayerNorm"]
    for name, shape in linear.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    shapes |= {f"{name}.{each}": (HIDDEN,) for name in norms for each in ("weight", "bias")}
    chance = np.random.default_rng(11)
    # Norms that keep what differs, and a pooler that is not flooded, tell the pairs apart.
    spread = {"pooler.dense.weight": 0.1, "classifier.weight": 1.0}
    return {
        (name if name.startswith("classifier") else prefix + name): chance.normal(
            float(name.endswith("LayerNorm.weight")), spread.get(name, 0.3), shape
        ).astype(np.float32)
        for name, shape in shapes.items()
    }


def write_model(folder: Path, weights: Weights, **changed: Any) -> Path:
    folder.mkdir(parents=True)
    write_safetensors(folder / "model.safetensors", weights)
    words = Tokenizer(models.WordLevel({w: n for n, w in enumerate(WORDS)}, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    words.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 0), ("[SEP]", 1)],
    )
    words.save(str(folder / "tokenizer.json"))
    told = {
        "model_type": "bert", "hidden_act": "gelu", "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS, "layer_norm_eps": EPSILON, "max_position_embeddings": PLACES,
    } | changed  # fmt: skip
    (folder / "config.json").write_text(json.dumps(told))
    return folder


@pytest.fixture
def reranker(tmp_path: Path) -> LocalReranker:
    return open_local_reranker(write_model(tmp_path / "pairs", random_weights(prefix="bert.")))


def by_onnxruntime(folder: Path) -> Callable[[str, str], float]:
    """The same weights and words, computed by another program."""
    graph = cross_encoder(random_weights(), layers=LAYERS, heads=HEADS, epsilon=EPSILON)
    session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))

    def score(query: str, text: str) -> float:
        pair = tokenizer.encode(query, text)
        asked = {"input_ids": pair.ids, "token_type_ids": pair.type_ids}
        asked["position_ids"] = list(range(len(pair.ids)))
        given = {name: np.array([ids], np.int64) for name, ids in asked.items()}
        return float(np.asarray(session.run(None, given)[0]).item())

    return score


async def test_pairs_get_the_scores_that_another_program_computes(
    reranker: LocalReranker, tmp_path: Path
) -> None:
    score = by_onnxruntime(tmp_path / "pairs")
    expected = [score(QUERY, text) for text in TEXTS]
    assert np.ptp(expected) > 0.1, "they differ"
    assert np.abs(np.array(reranker.scores(QUERY, TEXTS)) - expected).max() < 1e-5
    swapped = [score(text, QUERY) for text in TEXTS]
    assert np.abs(np.array(swapped) - expected).max() > 0.01, "which text is which counts"
    await reranker.close()
    await reranker.close()


async def test_documents_are_judged_in_the_order_given(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "models" / "pairs", random_weights())
    opened = open_reranker("local:pairs", models_folder=folder.parent)
    assert opened is not None
    kind = Document(silo="s", id="d", version="1", title="", text="")
    documents = [replace(kind, id=str(n), text=text) for n, text in enumerate(TEXTS)]
    judged = await opened.rerank(QUERY, documents)
    score = by_onnxruntime(folder)
    assert [each.score for each in judged] == pytest.approx(
        [score(QUERY, text) for text in TEXTS], abs=1e-5
    )
    assert await opened.rerank(QUERY, []) == ()
    assert opened.name.startswith("local:pairs:32:")
    await opened.close()


async def test_a_pair_beyond_the_window_loses_the_end_of_its_longer_text(
    reranker: LocalReranker,
) -> None:
    long = "rain " * 200
    room = PLACES - 3 - len(QUERY.split())
    assert reranker.window == PLACES
    assert reranker.scores(QUERY, [long]) == reranker.scores(QUERY, ["rain " * room])
    assert reranker.scores(QUERY, [long]) != reranker.scores(QUERY, ["rain " * (room - 1)])
    await reranker.close()


def without(name: str) -> Weights:
    return {each: x for each, x in random_weights().items() if name not in each}


@pytest.mark.parametrize(
    ("weights", "changed", "said"),
    [
        (without("pooler"), {}, r"lack pooler\.dense\.weight"),
        (without("layer.2.output.dense"), {}, r"lack encoder\.layer\.2\.output\.dense"),
        (random_weights(labels=3), {}, "one figure for a pair, this one 3"),
        (random_weights(), {"model_type": "xlm-roberta"}, "only BERT"),
        (random_weights(), {"max_position_embeddings": 0}, "how many tokens"),
    ],
)
def test_a_folder_that_does_not_fit_is_told_in_a_sentence(
    tmp_path: Path, weights: Weights, changed: dict[str, Any], said: str
) -> None:
    folder = write_model(tmp_path / "pairs", weights, **changed)
    with pytest.raises(RerankerUnavailable, match=said):
        open_reranker(f"local:{folder}")


@pytest.mark.parametrize("spec", ["local:none", "local:"])
def test_a_folder_that_is_not_there_is_told(tmp_path: Path, spec: str) -> None:
    with pytest.raises(RerankerUnavailable, match=r"is no folder|is not known"):
        open_reranker(spec, models_folder=tmp_path)


async def test_a_model_that_gives_no_number_is_no_order(tmp_path: Path) -> None:
    spoilt = {n: x * np.float32(np.nan) if n == "classifier.bias" else x
              for n, x in random_weights().items()}  # fmt: skip
    opened = open_local_reranker(write_model(tmp_path / "pairs", spoilt))
    document = Document(silo="s", id="d", version="1", title="", text="rain")
    with pytest.raises(RerankerUnavailable, match="gave no score"):
        await opened.rerank(QUERY, [document])
    await opened.close()
