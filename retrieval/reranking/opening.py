"""Which re-ranker a setting means."""

from __future__ import annotations

from pathlib import Path

from retrieval.errors import RerankerUnavailable
from retrieval.reranking.contract import Reranker
from retrieval.reranking.private import PrivateReranker


def open_reranker(
    spec: str,
    *,
    url: str = "",
    cohere_api_key: str = "",
    models_folder: Path | None = None,
    is_trusted: bool = False,
) -> Reranker | None:
    """``none`` (None), ``local:FOLDER`` (a BERT that judges pairs; below ``models_folder`` unless
    it begins with /), ``cohere:MODEL`` or ``fastembed:MODEL``. ``url`` is another address of the
    provider. What is personal is kept from one that runs elsewhere, unless it ``is_trusted``.
    Blocking: loads files. Raises :class:`RerankerUnavailable`."""
    kind, _, model = spec.strip().partition(":")
    kind, model = kind.strip().lower(), model.strip()
    if kind in ("", "none"):
        return None
    if kind == "cohere" and model:
        from retrieval.reranking.cohere import CohereReranker

        cohere = CohereReranker(model, api_key=cohere_api_key, url=url)
        return cohere if is_trusted else PrivateReranker(cohere)
    if kind == "local" and model:
        from retrieval.reranking.local import open_local_reranker

        return open_local_reranker((models_folder or Path()) / model)
    if kind == "fastembed" and model:
        from retrieval.reranking.fastembed import CrossEncoderReranker

        return CrossEncoderReranker(model, models_folder)
    known = "none, local:FOLDER, cohere:MODEL or fastembed:MODEL"
    detail = f"{spec.strip()} is not known: it is {known}."
    raise RerankerUnavailable(detail)
