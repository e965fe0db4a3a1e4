"""A run as the one JSON object of the command line. Pure; scripts and evaluations rely on it."""

from __future__ import annotations

from typing import Any

from agents.turns import (
    Abstention,
    Answer,
    Citation,
    Ending,
    Failed,
    Reply,
    Sentence,
    Step,
    Stopped,
    View,
)

Json = dict[str, Any]


_NO_QUESTION = {
    "purpose": "something to look up",
    "missing": "fact",
    "name": "a clinical question",
}
"""The gap that small talk is told as."""


def result_object(view: View, seconds: float) -> Json:
    """The object that ``ask --json`` prints, for a run that has ended."""
    answer = view.ending if isinstance(view.ending, Answer) else None
    return {
        "run_id": view.run_id,
        "question": view.question.text,
        "outcome": outcome_of(view.ending),
        "answer": markdown(answer) if answer else None,
        "sentences": [_sentence(each) for each in answer.sentences] if answer else [],
        "citations": [_citation(each) for each in answer.citations] if answer else [],
        "gap": _gap(view.ending),
        "steps": [_step(step) for step in view.all_steps],
        "usage": _usage(view),
        "seconds": round(seconds, 3),
    }


def outcome_of(ending: Ending | None) -> str:
    """The name of an ending. A run without one has failed to reach one.

    A reply to small talk is told as a gap, as it was before it had a name of its own: readers of
    this object know four outcomes."""
    match ending:
        case Answer():
            return "answer"
        case Abstention() | Reply():
            return "gap"
        case Stopped():
            return "stopped"
        case Failed() | None:
            return "failed"


def markdown(answer: Answer) -> str:
    """The answer as Markdown, with numbered citations and the sources below."""
    numbers = {citation.key: n for n, citation in enumerate(answer.citations, start=1)}
    parts = [" ".join(_with_marks(sentence, numbers) for sentence in answer.sentences)]
    if answer.not_found:
        parts.append("\n".join(f"- Not found: {text}" for text in answer.not_found))
    parts += [text for text in (answer.limited, answer.note) if text]
    if answer.citations:
        parts.append("\n".join(_source(numbers[each.key], each) for each in answer.citations))
    return "\n\n".join(parts)


def _with_marks(sentence: Sentence, numbers: dict[str, int]) -> str:
    marks = "".join(f"[{numbers[key]}]" for key in sentence.keys)
    text = f"{sentence.text} {marks}".strip()
    return text if sentence.verified else f"{text} *(not verified: {sentence.problem})*"


def _source(number: int, citation: Citation) -> str:
    title = f"[{citation.title}]({citation.url})" if citation.url else citation.title
    told = [part for part in (citation.organisation, citation.date) if part]
    about = f" ({', '.join(told)})" if told else ""
    return f"{number}. {title}{about}: “{citation.quote}” ({citation.badge})"


def _sentence(sentence: Sentence) -> Json:
    return {
        "text": sentence.text,
        "citations": list(sentence.keys),
        "verified": sentence.verified,
    }


def _citation(citation: Citation) -> Json:
    return {
        "key": citation.key,
        "silo": citation.ref.silo,
        "document_id": citation.ref.id,
        "version": citation.ref.version,
        "title": citation.title,
        "url": citation.url,
        "quote": citation.quote,
        "start": citation.start,
        "end": citation.end,
        "badge": citation.badge,
    }


def _gap(ending: Ending | None) -> Json | None:
    if isinstance(ending, Reply):
        return {**_NO_QUESTION, "detail": ending.text}
    if not isinstance(ending, Abstention):
        return None
    gap = ending.gap
    return {
        "purpose": gap.purpose,
        "missing": gap.missing,
        "name": gap.name,
        "detail": gap.detail,
    }


def _step(step: Step) -> Json:
    return {
        "seq": step.seq,
        "thought": step.thought.text,
        "actions": [
            {"tool": action.tool, "arguments": dict(action.arguments)}
            for action in step.thought.actions
        ],
        "observations": [
            {
                "tool": seen.tool,
                "outcome": seen.outcome,
                "detail": seen.detail,
                "insights": [finding.text for finding in seen.findings],
                "documents": [
                    {"silo": ref.silo, "document_id": ref.id, "version": ref.version}
                    for ref in seen.documents
                ],
            }
            for seen in step.observations
        ],
    }


def _usage(view: View) -> Json:
    costs = [usage.cost_usd for usage in view.usage]
    known = [cost for cost in costs if cost is not None]
    return {
        "model": ", ".join(dict.fromkeys(usage.model for usage in view.usage)),
        "input_tokens": sum(usage.input_tokens for usage in view.usage),
        "output_tokens": sum(usage.output_tokens for usage in view.usage),
        "cost_usd": round(sum(known), 6) if len(known) == len(costs) else None,
    }
