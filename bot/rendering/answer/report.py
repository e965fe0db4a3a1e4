"""The rows of a sequencing report above the answer to a question on it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.endings.exclusions import exclusions_searched_with, is_up_to_date
from agents.reports.attached import (
    asked_of_reports,
    left_out,
    name_of,
    named_only,
    not_read,
    row_lines,
    said_absent,
    several_patients,
)
from agents.reports.rows import reason_not_looked_up, row_at, search_word
from agents.turns import View
from bot.db.outbox import FINAL, Outgoing, SlackAddress
from bot.db.withdrawn_messages import REST
from bot.rendering.answer.evidence import why_not_blocks
from bot.rendering.answer.row_menu import row_menu
from bot.rendering.blocks import Block, escape, message_body, section, sections
from bot.rendering.links import PassageLinks

MOST_ROWS = 30
"""Rows that are shown. Chosen by hand: what fits into one message beside the answer."""
MOST_MENUS = 15
"""Rows with a menu beside them. Chosen by hand: each takes a block, of which a message has 50."""
_TITLE = "*What the report names*, each with where it stands:"
_LEFT = "*Not looked up:* {}. Ask for one by its name."
_NOT_TAKEN = (
    "*Named, and not taken as a finding of the sample:* {}. Compare with the report; ask for one by"
    " its name."
)
_ABSENT = "*Not there, as the report says:* {}."
_NOT_READ = "*Not read:* {}. Compare with the report: it may be a finding."
_SEVERAL = (
    "*Several patients:* {}. No fact of a patient is taken from such a file; see beside each row"
    " whose it is."
)
MOST_LEFT = 12
"""Variants named as not looked up. Chosen by hand."""
_NOTHING = "Nothing that was found for {} was ruled out for this patient."
_CHANGED = "Something was said of the patient since: reply `again`, and it is compared anew."
_NOTICE = "Why not"


def report_blocks(view: View) -> list[Block]:
    """The title, each row with a menu of what can be asked of it, and what was not looked up;
    nothing where the question is on something else, or the file was forgotten."""
    asked = asked_of_reports(view)
    if asked is None:
        return []
    lines = [f"• {escape(words)} · _{escape(where)}_" for words, where in row_lines(view)]
    patients = [escape(each) for each in several_patients(view)]
    several = [_SEVERAL.format(_several(patients))] if patients else []
    blocks = sections([*several, _TITLE], whole=True)
    for number, line in enumerate(lines[:MOST_MENUS]):
        blocks.append({**section(line, whole=True), "accessory": row_menu(view.run_id, number)})
    rest = lines[MOST_MENUS:MOST_ROWS]
    if len(lines) > MOST_ROWS:
        rest.append(f"… and {len(lines) - MOST_ROWS} more; `curbside report` shows them all.")
    left = [_left_words(each.name, each.classed) for each in left_out(view)]
    rest += [_LEFT.format(_several(left))] if left and asked == "actionable" else []
    named = [escape(each) for each in named_only(view)]
    rest += [_NOT_TAKEN.format(_several(named))] if named else []
    absent = [escape(each) for each in said_absent(view)]
    rest += [_ABSENT.format(_several(absent))] if absent else []
    unread = [escape(each) for each in not_read(view)]
    rest += [_NOT_READ.format(_several(unread))] if unread else []
    return [*blocks, *sections(rest, whole=True)]


def why_not_row(view: View, number: int, address: SlackAddress, links: PassageLinks) -> Outgoing:
    """Why a row led to no option, as a reply: that it was not looked up, or what was recorded
    against the options found for it."""
    return Outgoing(
        run_id=view.run_id,
        seq=0,
        part=f"{REST}-row{number}",
        address=address,
        priority=FINAL,
        body=message_body(_NOTICE, _why_not(view, number, links)),
    )


def _why_not(view: View, number: int, links: PassageLinks) -> list[Block]:
    row = row_at(view, number)
    if row is None:
        return sections([_CHANGED])
    if reason := reason_not_looked_up(view, row):
        return sections([escape(reason)])
    found = exclusions_searched_with(view, search_word(row))
    if not found:
        return sections([escape(_NOTHING.format(name_of(row)))])
    return why_not_blocks(view, found, links) if is_up_to_date(view) else sections([_CHANGED])


def _left_words(name: str, classed: str) -> str:
    return escape(f"{name} ({classed})" if classed else name)


def _several(names: Sequence[str]) -> str:
    more = [f"{len(names) - MOST_LEFT} more"] if len(names) > MOST_LEFT else []
    return "; ".join([*names[:MOST_LEFT], *more])
