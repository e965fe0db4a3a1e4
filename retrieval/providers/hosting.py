"""Which embedders and re-rankers others run. Imports nothing: whoever takes events in asks this,
and embeds nothing."""

from __future__ import annotations

OWN = ("minilm", "local", "fastembed")
"""Those that run on this machine."""


def is_hosted(spec: str) -> bool:
    """Whether an embedder or re-ranker of this setting is one that is asked over the network."""
    return spec.strip().partition(":")[0].strip().lower() not in (*OWN, "none", "")
