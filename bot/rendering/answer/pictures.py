"""What was computed with a table, beside the words of a reply: pictures and code. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from agents.turns import Ending, Reply
from agents.turns.computing.drawings import ComputedAnalysis, Drawing
from bot.db.outbox import FINAL, PICTURE, Outgoing, SlackAddress, drawing_body
from bot.rendering.blocks import Block, clip, context, escape, fold, message_body, section

MOST_TITLE = 150
"""Characters of a picture's title. Chosen by hand, far below Slack's 2,000."""
MOST_ALT_TEXT = 1000
"""Characters. Chosen by hand: half of what Slack takes for an image block."""
MOST_CODE = 2500
"""Characters of code in one block. Chosen by hand: below Slack's 3,000 with room for entities."""
MOST_PRINTED = 5000
"""Characters of what code printed. Chosen by hand: two blocks."""
_NOTICE = "A picture of the table"
_NOT_TAKEN = "Slack did not take the picture. What it shows:"


def picture_messages(
    run_id: str, part: str, address: SlackAddress, ending: Ending
) -> tuple[Outgoing, ...]:
    """A message for each picture behind a reply: the picture itself is put in its place when it is
    sent."""
    drawn = [each for each in _analyses_of(ending) if each.drawing is not None]
    return tuple(
        Outgoing(
            run_id=run_id,
            seq=0,
            part=f"{part}{number}",
            address=address,
            priority=FINAL,
            body=_body(each.drawing, each.file),
        )
        for number, each in enumerate(drawn, start=1)
        if each.drawing is not None
    )


def code_blocks(computed: Iterable[ComputedAnalysis]) -> list[Block]:
    """The code of each analysis, and what it printed, folded away."""
    return [
        fold(f"{label}: {each.title}", [section(f"```\n{part}\n```") for part in _parts(text)])
        for each in computed
        for label, text in (("Code", each.code), ("Printed", _printed_words(each)))
        if text
    ]


def _printed_words(each: ComputedAnalysis) -> str:
    """A backtick would end the block that shows it."""
    return clip(each.printed.strip().replace("`", "'"), MOST_PRINTED)


def _analyses_of(ending: Ending) -> tuple[ComputedAnalysis, ...]:
    return ending.computed if isinstance(ending, Reply) else ()


def _body(drawing: Drawing, file: str) -> dict[str, object]:
    alt_text = clip(drawing.alt_text, MOST_ALT_TEXT)
    drawn_from = context(f"Drawn from {escape(drawing.drawn_from)} · _{escape(file)}_")
    shown: Block = {
        "type": "image",
        "alt_text": alt_text,
        "title": {"type": "plain_text", "text": clip(drawing.title, MOST_TITLE), "emoji": False},
    }
    words = [section(f"{_NOT_TAKEN} {escape(alt_text)}"), drawn_from]
    body = message_body(_NOTICE, [shown, drawn_from], simple=words)
    return {**body, PICTURE: drawing_body(drawing)}


def _parts(code: str) -> list[str]:
    """The code in pieces that each fit into a block, cut between lines."""
    parts = [""]
    for line in code.split("\n"):
        written = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        if len(parts[-1]) + len(written) > MOST_CODE:
            parts.append("")
        parts[-1] += f"{written}\n"
    return [part.rstrip("\n") for part in parts]
