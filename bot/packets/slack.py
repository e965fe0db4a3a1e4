"""A packet as blocks of Slack, for one person. Pure."""

from __future__ import annotations

from agents.turns.personal import personal_with_judgements
from bot.packets.contents import PacketLine, PacketRun, sections_of
from bot.packets.markdown import TITLE
from bot.rendering.blocks import Block, escape, link, sections

_FILE = "As a file: `curbside packet {run} --format docx --to FILE` (or md, json)."


def packet_blocks(run: PacketRun) -> list[Block]:
    """What identifies a patient is left out of what people wrote. The first block tells nothing of
    them: notifications take their words from it."""
    hiding = personal_with_judgements(run.view)
    blocks = sections([f"*{TITLE}*", _FILE.format(run=run.view.run_id)])
    for section in sections_of(run, hiding.blank):
        blocks += sections([f"*{section.title}*", *map(_line, section.lines)], whole=True)
    return blocks


def _line(line: PacketLine) -> str:
    words = escape(" ".join(line.words.split()))
    if line.kind == "quote":
        return f"> {words}"
    more = f" {link(line.link, 'open')}" if line.link else ""
    return f"• {words}{more}" if line.kind == "item" else words + more
