"""What is said when no record answers. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.wording.gaps import GapWords
from names.patterns.enumeration import in_a_row
from retrieval.records.contract import Lookup

LONGEST_NAME = 60
"""Characters of a name that a gap repeats. Chosen by hand: a variant's is shorter, a sequence's may
have hundreds."""
LOOKED_UP = "Looked up in records, word for word; nothing of it was weighed for a patient."


def no_record(lookup: Lookup, reasons: Sequence[str]) -> GapWords:
    """Of a question on a record that no source holds. ``reasons``: what the sources said."""
    detail = " ".join(dict.fromkeys(filter(None, reasons)))
    spelled = "Check how it is spelled; a similar name is another gene and is not looked up."
    return GapWords(
        purpose=f"a look-up of {lookup.task.asks_for}",
        name=_record_on(lookup),
        detail=f"{detail} {spelled}".strip(),
    )


def no_record_asked(lookup: Lookup, titles: Sequence[str]) -> GapWords:
    """Of a question on a record whose services may not be asked here. ``titles``: theirs."""
    who = in_a_row(titles)
    return GapWords(
        purpose=f"a look-up of {lookup.task.asks_for}",
        name=_record_on(lookup),
        detail=f"{who} would hold it, and nothing is looked up there from here: an admin names the "
        "services that may be asked (CURBSIDE_RECORDS). The documents here do not answer it.",
    )


def _record_on(lookup: Lookup) -> str:
    """``a gene's record on where the gene lies: BRCA2``."""
    name = lookup.name if len(lookup.name) <= LONGEST_NAME else f"{lookup.name[:LONGEST_NAME]}…"
    return f"{lookup.task.record} on {lookup.task.asks_for}: {name}"


def asked_apart(words: str) -> str:
    """Of what is asked beside look-ups, and of the look-ups beyond the most of one question."""
    return f"Not looked up: “{words}”. Ask it in a message of its own."


def sources_agree(titles: Sequence[str]) -> str:
    """That sources were compared and say the same."""
    return f"{in_a_row(titles)} agree."


def sources_differ(some: Sequence[str], others: Sequence[str]) -> str:
    """That sources were compared and do not say the same. Which is right is not decided."""
    verb = "say" if len(some) > 1 else "says"
    one, other = in_a_row(some), in_a_row(others)
    return f"The sources differ: {one} {verb} one thing, {other} another."


def silent_sources(titles: Sequence[str]) -> str:
    """Sources that answered and hold nothing."""
    return f"Nothing of it in {in_a_row(titles)}."
