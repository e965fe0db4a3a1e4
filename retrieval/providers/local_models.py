"""Model files that lie on this machine."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

ONNX_FILES = (
    "onnx/model.onnx",
    "model.onnx",
    "model_optimized.onnx",
    "onnx/model_quantized.onnx",
)
WINDOW = 512
"""What is read when the model's files do not say."""
CHECKSUM_CHARACTERS = 16
"""Of a SHA-256. Chosen by hand: enough to tell two files of a model apart."""
_READ_AT_ONCE = 1 << 20
"""Bytes. Chosen by hand: it bounds the memory."""


def folder_of(model: str, models_folder: Path | None) -> Path | None:
    """``models_folder/org/name`` or ``models_folder/name``; None when there is neither."""
    if models_folder is None:
        return None
    for name in (model, model.rpartition("/")[2]):
        folder = models_folder / name
        if ".." not in Path(name).parts and folder.is_dir():
            return folder
    return None


def onnx_file(folder: Path) -> str:
    """The model file below the folder, as fastembed names it; empty when there is none."""
    return next((name for name in ONNX_FILES if (folder / name).is_file()), "")


def checksum(path: Path) -> str:
    """The first characters of the file's SHA-256. Blocking: half a second per GB."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_READ_AT_ONCE):
            digest.update(block)
    return digest.hexdigest()[:CHECKSUM_CHARACTERS]


def read_json_object(path: Path) -> dict[str, Any]:
    """A JSON object in a file; empty when there is none."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def window(folder: Path) -> int:
    """How many tokens the model reads, as fastembed cuts: the stricter of two settings."""
    config = read_json_object(folder / "tokenizer_config.json")
    limits = [config.get(key) for key in ("model_max_length", "max_length")]
    usual = [limit for limit in limits if isinstance(limit, int) and 0 < limit < 1_000_000]
    return min(usual, default=WINDOW)
