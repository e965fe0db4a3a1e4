"""Which embedder a setting means."""

from __future__ import annotations

from pathlib import Path

from retrieval.embedding.contract import ClosableEmbedder
from retrieval.embedding.private import PrivateEmbedder
from retrieval.errors import EmbedderUnavailable
from retrieval.providers.hosting import is_hosted


def open_embedder(
    spec: str,
    *,
    url: str = "",
    cohere_api_key: str = "",
    models_folder: Path | None = None,
    is_trusted: bool = False,
) -> ClosableEmbedder:
    """``minilm``, ``local:FOLDER`` (a BERT; below ``models_folder`` unless it begins with /),
    ``cohere:MODEL``, ``fastembed:MODEL`` or ``provider:model`` of LangChain; a model that can give
    shorter vectors takes their length after an @, as in ``cohere:embed-v4.0@1024``. ``url`` is
    another address of the provider. Blocking: loads files, but asks no provider yet. What is
    personal is kept from an embedder that runs elsewhere, unless it ``is_trusted``. Raises
    :class:`EmbedderUnavailable`."""
    opened = _open(spec, url, cohere_api_key, models_folder)
    return PrivateEmbedder(opened) if is_hosted(spec) and not is_trusted else opened


def _open(spec: str, url: str, cohere_api_key: str, models_folder: Path | None) -> ClosableEmbedder:
    kind, _, model = spec.strip().partition(":")
    kind = kind.strip().lower()
    if kind == "minilm" and not model:
        from retrieval.embedding.minilm.embedder import MiniLM

        return MiniLM()
    if not model.strip():
        known = "minilm, local:FOLDER, cohere:MODEL, fastembed:MODEL…"
        detail = f"{kind or 'The embedder'} needs a model: {known}"
        raise EmbedderUnavailable(detail)
    if kind == "local":
        from retrieval.embedding.minilm.local import open_local_model

        return open_local_model((models_folder or Path()) / model.strip())
    model, dimensions = _dimensions(model.strip())
    if kind == "cohere":
        from retrieval.embedding.cohere import CohereEmbedder

        return CohereEmbedder(model, dimensions, api_key=cohere_api_key, url=url)
    if kind == "fastembed":
        from retrieval.embedding.fastembed import FastEmbedder

        return FastEmbedder(model, models_folder)
    from retrieval.embedding.langchain import LangChainEmbedder

    return LangChainEmbedder(kind, model, dimensions, url=url)


def _dimensions(model: str) -> tuple[str, int | None]:
    """The model's name and the length that was asked for, if any."""
    name, mark, number = model.rpartition("@")
    if not mark:
        return model, None
    if not number.isdigit() or int(number) == 0 or not name:
        detail = f"{model}: after the @ stands the length of the vectors, as in embed-v4.0@1024."
        raise EmbedderUnavailable(detail)
    return name, int(number)
