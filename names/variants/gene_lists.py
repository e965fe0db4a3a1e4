"""Genes of one family that a stroke joins in short: "CDKN2A/B", "NTRK1/2/3". Pure."""

from __future__ import annotations

import re

from names.tables.genes import genes

_LIST = re.compile(
    r"(?P<stem>[A-Z][A-Z0-9]{1,7}?)(?P<first>[A-Z]|\d{1,2})(?P<rest>(?:/[A-Z0-9]{1,2}){1,4})"
)


def genes_in_short(word: str) -> tuple[str, ...]:
    """The symbols that such a word joins; empty unless it is one and each of them is a symbol.

    What is behind a stroke takes the place of the last letter, or of the last number."""
    match = _LIST.fullmatch(word)
    if match is None:
        return ()
    ends = [match["first"], *match["rest"].strip("/").split("/")]
    is_of_numbers = match["first"].isdigit()
    if any(each.isdigit() is not is_of_numbers for each in ends) or (
        not is_of_numbers and any(len(each) > 1 for each in ends)
    ):
        return ()
    stem = match["stem"]
    if is_of_numbers and stem[-1].isdigit():
        return ()
    symbols = tuple(stem + each for each in ends)
    known = len(set(symbols)) == len(symbols) and all(each in genes() for each in symbols)
    return symbols if known else ()
