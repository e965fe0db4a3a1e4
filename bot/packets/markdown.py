"""A packet as Markdown. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.packets.contents import PacketLine, PacketRun, sections_of
from bot.rendering.links import web_address

TITLE = "Curbside packet"
NOTICE = (
    "A reading aid for professionals, not a medical device. Open the source before you act on it."
)
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&])")
_LIST = re.compile(r"^([^\S\n]*\d+)([.)])|^([^\S\n]*)([-+])", re.M)


def write_markdown(runs: Sequence[PacketRun]) -> str:
    """All runs, one below the other."""
    parts = [f"# {TITLE}", NOTICE]
    for number, run in enumerate(runs, 1):
        parts += [f"# {number}. Run {run.view.run_id}"] if len(runs) > 1 else []
        for section in sections_of(run):
            parts += [f"## {section.title}", *map(_paragraph, section.lines)]
    return "\n\n".join(parts) + "\n"


def _paragraph(line: PacketLine) -> str:
    words = _literal(line.words)
    if line.kind == "quote":
        return "\n".join(f"  > {each}" for each in words.splitlines())
    address = web_address(line.link)
    words += f" <{address}>" if address else ""
    return f"- {words}" if line.kind == "item" else words


def _literal(words: str) -> str:
    """The words as they are: nothing in them formats, links or hides anything."""
    literal = _SPECIAL.sub(r"\\\1", words)
    return _LIST.sub(lambda found: f"{found[1] or found[3]}\\{found[2] or found[4]}", literal)
