"""What a model is told of code that ran. Pure.

A model of others is told kinds of errors and names of results, never what was printed: that is made
of what stands in the table. The hospital's own, or one that a channel allows, is told all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.analyses.results import results_of
from agents.turns.computing.code_runs import CodeRun
from retrieval.tables.contract import number_of

MOST_PRINTED = 6_000
"""Characters of what code printed that a model is told. Chosen by hand."""
LAST_LINES = 12
"""Lines of an error that are told. Chosen by hand: the innermost calls."""
LONGEST_MESSAGE = 300
"""Characters of an error's message that are told. Chosen by hand."""
_KIND = re.compile(
    r"^(?:[a-z_]\w{0,40}\.){0,4}[A-Z]\w{0,40}(?:Error|Exception|Warning|Exit|Interrupt)\b"
)
_LINE = re.compile(r'^ {0,8}File "/sandbox/code\.py", line (\d{1,6})')
_WORD = re.compile(r"\w+")


def run_words(ran: CodeRun, code: str, *, is_open: bool) -> str:
    """What came of code."""
    if is_open:
        return "\n".join(_open_lines(ran))
    return "\n".join(_closed_lines(ran, code))


def _open_lines(ran: CodeRun) -> Iterator[str]:
    yield _ending_words(ran)
    if ran.printed:
        yield ran.printed[:MOST_PRINTED]
    if not ran.is_sound:
        yield "\n".join(ran.complaint.splitlines()[-LAST_LINES:])


def _closed_lines(ran: CodeRun, code: str) -> Iterator[str]:
    yield _ending_words(ran)
    if ran.ending != "ran":
        yield ran.complaint
        return
    for name, value in results_of(ran.printed).items():
        if name in code:
            yield f"- result {name}: {_kind_of(value)}"
    if ran.status:
        yield from _error_lines(ran.complaint, code)


def _ending_words(ran: CodeRun) -> str:
    drew = " It drew a picture." if ran.picture else ""
    if ran.ending != "ran":
        return "It did not come to its end."
    return f"It ran to its end with status {ran.status}.{drew}"


def _kind_of(value: str) -> str:
    if not value or value.lower() in ("nan", "none", "na", "null", "inf", "-inf"):
        return "holds no value"
    if number_of(value) is not None:
        return "a number"
    return "text with numbers" if any(each.isdigit() for each in value) else "text"


def _error_lines(complaint: str, code: str) -> Iterator[str]:
    """Where it failed and how; of the message the words that the code has itself."""
    # A number, or a letter alone, could be one of the table that the code has, too.
    known = {word for word in _WORD.findall(code) if len(word) > 2 and not word[0].isdigit()}
    for line in complaint.splitlines():
        if place := _LINE.match(line):
            yield f"in line {place[1]} of the code"
        elif kind := _KIND.match(line):
            said = _WORD.sub(lambda word: word[0] if word[0] in known else "…", line[kind.end() :])
            yield f"{kind[0]}{said[:LONGEST_MESSAGE]}"
