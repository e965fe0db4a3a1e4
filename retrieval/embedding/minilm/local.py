"""A model of the BERT family from a folder, as sentence-transformers writes them: BGE, E5, GTE,
Arctic and their like. Everything that is not in the weights comes from the folder's own files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from retrieval.embedding.minilm.bert import Encoder, Pooling, Shape
from retrieval.embedding.minilm.embedder import BertEmbedder, Prefixes, open_tokenizer
from retrieval.embedding.minilm.weights import read_any_weights
from retrieval.errors import EmbedderUnavailable

CONFIGURATION = "config.json"
POOLING = "1_Pooling/config.json"
WINDOW = "sentence_bert_config.json"
PROMPTS = "config_sentence_transformers.json"
_POOLINGS: Mapping[str, Pooling] = {
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_cls_token": "cls",
}
_DOCUMENT_PROMPTS = ("document", "passage", "corpus")
"""Names under which models keep what stands before a document."""

Json = Mapping[str, Any]


def open_local_model(folder: Path) -> BertEmbedder:
    """Blocking: reads the weights. Raises :class:`EmbedderUnavailable` with what the folder
    lacks."""
    if not folder.is_dir():
        detail = (
            f"{folder} is no folder. Give one that holds {CONFIGURATION} and model.safetensors."
        )
        raise EmbedderUnavailable(detail)
    encoder, tokenizer, digest = _load(folder)
    prompts, pooling = _prefixes_of(folder), _pooling_of(folder)
    told = hashlib.sha256(f"{digest}|{pooling}|{prompts}".encode()).hexdigest()[:16]
    window = min(window_of(folder), encoder.positions)
    name = f"{folder.resolve().name}:{window}:{told}"
    return BertEmbedder(encoder, tokenizer, name=name, window=window, prefixes=prompts)


@cache
def _load(folder: Path) -> tuple[Encoder, Tokenizer, str]:
    """Once in a process, whoever opens the model again."""
    digest, tensors = read_any_weights(folder / "model.safetensors")
    try:
        encoder = Encoder(tensors, shape_of(folder, _pooling_of(folder)))
    except KeyError as error:
        detail = f"{folder}: its weights lack {error.args[0]}. Only models of the BERT family work."
        raise EmbedderUnavailable(detail) from error
    return encoder, open_tokenizer(folder / "tokenizer.json"), digest


def shape_of(folder: Path, pooling: Pooling) -> Shape:
    """Raises :class:`EmbedderUnavailable` for what is no BERT."""
    given = _json(folder / CONFIGURATION)
    kind = given.get("model_type")
    places = given.get("position_embedding_type", "absolute")
    if kind != "bert" or places != "absolute" or given.get("hidden_act") != "gelu":
        detail = (
            f"{folder / CONFIGURATION}: only BERT with absolute positions and gelu works, not"
            f" {kind}, {places}, {given.get('hidden_act')}."
        )
        raise EmbedderUnavailable(detail)
    try:
        return Shape(
            layers=int(given["num_hidden_layers"]),
            heads=int(given["num_attention_heads"]),
            epsilon=float(given.get("layer_norm_eps", 1e-12)),
            pooling=pooling,
        )
    except (KeyError, TypeError, ValueError) as error:
        detail = f"{folder / CONFIGURATION} does not say how many layers and heads there are."
        raise EmbedderUnavailable(detail) from error


def _pooling_of(folder: Path) -> Pooling:
    given = _json(folder / POOLING)
    wanted = [name for name in given if name.startswith("pooling_mode_") and given[name] is True]
    if len(wanted) != 1 or wanted[0] not in _POOLINGS:
        detail = f"{folder / POOLING}: only the mean of all tokens or the first one works."
        raise EmbedderUnavailable(detail)
    return _POOLINGS[wanted[0]]


def window_of(folder: Path) -> int:
    """Tokens that the model was made for."""
    path = folder / WINDOW
    given = _json(path) if path.is_file() else _json(folder / CONFIGURATION)
    window = given.get("max_seq_length") or given.get("max_position_embeddings")
    if not isinstance(window, int) or window < 1:
        raise EmbedderUnavailable(f"{path} does not say how many tokens are read.")
    return window


def _prefixes_of(folder: Path) -> Prefixes:
    """What stands before queries and documents; nothing where the folder does not say."""
    path = folder / PROMPTS
    prompts = _json(path).get("prompts") if path.is_file() else None
    if not isinstance(prompts, dict):
        return Prefixes()
    documents = [prompts[name] for name in _DOCUMENT_PROMPTS if prompts.get(name)]
    return Prefixes(str(prompts.get("query") or ""), str(documents[0] if documents else ""))


def _json(path: Path) -> Json:
    try:
        read = json.loads(_text(path))
    except ValueError as error:
        raise EmbedderUnavailable(f"{path} is not JSON.") from error
    if not isinstance(read, dict):
        raise EmbedderUnavailable(f"{path} holds no object.")
    return read


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EmbedderUnavailable(f"{path} is missing or cannot be read.") from error
