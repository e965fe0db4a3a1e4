"""What is said when no record answers. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.wording.gaps import GapWords

LOOKED_UP = "Looked up in records, word for word; nothing of it was weighed for a patient."


def no_record(asks_for: str, name: str, reasons: Sequence[str]) -> GapWords:
    """Of a question on a record that no source holds. ``reasons``: what the sources said."""
    detail = " ".join(dict.fromkeys(filter(None, reasons)))
    spelled = "Check how it is spelled; a similar name is another gene and is not looked up."
    return GapWords(
        purpose=f"a look-up of {asks_for}",
        name=f"a record of {name}",
        detail=f"{detail} {spelled}".strip(),
    )
