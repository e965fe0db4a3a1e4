"""App manifests, as JSON or YAML. What is wrong with one is said in a sentence.

The format: docs.slack.dev/reference/app-manifest.
"""

from __future__ import annotations

import importlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workspace.json_types import JsonObject

_YAML = (".yaml", ".yml")
_NAMES = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
}


class ManifestError(ValueError):
    """A manifest that cannot be used; the message says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a manifest declares, by keys with dots; a key without a value is as if it were not."""

    declared: JsonObject

    def required_text(self, key: str) -> str:
        """A text that is not empty."""
        text: str = self._value(key, str) or _refuse(f"it lacks the key {key}: add it")
        return text

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Whether something is switched on."""
        found = self._value(key, bool)
        return default if found is None else bool(found)

    def has(self, key: str) -> bool:
        """Whether there is an object under this key, were it empty."""
        return self._value(key, dict) is not None

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        found = self._value(key, list) or []
        for at, one in enumerate(found):
            _require_type(f"{key}[{at}]", one, str)
        return tuple(found)

    def objects(self, key: str, *wanted: str) -> tuple[JsonObject, ...]:
        """A list of objects, each with these keys, which hold texts."""
        found = self._value(key, list) or []
        for at, one in enumerate(found):
            _require_type(f"{key}[{at}]", one, dict)
            for name in wanted:
                if one.get(name) in (None, ""):
                    _refuse(f"{key}[{at}] lacks the key {name}: add it")
                _require_type(f"{key}[{at}].{name}", one[name], str)
        return tuple(found)

    def _value(self, key: str, kind: type) -> Any:
        """The value under this key, None if absent."""
        place: Any = self.declared
        names = key.split(".")
        for depth, name in enumerate(names):
            place = place.get(name)
            if place is None:
                return None
            is_last = depth == len(names) - 1
            _require_type(".".join(names[: depth + 1]), place, kind if is_last else dict)
        return place


def read_manifest(file: Path) -> Manifest:
    """The manifest in this file: YAML if it is named so, else JSON; raises `ManifestError`."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is no UTF-8 text"
        raise ManifestError(f"it cannot be read ({reason}): give the path of a file") from None
    declared = _from_yaml(text) if file.suffix.lower() in _YAML else _from_json(text)
    if not isinstance(declared, dict):
        raise ManifestError(f"it must be an object with keys, but is {_kind(declared)}")
    return Manifest(declared)


def _from_json(text: str) -> object:
    try:
        declared: object = json.loads(text)
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        advice = "mend it there, or name the file .yaml if it is YAML"
        raise ManifestError(f"it is no valid JSON at {place} ({problem.msg}): {advice}") from None
    return declared


def _from_yaml(text: str) -> object:
    try:
        yaml = importlib.import_module("yaml")
    except ImportError:
        advice = "install it (pip install pyyaml), or give the manifest as JSON"
        raise ManifestError(f"YAML needs the package PyYAML: {advice}") from None
    try:
        declared: object = yaml.safe_load(text)
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None)
        place = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        reason = getattr(problem, "problem", None) or "it cannot be read"
        raise ManifestError(f"it is no valid YAML{place} ({reason}): mend it there") from None
    return declared


def _require_type(key: str, value: object, kind: type) -> None:
    if type(value) is not kind:
        _refuse(f"{key} must be {_NAMES[kind]}, but is {_kind(value)}: change it")


def _kind(value: object) -> str:
    return _NAMES.get(type(value), "empty" if value is None else "something else")


def _refuse(sentence: str) -> Any:
    raise ManifestError(sentence)
