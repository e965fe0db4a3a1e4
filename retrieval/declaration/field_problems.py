"""What is wrong with values that were validated by pydantic, in our words.

Settings, silo cards and the front matter of documents share these sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
_MISSING = ("missing", "missing_argument", "missing_keyword_only_argument")


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """A key of the input, dotted where it is nested, and what is wrong with it."""

    key: str
    problem: str
    """The rest of a sentence that begins with the key, such as ``must be a whole number``."""


def field_problems(error: ValidationError, schema: Mapping[str, Any]) -> list[FieldProblem]:
    """Every problem: first the unknown keys, then the missing ones, then the wrong values.

    ``schema`` is the JSON schema of what was validated: it says what a key takes. The wrong value
    itself is never repeated, for it may be a secret."""
    errors = error.errors(include_url=False, include_input=False)
    unknown = sorted(_key(each["loc"]) for each in errors if each["type"] in _UNKNOWN)
    missing = sorted(_key(each["loc"]) for each in errors if each["type"] in _MISSING)
    wrong = (each for each in errors if each["type"] not in (*_UNKNOWN, *_MISSING))
    return [
        *(FieldProblem(key, "is not a known key") for key in unknown),
        *(FieldProblem(key, "is missing") for key in missing),
        *_wrong_values(wrong, schema.get("properties", {})),
    ]


def _wrong_values(
    errors: Iterator[Any], properties: Mapping[str, Mapping[str, Any]]
) -> Iterator[FieldProblem]:
    for each in errors:
        if each["type"] == "value_error":
            # One of our own validators: its words are ours already. A check of several keys at
            # once has no place; it begins its sentence with the key.
            said = str(each["ctx"]["error"])
            key, _, rest = said.partition(" ")
            yield FieldProblem(_key(each["loc"]), said) if each["loc"] else FieldProblem(key, rest)
        else:
            field = str(each["loc"][0]) if each["loc"] else ""
            yield FieldProblem(
                _key(each["loc"]), f"must be {describe_wanted(properties.get(field, {}))}"
            )


def _key(place: tuple[int | str, ...]) -> str:
    return ".".join(part for part in place if isinstance(part, str))


def describe_wanted(schema: Mapping[str, Any]) -> str:
    """What a key takes, from its JSON schema: ``a whole number from 1 to 50``."""
    choices = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    if choices:
        return describe_wanted(choices[0])
    if "enum" in schema:
        return f"one of {', '.join(map(str, schema['enum']))}"
    match schema.get("type"):
        case "integer":
            return f"a whole number{_range(schema)}"
        case "number":
            return f"a number{_range(schema)}"
        case "boolean":
            return "true or false"
        case "array":
            return f"a list, each {describe_wanted(schema.get('items', {}))}"
        case "object":
            return "a table"
        case _:
            return "a text that says something" if "pattern" in schema else "a text"


def _range(schema: Mapping[str, Any]) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f" from {least:g} to {most:g}" if most < 1e5 else f" from {least} to {most}"
    if least is not None:
        return f" of at least {least}"
    above = schema.get("exclusiveMinimum")
    return f" above {above:g}" if above is not None else ""
