"""What the style sheets within a page say of its elements: which are struck out, which nobody
sees."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

from retrieval.ingestion.readers.web.declarations import HIDING, is_hiding, is_taken_from_page

_COMMENT = re.compile(r"/\*[^*]{0,2000}\*/")
_STRUCK = "line-through"
_SHOWING = re.compile(r"(?:\A|;|\b)(?:display|visibility|all)\s*:", re.IGNORECASE)
_MOVING = re.compile(rf"(?:\A|;|\b)(?:{'|'.join(HIDING)})\s*:", re.IGNORECASE)
"""What may bring back what is not taken from the page, but stands beside it or is seen through."""
_BRACE = re.compile(r"([{}])")
_ON_SCREENS = re.compile(r"@media\s+(?:only\s+)?(?:screen|all)\s*\Z|@layer\b", re.IGNORECASE)
"""Rules within are those of the page as it is read; not so in print, or in a narrow window."""
_SELECTOR = re.compile(r"[\w.#-]{1,100}")
_NAME = re.compile(r"[\w-]+")
_MOST_SELECTORS = 400
"""That are looked for in a page. Chosen by hand: each is a walk through it."""

Rule = tuple[str, str]
"""The selectors and the declarations of a rule."""


def struck_by_sheets(parser: LexborHTMLParser) -> list[str]:
    """The tags, classes and ids that the page's own style sheets strike out, in print, too."""
    rules = rules_of_page(parser, everywhere=True)
    return list(_simple(names for names, said in rules if _STRUCK in said.lower()))


def hidden_by_sheets(parser: LexborHTMLParser) -> list[LexborNode]:
    """The elements that the page's own style sheets hide, and nothing in the page may show: no
    other rule for a name that they have, no attribute, and no program. Where a page loads a program
    from elsewhere, nobody knows what a click shows, and all of it is read."""
    rules = rules_of_page(parser, everywhere=False)
    hiding = [(names, said) for names, said in rules if is_hiding(said)]
    if not hiding or parser.css_first("script[src], script[type=module]") is not None:
        return []
    taken = [names for names, said in hiding if is_taken_from_page(said)]
    moved = [names for names, said in hiding if not is_taken_from_page(said)]
    return [*_hidden_nodes(parser, taken, _SHOWING), *_hidden_nodes(parser, moved, _MOVING)]


def _hidden_nodes(
    parser: LexborHTMLParser, hiding: Sequence[str], showing: re.Pattern[str]
) -> Iterator[LexborNode]:
    may_show = _names_that_may_show(parser, showing) if hiding else frozenset()
    for selector in _simple(hiding):
        if not may_show.intersection(_NAME.findall(selector)):
            for node in parser.css(selector):
                style = node.attributes.get("style") or ""
                if is_hiding(style) or not showing.search(style):
                    yield node


def _names_that_may_show(parser: LexborHTMLParser, showing: re.Pattern[str]) -> frozenset[str]:
    """Names in rules that show, if only in a wide window, and in programs."""
    rules = rules_of_page(parser, everywhere=True)
    told = [names for names, said in rules if showing.search(said) and not is_hiding(said)]
    # An attribute such as onclick may name any of them as well.
    acting = [
        value or ""
        for node in parser.css("[onclick], [onchange], [onload], [href^='javascript:']")
        for value in node.attributes.values()
    ]
    programs = [node.text() for node in parser.css("script")]
    return frozenset(_NAME.findall("\n".join([*told, *acting, *programs])))


def _simple(groups: Iterable[str]) -> Iterator[str]:
    """The selectors that are one name each, of a group such as ".old, #draft"."""
    each = (selector.strip() for names in groups for selector in names.split(","))
    found = dict.fromkeys(selector for selector in each if _SELECTOR.fullmatch(selector))
    yield from list(found)[:_MOST_SELECTORS]


def rules_of_page(parser: LexborHTMLParser, *, everywhere: bool) -> Iterator[Rule]:
    """The rules of the page's sheets; ``everywhere`` those within conditions, too."""
    for sheet in parser.css("style"):
        if everywhere or _is_for_screens(sheet.attributes.get("media") or ""):
            yield from _rules_of(_COMMENT.sub(" ", sheet.text()), everywhere=everywhere)


def _is_for_screens(media: str) -> bool:
    return media.strip().lower() in ("", "all", "screen")


def _rules_of(sheet: str, *, everywhere: bool) -> Iterator[Rule]:
    conditions: list[bool] = []
    names: str | None = None
    pieces = _BRACE.split(sheet)
    for text, brace in zip(pieces[::2], pieces[1::2], strict=False):
        head = text.rpartition(";")[2].strip()
        if brace == "}":
            if names is None:
                conditions = conditions[:-1]
            elif everywhere or all(conditions):
                yield names, text
            names = None
        elif head.startswith("@"):
            conditions.append(_ON_SCREENS.match(head) is not None)
        else:
            # A rule within a rule holds for what is in the elements of the outer one alone.
            conditions += [False] if names is not None else []
            names = head
