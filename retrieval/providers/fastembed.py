"""How models of fastembed are loaded: from files on this machine, never from the network.

fastembed would try a download for most of a minute before it says that it cannot, and a hospital's
machine often may not. The files lie in the models folder or in fastembed's cache.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from loguru import logger

from retrieval.errors import RetrievalError
from retrieval.providers import local_models

Model = TypeVar("Model")
_REGISTERING = Lock()

logger.disable("fastembed")


def load_model(
    kind: Callable[..., Model],
    model: str,
    models_folder: Path | None,
    *,
    add: Callable[[str, Path], None],
    unavailable: type[RetrievalError],
) -> Model:
    """A model of this kind (``TextEmbedding``, ``TextCrossEncoder``) by its name. Blocking.

    ``add`` tells fastembed of a model that lies in the models folder and that it does not know;
    it may raise ``unavailable``. Raises ``unavailable`` when the files are missing or do not
    fit."""
    folder = local_models.folder_of(model, models_folder)
    try:
        if folder is not None:
            _register(kind, model, folder, add)
        return kind(
            model,
            local_files_only=True,
            specific_model_path=None if folder is None else str(folder),
        )
    except unavailable:
        raise
    # fastembed and onnxruntime raise what they meet: ValueError, RuntimeError, own errors.
    except Exception as error:
        raise unavailable(_missing_files(model, models_folder)) from error


def _register(kind: Any, model: str, folder: Path, add: Callable[[str, Path], None]) -> None:
    with _REGISTERING:
        known = {str(each["model"]).lower() for each in kind.list_supported_models()}
        if model.lower() not in known:
            add(model, folder)


def _missing_files(model: str, models_folder: Path | None) -> str:
    if models_folder is None:
        return f"{model} is not in fastembed's cache; set CURBSIDE_MODELS_FOLDER to its files."
    return f"{model} cannot be loaded from the folder {models_folder.name}: its files do not fit."
