"""Models from a folder: small random weights, beside the same computation written out plainly."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from retrieval.embedding import open_embedder
from retrieval.embedding.minilm.embedder import BertEmbedder
from retrieval.embedding.minilm.local import open_local_model
from retrieval.errors import EmbedderUnavailable

HIDDEN, HEADS, LAYERS, WIDE, PLACES = 12, 3, 2, 20, 16
EPSILON = 1e-7
WORDS = ("[CLS]", "[SEP]", "[UNK]", "query", "text", "alpha", "beta", "gamma", "trial")
TEXTS = ("alpha beta", "gamma", "trial trial beta alpha gamma")
Weights = Mapping[str, NDArray[np.float32]]


def random_weights() -> Weights:
    """Named as BERT's are."""
    shapes = {
        "embeddings.word_embeddings.weight": (len(WORDS), HIDDEN),
        "embeddings.position_embeddings.weight": (PLACES, HIDDEN),
        "embeddings.token_type_embeddings.weight": (2, HIDDEN),
        "embeddings.LayerNorm.weight": (HIDDEN,),
        "embeddings.LayerNorm.bias": (HIDDEN,),
    }
    square, norms = ("query", "key", "value"), ("attention.output", "output")
    for number in range(LAYERS):
        at = f"encoder.layer.{number}"
        parts = [(f"{at}.attention.self.{name}", HIDDEN, HIDDEN) for name in square]
        parts += [
            (f"{at}.attention.output.dense", HIDDEN, HIDDEN),
            (f"{at}.intermediate.dense", WIDE, HIDDEN),
            (f"{at}.output.dense", HIDDEN, WIDE),
        ]
        for name, outputs, inputs in parts:
            shapes |= {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}
        for name in norms:
            shapes |= {f"{at}.{name}.LayerNorm.{each}": (HIDDEN,) for each in ("weight", "bias")}
    chance = np.random.default_rng(3)
    return {name: chance.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}


WEIGHTS = random_weights()


