"""A sentence held against quotes, as the tests of the check write it."""

from __future__ import annotations

from agents.checking.claims import QuotedText, problem_with_claim


def problem(sentence: str, *quotes: str, asked: str = "", title: str = "") -> str:
    """Why the quotes do not support the sentence, which cites them all."""
    keyed = {
        f"c{n}": QuotedText(text=quote, title=title, organisation="", date="2024")
        for n, quote in enumerate(quotes, 1)
    }
    return problem_with_claim(asked, sentence + "".join(f" [{key}]" for key in keyed), keyed)
