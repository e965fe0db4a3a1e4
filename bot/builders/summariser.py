"""Who writes the summaries of documents, by what is set."""

from __future__ import annotations

from agents.errors import ModelMisconfigured
from bot.settings import Settings
from retrieval.ingestion.summaries import ExtractiveSummariser, Summariser


def build_summariser(settings: Settings) -> Summariser | None:
    """Who writes summaries for the focus of a silo, if anybody. Blocking: it loads files. Raises
    :class:`agents.errors.ModelMisconfigured`."""
    if settings.summaries == "none":
        return None
    if settings.summaries == "extractive":
        return ExtractiveSummariser()
    if settings.model is None:
        detail = "CURBSIDE_SUMMARIES=model needs CURBSIDE_MODEL."
        raise ModelMisconfigured(detail)
    from agents.llm.summaries import open_model_summariser

    return open_model_summariser(
        model=settings.model,
        fallback=settings.fallback_model,
        base_url=settings.model_url,
        seconds=settings.model_seconds,
        is_trusted=settings.trusts(settings.model_url),
    )
