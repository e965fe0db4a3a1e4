"""A run as text to be copied: its steps, its answer with sources, what people think of it and what
a board decided. Pure."""

from __future__ import annotations

from agents.turns import View
from agents.turns.personal import personal_with_judgements
from bot.asking.terminal import view_lines
from bot.packets.slack import people_of, with_people
from bot.rendering.blocks import Block, escape, fit_one_message, sections

_CUT = "_More than fits in a message: `curbside show` prints all of it._"


def export_blocks(view: View) -> list[Block]:
    """As ``curbside show`` prints it, with people by name, without what identifies a patient."""
    hiding, people = personal_with_judgements(view), people_of(view)
    lines = [with_people(escape(hiding.blank(line.text)), people) for line in view_lines(view)]
    return fit_one_message(sections(lines, whole=True), [], _CUT)
