"""A packet as blocks of Slack, for one person. Pure."""

from __future__ import annotations

import re

from agents.turns import View
from agents.turns.personal import personal_with_judgements
from bot.packets.contents import PacketLine, PacketRun, sections_of
from bot.packets.markdown import TITLE
from bot.rendering.blocks import Block, escape, link, person, sections

_ID = re.compile(r"[UW][A-Z0-9]+")
_FILE = "As a file: `curbside packet {run} --format docx --to FILE` (or md, json)."


def packet_blocks(run: PacketRun) -> list[Block]:
    """What identifies a patient is left out of what people wrote. The first block tells nothing of
    them: notifications take their words from it."""
    hiding = personal_with_judgements(run.view)
    people = people_of(run.view)
    blocks = sections([f"*{TITLE}*", _FILE.format(run=run.view.run_id)])
    for section in sections_of(run, hiding.blank):
        lines = [_line(each, people) for each in section.lines]
        blocks += sections([f"*{section.title}*", *lines], whole=True)
    return blocks


def people_of(view: View) -> re.Pattern[str]:
    """Finds the ids of those who asked, marked, voted and signed."""
    signed = view.decided.signatures if view.decided else ()
    ids = {view.question.asker, *(each.signature.by for each in signed)}
    ids |= {each.review.by for each in view.reviews} | {each.by for each in view.votes}
    known = "|".join(sorted(map(re.escape, filter(_ID.fullmatch, ids))))
    return re.compile(rf"\b(?:{known or '(?!)'})\b")


def with_people(words: str, people: re.Pattern[str]) -> str:
    """The words with people as Slack shows them; what is escaped stays so."""
    return people.sub(lambda found: person(found[0]), words)


def _line(line: PacketLine, people: re.Pattern[str]) -> str:
    words = escape(" ".join(line.words.split()))
    if line.kind == "quote":
        return f"> {words}"
    words = with_people(words, people)
    more = f" {link(line.link, 'open')}" if line.link else ""
    return f"• {words}{more}" if line.kind == "item" else words + more