def write_safetensors(path: Path, weights: Weights, kind: str = "F32") -> None:
    header, numbers = {}, b""
    for name, values in weights.items():
        packed = values.astype("<f4" if kind == "F32" else "<f2").tobytes()
        place = [len(numbers), len(numbers) + len(packed)]
        header[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": place}
        numbers += packed
    told = json.dumps(header).encode()
    path.write_bytes(len(told).to_bytes(8, "little") + told + numbers)


def write_model(folder: Path, pooling: str = "mean_tokens", **more: Any) -> Path:
    (folder / "1_Pooling").mkdir(parents=True)
    write_safetensors(folder / "model.safetensors", WEIGHTS)
    tokenizer = Tokenizer(models.WordLevel({w: n for n, w in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 0), ("[SEP]", 1)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    files = {
        "config.json": {
            "model_type": "bert", "hidden_act": "gelu", "num_hidden_layers": LAYERS,
            "num_attention_heads": HEADS, "layer_norm_eps": EPSILON,
            "max_position_embeddings": PLACES,
        },
        "1_Pooling/config.json": {
            f"pooling_mode_{name}": name == pooling for name in ("cls_token", "mean_tokens")
        },
        **more,
    }  # fmt: skip
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content))
    return folder


def normed(row: NDArray[np.float64], at: str) -> NDArray[np.float64]:
    centred = row - row.mean()
    scaled = centred / math.sqrt((centred**2).mean() + EPSILON)
    result: NDArray[np.float64] = scaled * WEIGHTS[f"{at}.weight"] + WEIGHTS[f"{at}.bias"]
    return result


def through(row: NDArray[np.float64], at: str) -> NDArray[np.float64]:
    result: NDArray[np.float64] = (
        WEIGHTS[f"{at}.weight"].astype(float) @ row + WEIGHTS[f"{at}.bias"]
    )
    return result


def one_layer(rows: list[NDArray[np.float64]], at: str) -> list[NDArray[np.float64]]:
    """Head by head and token by token, as the paper has it."""
    parts = {
        name: [through(row, f"{at}.attention.self.{name}") for row in rows]
        for name in ("query", "key", "value")
    }
    head, made = HIDDEN // HEADS, []
    for number, row in enumerate(rows):
        mixed = np.zeros(HIDDEN)
        for start in range(0, HIDDEN, head):
            of = slice(start, start + head)
            asked = parts["query"][number][of]
            scores = np.array([asked @ key[of] / math.sqrt(head) for key in parts["key"]])
            shares = np.exp(scores) / np.exp(scores).sum()
            for share, value in zip(shares, parts["value"], strict=True):
                mixed[of] += share * value[of]
        attended = through(mixed, f"{at}.attention.output.dense")
        row = normed(row + attended, f"{at}.attention.output.LayerNorm")
        wide = through(row, f"{at}.intermediate.dense")
        bent = np.array([x * (1 + math.erf(x / math.sqrt(2))) / 2 for x in wide])
        made.append(normed(row + through(bent, f"{at}.output.dense"), f"{at}.output.LayerNorm"))
    return made


def plainly(text: str, pooling: str) -> NDArray[np.float64]:
    """The vector of a text in double precision."""
    named = {name.removeprefix("embeddings."): x.astype(float) for name, x in WEIGHTS.items()}
    rows = [
        normed(
            named["word_embeddings.weight"][WORDS.index(word)]
            + named["position_embeddings.weight"][place]
            + named["token_type_embeddings.weight"][0],
            "embeddings.LayerNorm",
        )
        for place, word in enumerate(("[CLS]", *text.split(), "[SEP]"))
    ]
    for number in range(LAYERS):
        rows = one_layer(rows, f"encoder.layer.{number}")
    pooled = rows[0] if pooling == "cls_token" else np.mean(rows, axis=0)
    unit: NDArray[np.float64] = pooled / np.linalg.norm(pooled)
    return unit


def vectors(model: BertEmbedder) -> NDArray[np.float32]:
    try:
        return model.embed_documents(TEXTS)
    finally:
        model.close()


@pytest.mark.parametrize("pooling", ["mean_tokens", "cls_token"])
def test_a_model_from_a_folder_computes_what_its_weights_say(tmp_path: Path, pooling: str) -> None:
    model = open_local_model(write_model(tmp_path / "small", pooling))
    assert (model.dimensions, model.window) == (HIDDEN, PLACES)
    expected = np.array([plainly(text, pooling) for text in TEXTS])
    assert np.abs(vectors(model) - expected).max() < 1e-5


def test_what_stands_before_queries_and_documents_is_the_models_own(tmp_path: Path) -> None:
    prompts = {"prompts": {"query": "query ", "passage": "text "}}
    more = {"config_sentence_transformers.json": prompts}
    model = open_embedder(
        "local:small", models_folder=write_model(tmp_path / "small", **more).parent
    )
    assert model.window == PLACES - 1
    asked, (held,) = model.embed_query("alpha"), model.embed_documents(["alpha"])
    model.close()
    assert np.abs(asked - plainly("query alpha", "mean_tokens")).max() < 1e-5
    assert np.abs(held - plainly("text alpha", "mean_tokens")).max() < 1e-5
    plain = open_local_model(write_model(tmp_path / "other" / "small"))
    plain.close()
    assert plain.name != model.name, "other vectors"


def test_half_precision_is_read_and_the_window_is_the_models_own(tmp_path: Path) -> None:
    more = {"sentence_bert_config.json": {"max_seq_length": 4}}
    folder = write_model(tmp_path / "small", **more)
    write_safetensors(folder / "model.safetensors", WEIGHTS, "F16")
    model = open_local_model(folder)
    assert model.window == 4
    expected = np.array([plainly(" ".join(text.split()[:2]), "mean_tokens") for text in TEXTS])
    assert np.abs(vectors(model) - expected).max() < 0.02


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("config.json", {"model_type": "roberta"}, "only BERT"),
        ("config.json", {"model_type": "bert", "hidden_act": "gelu"}, "how many layers"),
        ("1_Pooling/config.json", {"pooling_mode_max_tokens": True}, "only the mean"),
        ("sentence_bert_config.json", {"max_seq_length": 0}, "how many tokens"),
        ("model.safetensors", {}, "safetensors"),
        ("tokenizer.json", {}, "cannot be read"),
    ],
)
def test_a_folder_that_does_not_fit_is_told_in_a_sentence(
    tmp_path: Path, name: str, content: dict[str, Any], said: str
) -> None:
    folder = write_model(tmp_path / "small")
    (folder / name).write_text(json.dumps(content))
    with pytest.raises(EmbedderUnavailable, match=said):
        open_local_model(folder)


def test_weights_that_are_missing_are_named(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "small")
    fewer = {name: x for name, x in WEIGHTS.items() if "layer.1.output.dense" not in name}
    write_safetensors(folder / "model.safetensors", fewer)
    with pytest.raises(EmbedderUnavailable, match=r"encoder\.layer\.1\.output\.dense"):
        open_local_model(folder)
    with pytest.raises(EmbedderUnavailable, match="is no folder"):
        open_embedder("local:none", models_folder=tmp_path)
