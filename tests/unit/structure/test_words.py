"""Names say what they mean: functions are verbs or name what they return, a class name means one
thing, and a longer public function says in a sentence what it is for."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from tests.unit.structure.sources import PRODUCT, modules, nodes

VERBS = {"embed", "feed", "ping", "string"}
"""Words that end like a participle and are none."""
IRREGULAR = frozenset(
    re.findall(
        r"\w+",
        "begun bound brought built chosen done drawn found given gone heard held hidden kept known"
        " laid left lent lost made meant met said seen sent shown sold spent spoken taken taught"
        " thought told understood woken worn written",
    )
)
LONG = 8
"""Lines beyond which a public function has a docstring, its signature counted."""


def _functions(
    tree: ast.Module | ast.ClassDef,
) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Functions of a module and methods of its classes, without properties: these are named like
    fields."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not any(
            "property" in ast.unparse(each) for each in node.decorator_list
        ):
            yield node


def _public_functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Functions of a module and methods of its public classes."""
    public = [node for node in tree.body if not getattr(node, "name", "").startswith("_")]
    for each in _functions(ast.Module(public, [])):
        if not each.name.startswith("_"):
            yield each


def _is_lone_participle(name: str) -> bool:
    ends = name.endswith(("ed", "ing")) and name not in VERBS
    return "_" not in name and (ends or name in IRREGULAR)


def test_no_function_is_a_lone_participle() -> None:
    found = [
        f"{place}:{each.name}"
        for place, tree in modules()
        for each in _functions(tree)
        if _is_lone_participle(each.name.removeprefix("_"))
    ]
    assert found == []


EVENTS = {"Failed", "Forked", "Published", "Redacted", "Stopped", "Withdrawn"}
"""What a journal row says has happened."""
NOUNS = {
    "Drawing",
    "Finding",
    "Heading",
    "Incoming",
    "Listing",
    "Meaning",
    "Outgoing",
    "Reading",
    "Reasoning",
    "Seed",
    "Setting",
    "Staging",
    "Steering",
    "Thought",
    "Wording",
}
"""Words of the field that end like a participle and name a thing."""


def test_no_class_is_a_lone_participle() -> None:
    """*Listed*, *Merged* and *Answered* tell neither of what nor by whom."""
    found = [
        f"{place}:{node.name}"
        for place, tree in modules()
        for node in nodes(tree)
        if isinstance(node, ast.ClassDef)
        if not re.search(r"[a-z][A-Z]", node.name)
        if node.name.lstrip("_") not in EVENTS | NOUNS
        if not node.name.startswith("_")
        if _is_lone_participle(node.name.lower())
    ]
    assert found == []


NO_VERBS = {"again", "more", "one", "through", "until", "without"}
"""Words that begin the name of what is done, and do not say what is done."""


def test_what_returns_nothing_says_what_it_does() -> None:
    found = [
        f"{place}:{each.name}"
        for place, tree in modules()
        for each in _functions(tree)
        if each.returns is not None and ast.unparse(each.returns) == "None"
        if each.name.strip("_").split("_")[0] in NO_VERBS
    ]
    assert found == []


def test_a_class_name_means_one_thing() -> None:
    """Evaluations share the words of their field: each family has its sample and its score. A type
    that is a choice of texts or of classes counts as a class."""
    places: dict[str, list[str]] = defaultdict(list)
    for place, tree in modules(PRODUCT):
        for name in _types(tree):
            places[name].append(place)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def _types(tree: ast.Module) -> Iterator[str]:
    """The public classes of a module, and the names that it gives to choices."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                found = name
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_choice(value):
                found = name
            case _:
                continue
        if not found.startswith("_") and not found.isupper():
            yield found


def _is_choice(value: ast.expr) -> bool:
    text = ast.unparse(value)
    return text.startswith("Literal[") or bool(re.fullmatch(r"[A-Z]\w+(?: \| [A-Z]\w+)+", text))


def test_a_longer_public_function_says_what_it_is_for() -> None:
    found = [
        f"{place}:{each.name}"
        for place, tree in modules()
        for each in _public_functions(tree)
        if (each.end_lineno or 0) - each.lineno >= LONG and not ast.get_docstring(each)
    ]
    assert found == []


IDIOM = frozenset(
    re.findall(
        r"\w+",
        "bury courier door doors equipment furnish gatherer house ledger lend lender patience"
        " reception rooms seat seats tomb tombs visitors wrongcalls",
    )
)
"""Words that once named entry points, packages, retries and more: nobody in the field does."""


def test_no_name_is_a_word_of_our_own() -> None:
    found = [
        f"{place}:{name}"
        for place, tree in modules()
        for name in (*place.removesuffix(".py").split("/"), *_names_given(tree))
        if IDIOM.intersection(re.findall(r"[a-z]+", re.sub("([A-Z])", r"_\1", name).lower()))
    ]
    assert found == []


def _names_given(tree: ast.Module) -> Iterator[str]:
    """Names of classes, functions, arguments and constants."""
    for node in nodes(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.AsyncFunctionDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
