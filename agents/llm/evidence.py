"""Observations as the text that a model reads. Pure."""

from __future__ import annotations

import re

from agents.turns import Citation, Finding, Observation, View

_CLOSING = re.compile(r"</(?=(document|observation|evidence|message|file)\b)", re.I)


def as_data(text: str) -> str:
    """Text that cannot close the tag it stands in."""
    return _CLOSING.sub("<\\/", text)


def observation_text(observation: Observation, steps_left: int) -> str:
    """An observation with its findings, keys and a status line."""
    lines = [f"outcome: {observation.outcome}"]
    if observation.detail:
        lines.append(observation.detail)
    for finding in observation.findings:
        lines.append(f"- {finding.text} {''.join(f'[{c.key}]' for c in finding.citations)}")
        lines += [f'  [{c.key}] {source(c)}: "{c.quote}"' for c in finding.citations]
        if reason := against(finding):
            lines.append(f"  Not for this patient: {reason}")
    if observation.outcome == "data" and not observation.findings:
        lines.append("Documents were found, but nothing in them bears on the query.")
        lines += [f"  {title}" for title in observation.titles]
    found = sum(len(finding.citations) for finding in observation.findings)
    lines.append(
        f"status: {found} quotes verified, {_removed_count(observation.findings)} removed, "
        f"{steps_left} steps left"
    )
    return as_data("\n".join(lines))


def evidence_rows(view: View) -> list[dict[str, str]]:
    """Every citable quote with the insight it supports."""
    return [
        {
            "key": citation.key,
            "source": as_data(source(citation)),
            "status": citation.status,
            "level": citation.evidence_level,
            "insight": as_data(finding.text),
            "quote": as_data(citation.quote),
            "against": as_data(against(finding)),
        }
        for step in view.all_steps
        for observation in step.observations
        for finding in observation.findings
        for citation in finding.citations
    ]


def against(finding: Finding) -> str:
    """Why no statement that a finding quotes is for this patient; empty when one may be."""
    if not finding.judgements or not all(each.contradictions for each in finding.judgements):
        return ""
    return next((each.reason for each in finding.judgements if each.reason), "")


def silent_rows(view: View) -> list[str]:
    """The searches that gave nothing, and why."""
    return [
        as_data(f"{observation.tool}: {observation.outcome}. {observation.detail}")
        for step in view.steps
        for observation in step.observations
        if not observation.findings
    ]


def source(citation: Citation) -> str:
    """Title, organisation and date, as a clinician would name a source."""
    return ", ".join(
        part for part in (citation.title, citation.organisation, citation.date) if part
    )


def _removed_count(findings: tuple[Finding, ...]) -> int:
    return sum(finding.removed for finding in findings)
