"""Who says what on a question, how old it is, and who is silent: a line or two for each source that
was searched. Pure.

Whether two sources differ is not decided here: their own words stand beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.endings.provenance import source_words, warning_words
from agents.turns import Answer, Citation, Observation, View
from bot.rendering.answer.answer_lines import CitationMarks
from bot.rendering.blocks import clip, escape
from bot.rendering.steps import title

_SEARCH = "search_"
_MOST_QUOTES = 2
"""Quotes of a source that are shown. Chosen by hand: the others stand with the claims."""
_LONGEST_QUOTE = 300
"""Characters. Chosen by hand: about four lines of a form."""


@dataclass(frozen=True, slots=True)
class Voice:
    """What one of the searched sources has to say."""

    tool: str
    quoted: tuple[Citation, ...]
    """Of the answer, the newest first."""
    unused: int
    """Findings that the answer does not rest on."""
    documents: int
    is_reached: bool
    """Whether any of its searches came to an end."""


def voices_of(view: View) -> tuple[Voice, ...]:
    """Those of an answer that several sources were searched for; who is quoted comes first, the
    newest of them first of all, then who is silent."""
    if not isinstance(view.ending, Answer):
        return ()
    seen: dict[str, list[Observation]] = {}
    for step in view.all_steps:
        for observation in step.observations:
            if observation.tool.startswith(_SEARCH):
                seen.setdefault(observation.tool, []).append(observation)
    used = {key for sentence in view.ending.sentences for key in sentence.keys}
    voices = [_voice(tool, observations, used) for tool, observations in seen.items()]
    if len(voices) < 2:
        return ()
    return tuple(sorted(voices, key=_rank, reverse=True))


def _voice(tool: str, seen: Sequence[Observation], used: set[str]) -> Voice:
    findings = {finding.text: finding for each in seen for finding in each.findings}
    cited = [each for finding in findings.values() for each in finding.citations]
    quoted = {each.key: each for each in cited if each.key in used}
    unused = [each for each in findings.values() if not any(c.key in used for c in each.citations)]
    return Voice(
        tool=tool,
        quoted=tuple(sorted(quoted.values(), key=_date, reverse=True)),
        unused=len(unused),
        documents=len({ref for each in seen for ref in each.documents}),
        is_reached=any(each.outcome in ("data", "empty") for each in seen),
    )


def _date(citation: Citation) -> str:
    return citation.as_of or citation.date


def _rank(voice: Voice) -> tuple[bool, str, bool]:
    newest = _date(voice.quoted[0]) if voice.quoted else ""
    return (bool(voice.quoted), newest, bool(voice.unused))


def voice_lines(view: View, citing: CitationMarks, titles: Mapping[str, str]) -> list[str]:
    """The lines; empty where there is nothing to compare."""
    lines: list[str] = []
    for voice in voices_of(view):
        name = f"*{escape(title(voice.tool, titles))}*"
        if not voice.quoted:
            lines.append(f"• {name}: {_silence(voice)}")
            continue
        lines.append(f"• {name}")
        lines += [_quote_line(each, citing) for each in voice.quoted[:_MOST_QUOTES]]
        if (left := len(voice.quoted) - _MOST_QUOTES) > 0:
            lines.append(f"_and {left} more_")
    return lines


def _quote_line(citation: Citation, citing: CitationMarks) -> str:
    said = ", ".join(escape(part) for part in source_words(citation))
    old = "".join(f" · ⚠️ *{escape(each)}*" for each in warning_words(citation, citing.today))
    quote = escape(clip(" ".join(citation.quote.split()), _LONGEST_QUOTE))
    return f">{citing.marks([citation.key])} “{quote}” {said}{old}"


def _silence(voice: Voice) -> str:
    if not voice.is_reached:
        return "_not reached_"
    documents = "1 document" if voice.documents == 1 else f"{voice.documents} documents"
    if voice.unused:
        return f"_found something that the answer does not rest on_ ({documents})"
    return f"_silent on this_ ({documents} found)"
