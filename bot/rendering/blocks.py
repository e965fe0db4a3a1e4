"""The pieces of a Slack message, and its size rules. Pure.

Words that come from documents, models or people pass through :func:`escape`: they are shown, and
never become a mention, a link, a command or formatting.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from bot.rendering.links import web_address

Block = dict[str, Any]

MOST_BLOCKS = 50
"""Blocks in a message (Slack's limit, https://docs.slack.dev/reference/block-kit/blocks)."""
MOST_TITLE = 150
"""Characters in the title of a container (Slack's limit, as the next)."""
MOST_CHILDREN = 10
"""Blocks in a container."""
MOST_FOLDED = 1000
"""Characters of a block in a container. Chosen by hand: where several containers share a message,
each is shortened by whole blocks."""
_MORE_FOLDED = "_More was found than fits here; ask me to open the step._"
MOST_SECTION = 3000
"""Characters in a text of a section or context (Slack's limit)."""
MOST_MESSAGE = 11_000
"""Characters in all blocks of a message; Slack refuses somewhere above 13,000."""
MOST_TEXT = 3900
"""Characters of a message without blocks; ``chat.update`` takes no more than 4,000."""

_FORMATTING = re.compile(r"(?<![\w*_~`])([*_~`]+)(?=\S)")
_QUOTATION = re.compile(r"^([^\S\n]*)(?=&gt;)", re.M)
_BREAK = "​"


def escape(text: str) -> str:
    """Literal text for a mrkdwn field: ``& < >`` as entities, each written once.

    A zero-width space keeps a star or underscore at the start of a word from opening bold or
    italics (a star allele is not emphasis), and ``>50%`` at the start of a line from becoming a
    quotation. Not for plain_text fields, which show entities as they are."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    literal = _FORMATTING.sub(lambda found: _keep_apart(found, plain), plain)
    return _QUOTATION.sub(rf"\1{_BREAK}", literal)


def bold(text: str) -> str:
    """Literal text in bold; one with a star in it, as in ``R213*``, stands plain. A star would end
    the bold there, and a sign that looks like one would be copied as another variant."""
    return escape(text) if "*" in text else f"*{escape(text)}*"


def _keep_apart(found: re.Match[str], text: str) -> str:
    marks = found.group(1)
    line_end = text.find("\n", found.end())
    rest = text[found.end() : line_end if line_end >= 0 else None]
    return _BREAK.join(marks) + _BREAK if marks[0] in rest else marks


def link(url: str, label: str) -> str:
    """A link, or only the label when the address is not a plain web address."""
    address = web_address(url)
    return f"<{address.replace('&', '&amp;')}|{escape(label)}>" if address else escape(label)


def person(by: str) -> str:
    """A mention of a person, if this is a Slack user id."""
    is_user = by[:1] in "UW" and by.isalnum() and by.isupper()
    return f"<@{by}>" if is_user else escape(by or "request")


def date_and_time(at: datetime) -> str:
    """A moment, as each reader's clock tells it."""
    fallback = f"{at:%Y-%m-%d %H:%M} UTC"
    return f"<!date^{int(at.timestamp())}^{{date_short_pretty}} {{time}}|{fallback}>"


def clip(text: str, most: int) -> str:
    """At most ``most`` characters of plain words, visibly shortened."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def clip_mrkdwn(text: str, most: int) -> str:
    """At most ``most`` characters of mrkdwn, visibly shortened; no link or entity is cut."""
    return text if len(text) <= most else text[: _cut(text, most - 1)].rstrip() + "…"


def section(text: str, *, whole: bool = False) -> Block:
    """A paragraph. ``verbatim`` keeps Slack from turning names and addresses into links;
    ``whole`` keeps it from folding a long one behind “See more”."""
    block: Block = {"type": "section", "text": _mrkdwn(text)}
    return {**block, "expand": True} if whole else block


def context(text: str) -> Block:
    """A line in small print."""
    return {"type": "context", "elements": [_mrkdwn(text)]}


def buttons(block_id: str, items: Sequence[tuple[str, str, str]]) -> Block:
    """Buttons, each ``(action_id, label, value)``. Values are ids, never words of a message."""
    return {
        "type": "actions",
        "block_id": block_id,
        "elements": [
            {
                "type": "button",
                "action_id": action,
                "text": {"type": "plain_text", "text": label, "emoji": True},
                "value": value,
            }
            for action, label, value in items
        ],
    }


def fold_lines(title: str, lines: Iterable[str]) -> Block:
    """Lines below a title that shows them when it is pressed. The title is plain words."""
    packed = _pack(lines, MOST_FOLDED)
    if len(packed) > MOST_CHILDREN:
        packed[MOST_CHILDREN - 1 :] = [_MORE_FOLDED]
    return fold(title, [section(text) for text in packed])


def fold(title: str, children: Sequence[Block]) -> Block:
    """At most ``MOST_CHILDREN`` blocks below a title that shows them when it is pressed."""
    return {
        "type": "container",
        "title": {"type": "plain_text", "text": clip(title, MOST_TITLE), "emoji": True},
        "child_blocks": list(children),
        "is_collapsible": True,
        "default_collapsed": True,
    }


def without_folds(blocks: Iterable[Block]) -> list[Block]:
    """The same with what is folded in sight, for a workspace that knows no such block."""
    plain: list[Block] = []
    for block in blocks:
        if block["type"] == "container":
            plain += [section(f"*{escape(block['title']['text'])}*"), *block["child_blocks"]]
        else:
            plain.append(block)
    return plain


def divider() -> Block:
    return {"type": "divider"}


def _mrkdwn(text: str) -> Block:
    return {"type": "mrkdwn", "text": text or " ", "verbatim": True}


def sections(lines: Iterable[str], *, whole: bool = False) -> list[Block]:
    """Lines packed into as few sections as fit. A line never straddles two sections unless it is
    longer than one."""
    return [section(text, whole=whole) for text in _pack(lines)]


def small_print(lines: Iterable[str]) -> list[Block]:
    """Lines in small print, packed like sections."""
    return [context(text) for text in _pack(lines)]


def _pack(lines: Iterable[str], most: int = MOST_SECTION) -> list[str]:
    packed: list[str] = []
    for line in lines:
        for piece in _pieces(line):
            if packed and len(packed[-1]) + 1 + len(piece) <= most:
                packed[-1] += "\n" + piece
            else:
                packed.append(piece)
    return packed


def _pieces(line: str) -> Iterable[str]:
    while len(line) > MOST_SECTION:
        cut = _cut(line, MOST_SECTION) or MOST_SECTION
        yield line[:cut].rstrip()
        line = line[cut:].lstrip()
    yield line


def _cut(line: str, most: int) -> int:
    """Where to cut: at a space, and never inside a link or an entity; 0 if all of it is a link."""
    cut = line.rfind(" ", most // 2, most)
    cut = cut if cut > 0 else most
    opened = line.rfind("<", 0, cut)
    if opened >= 0 and line.find(">", opened) >= cut:
        return opened
    entity = line.rfind("&", max(0, cut - 5), cut)
    return entity if entity >= 0 and ";" not in line[entity:cut] else cut


def size(block: Block) -> int:
    """Characters that count towards the limit of a message."""
    if block["type"] == "section":
        return len(block["text"]["text"])
    if block["type"] == "context":
        return sum(len(element.get("text", "")) for element in block["elements"])
    if block["type"] == "actions":
        return sum(len(element["text"]["text"]) for element in block["elements"])
    if block["type"] == "container":
        return len(block["title"]["text"]) + sum(map(size, block["child_blocks"]))
    return 0 if block["type"] == "divider" else len(str(block))


def split_into_messages(blocks: Sequence[Block]) -> list[list[Block]]:
    """The blocks spread over as few messages as fit, in order."""
    spread: list[list[Block]] = [[]]
    for block in blocks:
        page = spread[-1]
        used = sum(size(other) for other in page)
        if page and (len(page) >= MOST_BLOCKS or used + size(block) > MOST_MESSAGE):
            spread.append([])
        spread[-1].append(block)
    return spread


def fit_one_message(blocks: Sequence[Block], tail: Sequence[Block], more: str) -> list[Block]:
    """As many blocks as fit in one message before ``tail``; ``more`` tells of those left out."""
    room = MOST_MESSAGE - sum(size(block) for block in tail) - len(more)
    shown = _shorten_folded(blocks, room)
    kept: list[Block] = []
    for block in shown:
        if size(block) > room or len(kept) + len(tail) + 1 >= MOST_BLOCKS:
            return [*kept, context(more), *tail]
        kept.append(block)
        room -= size(block)
    return [*kept, *([] if shown == list(blocks) else [context(more)]), *tail]


def _shorten_folded(blocks: Sequence[Block], room: int) -> list[Block]:
    """The blocks with less in those that are folded, the fullest first, until all of them fit."""
    shown = list(blocks)
    while sum(map(size, shown)) > room:
        folds = [place for place, each in enumerate(shown) if len(_folded_in(each)) > 1]
        if not folds:
            break
        place = max(folds, key=lambda each: size(shown[each]))
        shown[place] = {**shown[place], "child_blocks": _folded_in(shown[place])[:-1]}
    return shown


def _folded_in(block: Block) -> list[Block]:
    return list(block.get("child_blocks", ()))


def plain_text(blocks: Iterable[Block]) -> str:
    """The same words without blocks, for a workspace that refuses them."""
    texts: list[str] = []
    for block in without_folds(blocks):
        if block["type"] == "section":
            texts.append(block["text"]["text"])
        elif block["type"] == "context":
            texts.extend(element["text"] for element in block["elements"])
    return clip_mrkdwn("\n".join(texts), MOST_TEXT)


def message_body(
    notice: str, blocks: Sequence[Block], simple: Sequence[Block] | None = None
) -> dict[str, Any]:
    """The body of an outbox row that is a message. ``simple``: what is shown where Slack refuses
    the blocks; if not given, the same with what is folded in sight."""
    if simple is None and any(block["type"] == "container" for block in blocks):
        simple = without_folds(blocks)
    plainer = {} if simple is None else {"simple": list(simple)}
    return {
        "text": notice,
        "blocks": list(blocks),
        **plainer,
        "plain": plain_text(blocks if simple is None else simple),
    }
