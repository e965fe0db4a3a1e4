"""What an earlier step asked and found, when somebody asks about it."""

from __future__ import annotations

from agents.extractive.evidence.cited_statements import observations
from agents.turns import Draft, DraftSentence, View

MOST_OPENED = 8
"""Quotes of an opened step that are shown again. Chosen by hand."""


def opened_steps(view: View) -> Draft:
    """What the opened steps asked and found: their lines as a note, their quotes to cite."""
    seen = [o for o in observations(view) if o.tool == "open_step" and o.outcome == "data"]
    sentences: dict[str, DraftSentence] = {}
    for observation in seen:
        for finding in observation.findings:
            for citation in finding.citations:
                line = DraftSentence(text=citation.quote.strip(), keys=(citation.key,))
                sentences.setdefault(citation.key, line)
    details = tuple(line for o in seen for line in o.detail.splitlines() if line.strip())
    failed = tuple(o.detail for o in observations(view) if o.outcome != "data" and o.detail)
    if not sentences:
        return Draft(sentences=(), not_found=details or failed)
    return Draft(sentences=tuple(sentences.values())[:MOST_OPENED], note=" ".join(details))
