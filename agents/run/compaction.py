"""Middle compression: the question and the newest steps stay, the steps between are summarised.

It makes progress or does not happen, and whatever was citable stays citable."""

from __future__ import annotations

import re

from agents.turns import Finding, Step, View

STEPS_KEPT = 2
"""The newest steps are never folded. Chosen by hand: the last step and the one it builds on."""
SUMMARY_ROOM = 400
"""Characters. Steps that are shorter together are not worth a model call. Chosen by hand."""


def size_of(view: View) -> int:
    """How many characters of the run the core is shown, roughly."""
    return len(view.folded) + sum(size_of_step(step) for step in view.steps[view.hidden :])


def size_of_step(step: Step) -> int:
    """Characters of a step: its words, what was asked, and what was found."""
    asked = sum(len(str(action.arguments)) for action in step.thought.actions)
    found = sum(
        _size_of_finding(finding)
        for observation in step.observations
        for finding in observation.findings
    )
    said = sum(len(observation.detail) for observation in step.observations)
    return len(step.thought.text) + asked + found + said


def _size_of_finding(finding: Finding) -> int:
    """Characters of a finding. Where its words are those of its quote, they are told once."""
    quotes = sum(len(citation.quote) for citation in finding.citations)
    only = len(finding.citations) == 1 and finding.text == finding.citations[0].quote.strip()
    return quotes if only else len(finding.text) + quotes


def span_to_fold(view: View, budget: int, keep: int = STEPS_KEPT) -> int | None:
    """How many steps, from the first, to fold away so that the view fits *budget* characters.

    None when it fits, or when no further whole step can be folded: then nothing is gained."""
    if size_of(view) <= budget:
        return None
    hidden = len(view.steps) - keep
    if hidden <= view.hidden or any(step.pending for step in view.steps[:hidden]):
        return None
    gained = sum(size_of_step(step) for step in view.steps[view.hidden : hidden])
    return hidden if gained > SUMMARY_ROOM else None


def makes_progress(view: View, hidden: int, summary: str) -> bool:
    """Whether the summary is shorter than what it would stand for."""
    if hidden <= view.hidden or not summary.strip():
        return False
    replaced = sum(size_of_step(step) for step in view.steps[view.hidden : hidden])
    return len(summary) < len(view.folded) + replaced


def with_forgotten_keys(summary: str, folded: View) -> str:
    """The summary, with a line that names every citation key it forgot."""
    mentioned = set(re.findall(r"\bc\d+\b", summary))
    forgotten = [
        f"{key} ({citation.title})"
        for key, citation in folded.citations.items()
        if key not in mentioned
    ]
    return "\n".join([summary, f"Also citable: {'; '.join(forgotten)}."]) if forgotten else summary
