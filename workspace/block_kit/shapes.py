"""Checks of JSON values, composed from small ones. They speak as Slack does in its errors. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing wrong, and where."""

    pointer: str
    message: str

    def __str__(self) -> str:
        return f"[ERROR] {self.message} [json-pointer:{self.pointer}]"


Check = Callable[[Any, str], Iterator[Issue]]


def string(max_length: int, min_length: int = 1) -> Check:
    """A string whose length is within these limits (characters)."""

    def check(value: Any, pointer: str) -> Iterator[Issue]:
        if not isinstance(value, str):
            yield Issue(pointer, "must be a string")
        elif len(value) < min_length:
            yield Issue(pointer, f"must be more than {min_length - 1} characters")
        elif len(value) > max_length:
            yield Issue(pointer, f"must be less than {max_length + 1} characters")

    return check


def url(max_length: int = 3000) -> Check:
    """A web or mail address."""

    def check(value: Any, pointer: str) -> Iterator[Issue]:
        yield from string(max_length)(value, pointer)
        if isinstance(value, str) and not value.startswith(("http://", "https://", "mailto:")):
            yield Issue(pointer, "invalid url")

    return check


def one_of(*allowed: object) -> Check:
    """One of these values."""

    def check(value: Any, pointer: str) -> Iterator[Issue]:
        if value not in allowed:
            yield Issue(pointer, f"must be one of {', '.join(map(str, allowed))}")

    return check


def instance_of(*types: type) -> Check:
    """A value of one of these JSON types; a boolean is no number."""

    def check(value: Any, pointer: str) -> Iterator[Issue]:
        is_boolean_as_number = isinstance(value, bool) and bool not in types
        if is_boolean_as_number or not isinstance(value, types):
            yield Issue(pointer, f"must be a {types[0].__name__}")

    return check


def list_of(item: Check, max_items: int, min_items: int = 1) -> Check:
    """A list whose length is within these limits; each item passes a check."""

    def check(value: Any, pointer: str) -> Iterator[Issue]:
        """What is wrong with the list, and then with each of its items."""
        if not isinstance(value, list):
            yield Issue(pointer, "must be an array")
            return
        if len(value) < min_items:
            yield Issue(pointer, f"must be more than {min_items - 1} items")
        if len(value) > max_items:
            yield Issue(pointer, f"no more than {max_items} items allowed")
        for index, one in enumerate(value):
            yield from item(one, f"{pointer}/{index}")

    return check


@dataclass(frozen=True)
class ObjectShape:
    """The fields of an object. Others are not allowed, except `type`."""

    required: Mapping[str, Check] = field(default_factory=dict)
    optional: Mapping[str, Check] = field(default_factory=dict)
    any_of: tuple[str, ...] = ()
    """At least one of these optional fields must be there."""

    def __call__(self, value: Any, pointer: str) -> Iterator[Issue]:
        if not isinstance(value, dict):
            yield Issue(pointer, "must be an object")
            return
        for name in self.required:
            if name not in value:
                yield Issue(pointer, f"missing required field: {name}")
        if self.any_of and not any(value.get(name) for name in self.any_of):
            yield Issue(pointer, f"missing required field: {' or '.join(self.any_of)}")
        checks = {**self.required, **self.optional}
        for name, part in value.items():
            if name in checks:
                yield from checks[name](part, f"{pointer}/{name}")
            elif name != "type":
                yield Issue(pointer, f"invalid additional property: {name}")


def by_type(shapes: Mapping[str, Check]) -> Check:
    """An object whose `type` says which of the shapes it must have."""

    def check(value: Any, pointer: str) -> Iterator[Issue]:
        kind = value.get("type") if isinstance(value, dict) else None
        if kind is None:
            yield Issue(pointer, "missing required field: type")
        elif kind not in shapes:
            yield Issue(f"{pointer}/type", f"unsupported type: {kind}")
        else:
            yield from shapes[kind](value, pointer)

    return check


def text_object(max_length: int, *, plain: bool = False) -> Check:
    """A text object of at most so many characters; `plain` allows no mrkdwn."""
    flags = {"emoji": instance_of(bool), "verbatim": instance_of(bool)}
    shape = ObjectShape({"text": string(max_length)}, flags)
    return by_type({"plain_text": shape} if plain else {"plain_text": shape, "mrkdwn": shape})
