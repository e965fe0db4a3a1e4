"""What a model must not say to people, whoever asked for it: its instructions, addresses on the
web, which only the program gives, and what looks like a token of Slack. Pure."""

from __future__ import annotations

import re
from functools import cache

from agents.prompts import every_prompt

RUN = 8
"""So many words in a row that stand so in a prompt are the prompt's. Chosen by hand: no sentence of
a case repeats that many by chance."""
_ADDRESS = re.compile(r"(?:\b[a-z]{2,8}://|\bwww\.|\bmailto:)[^\s<>|)\"']{1,2000}", re.I)
_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\b(?:xox[a-z]|xapp)-[\w-]{1,500}", re.I)
REMOVED = "(web address removed)"


def fit_for_people(text: str) -> str:
    """The text without web addresses, tokens, and the lines that repeat the prompts."""
    if any(_repeats_a_prompt(line) for line in text.splitlines()):
        text = "\n".join(line for line in text.splitlines() if not _repeats_a_prompt(line))
    return _TOKEN.sub("(key removed)", _ADDRESS.sub(REMOVED, text))


def _repeats_a_prompt(line: str) -> bool:
    return not _runs(line).isdisjoint(_prompt_runs())


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    read = _WORD.findall(text.lower())
    return frozenset(tuple(read[at : at + RUN]) for at in range(len(read) - RUN + 1))


@cache
def _prompt_runs() -> frozenset[tuple[str, ...]]:
    return frozenset(run for text in every_prompt() for run in _runs(text))
