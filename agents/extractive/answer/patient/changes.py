"""What changed since the previous answer, when an addition made Curbside answer its question
again."""

from __future__ import annotations

from collections.abc import Sequence

from agents.turns import DraftSentence, View
from agents.wording.answer_labels import AFTER_ANSWER
from names.recognise import recognise_passage


def what_changed(view: View, added: str, sentences: Sequence[DraftSentence]) -> str:
    """Sentences that say that the previous question is answered again with what was added
    (``added``), which drugs the answer names now and did not name before, and the other way round.
    Empty without an addition, or if the previous turn had no answer."""
    before = view.turns[-1] if view.turns and view.turns[-1].outcome == "answer" else None
    if not added or before is None:
        return ""
    said = before.answer
    for begin in AFTER_ANSWER:
        said = said.partition(begin)[0]
    old = recognise_passage(said).names("drug")
    told = [each.text for each in sentences if each.basis != "matching"]
    new = recognise_passage(" ".join(told)).names("drug")
    lines = [f"“{before.question}” is answered again with “{added}”."]
    if came := sorted(new - old):
        lines.append(f"Named now and not before: {', '.join(came)}.")
    if gone := sorted(old - new):
        lines.append(f"Named before and not now: {', '.join(gone)}.")
    if not (came or gone):
        lines.append("It names the same drugs as before.")
    return " ".join(lines)
