"""The words of a page in letters that nobody sees: of no size, of no colour, or in the colour of
what lies below them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from retrieval.ingestion.readers.web.colours import (
    BLACK,
    WHITE,
    Colour,
    are_alike,
    colour_of,
    ground_in,
    is_clear,
    letters_in,
)
from retrieval.ingestion.readers.web.declarations import (
    Declared,
    declarations_of,
    is_too_small,
    size_in,
)
from retrieval.ingestion.readers.web.sheets import Rule, rules_of_page

_PART = re.compile(r"([.#]?)([\w-]{1,100})")
_SELECTOR = re.compile(r"(?:[.#]|(?=\w))[\w-]{1,100}(?:[.#][\w-]{1,100}){0,5}")
_LAST = re.compile(r"[^\s>+~]{1,200}\s*\Z")
_OURS = re.compile(r"color|background|font|text-shadow|-webkit-text")
_MOST_RULES = 100
"""Of one name; each is compared with each element of that name. Chosen by hand."""
_STYLED = "[style], [color], [bgcolor], [text], style"


@dataclass(frozen=True)
class _Looks:
    """How the letters in an element look."""

    is_small: bool = False
    letters: Colour = BLACK
    ground: Colour = WHITE
    is_placed: bool = False
    """It may stand over something else."""


@dataclass(frozen=True)
class _Sheet:
    """What the page's own rules say: by one name of the elements that they are of."""

    certain: Mapping[str, list[tuple[frozenset[str], Declared]]]
    uncertain: frozenset[str]
    """Names of which other rules speak, whose conditions are not looked at."""
    is_whole: bool
    """No sheet and no program from elsewhere says more."""


def take_out_unseen_words(parser: LexborHTMLParser) -> None:
    """Take these words out of the page."""
    if parser.body is None or parser.css_first(_STYLED) is None:
        return
    sheet = _sheet_of(parser)
    waiting = [(parser.root or parser.body, _Looks())]
    unseen: list[LexborNode] = []
    while waiting:
        node, around = waiting.pop()
        own = _looks(node, around, sheet)
        for child in node.iter(include_text=True):
            if child.tag != "-text":
                waiting.append((child, own))
            elif _is_unseen(own):
                unseen.append(child)
    for each in unseen:
        each.decompose()


def _is_unseen(looks: _Looks) -> bool:
    if looks.is_small or is_clear(looks.letters):
        return True
    return not looks.is_placed and are_alike(looks.letters, looks.ground)


def _looks(node: LexborNode, around: _Looks, sheet: _Sheet) -> _Looks:
    """How letters of an element look that stands in others."""
    attributes = node.attributes
    own = declarations_of(attributes.get("style") or "")
    looks = around
    if not sheet.is_whole:
        # Of what is around nothing is known, where a sheet from elsewhere may say more.
        looks = _Looks(letters=None, ground=None, is_placed=False)
    names = _names_of(node)
    if not sheet.uncertain.isdisjoint(names):
        looks = replace(looks, letters=None, ground=None, is_small=False)
    said: Declared = own
    if sheet.is_whole:
        said = {**_by_attributes(attributes), **_by_rules(names, sheet), **own}
    position = said.get("position", "static")
    small = is_too_small(size_in(said))
    has_letters, letters = letters_in(said)
    has_ground, ground = ground_in(said)
    return _Looks(
        looks.is_small if small is None else small,
        letters if has_letters else looks.letters,
        ground if has_ground else looks.ground,
        around.is_placed or position != "static" or "float" in said,
    )


def _by_attributes(attributes: Mapping[str, str | None]) -> dict[str, str]:
    named = {"color": "color", "text": "color", "bgcolor": "background-color"}
    found = {named[name]: (attributes[name] or "").lower() for name in named if name in attributes}
    if "background" in attributes:
        found["background-image"] = "url"
    return {name: value if colour_of(value) else f"#{value}" for name, value in found.items()}


def _names_of(node: LexborNode) -> frozenset[str]:
    classes = (node.attributes.get("class") or "").split()
    identity = [f"#{node.attributes['id']}"] if node.attributes.get("id") else []
    return frozenset(("*", node.tag or "", *(f".{each}" for each in classes), *identity))


def _by_rules(names: frozenset[str], sheet: _Sheet) -> dict[str, str]:
    """What the rules for an element say, the most particular last."""
    found = [
        (sum(name.startswith("#") for name in wanted), sum(name.startswith(".") for name in wanted),
         at, said)
        for name in names
        for at, (wanted, said) in enumerate(sheet.certain.get(name, ()))
        if wanted <= names
    ]  # fmt: skip
    told: dict[str, str] = {}
    for *_, said in sorted(found, key=lambda each: each[:3]):
        told |= said
    return told


def _sheet_of(parser: LexborHTMLParser) -> _Sheet:
    elsewhere = "link[rel~=stylesheet], script[src], script[type=module]"
    sheets = "\n".join(each.text() for each in parser.css("style"))
    whole = parser.css_first(elsewhere) is None and "@import" not in sheets
    everywhere = [rule for rule in rules_of_page(parser, everywhere=True) if _OURS.search(rule[1])]
    always = [rule for rule in rules_of_page(parser, everywhere=False) if _OURS.search(rule[1])]
    certain: dict[str, list[tuple[frozenset[str], Declared]]] = {}
    for selector, said in _each(always):
        if _SELECTOR.fullmatch(selector):
            wanted = frozenset(mark + name for mark, name in _PART.findall(selector))
            certain.setdefault(min(wanted), []).append((wanted, declarations_of(said)))
    conditional = set(everywhere) - set(always)
    doubtful = [
        selector
        for rules, known in ((everywhere, False), (conditional, True))
        for selector, _ in _each(rules)
        if known or not _SELECTOR.fullmatch(selector)
    ]
    programs = "\n".join(each.text() for each in parser.css("script"))
    uncertain = {name for each in doubtful for name in _last_names(each)}
    uncertain |= {name for name, rules in certain.items() if len(rules) > _MOST_RULES}
    uncertain |= {
        mark + name for name in set(re.findall(r"[\w-]+", programs)) for mark in (".", "#")
    }
    certain = {name: rules for name, rules in certain.items() if len(rules) <= _MOST_RULES}
    return _Sheet(certain, frozenset(uncertain), whole)


def _each(rules: Iterable[Rule]) -> Iterator[tuple[str, str]]:
    return ((names.strip(), said) for group, said in rules for names in group.split(","))


def _last_names(selector: str) -> Iterator[str]:
    """The names of the elements that a selector is of; all, where it names none."""
    last = _LAST.search(selector)
    named = _PART.findall((last[0] if last else "").partition(":")[0])
    yield from [mark + name for mark, name in named] or ["*"]
