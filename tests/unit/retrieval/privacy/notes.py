"""Synthetic notes: people that the Faker project made up, in sentences written for this test.

Neither was read off the patterns: the people (names, addresses, telephone and record numbers of
eighteen countries, ``people.jsonl``) were made by Faker (MIT licence, github.com/joke2k/faker);
the sentences (``templates.txt``) were written before the patterns were."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

HERE = Path(__file__).parent
_FIELD = re.compile(r"\{(\w+)(?::([^}]+))?\}")
_LANGUAGES = {"nb": "no"}
KINDS = {
    "given": "name",
    "family": "name",
    "FAMILY": "name",
    "given2": "name",
    "family2": "name",
    "born": "birth date",
    "id": "record",
    "phone": "phone",
    "email": "e-mail",
    "address": "address",
    "oneline": "address",
}


@dataclass(frozen=True)
class Note:
    """A note and what in it must leave nobody's machine: (kind, the words)."""

    text: str
    personal: tuple[tuple[str, str], ...]


def notes(count: int, seed: int, people: Path = HERE / "people.jsonl") -> list[Note]:
    """So many notes, the same for a seed; every template is used."""
    chance = random.Random(seed)
    persons = [json.loads(line) for line in people.read_text(encoding="utf-8").splitlines()]
    templates = _templates()
    return [_note(templates[n % len(templates)], persons, chance) for n in range(count)]


def _templates() -> list[tuple[str, str]]:
    """Language and text of each."""
    parts = re.split(r"^# (\w\w)\n", (HERE / "templates.txt").read_text("utf-8"), flags=re.M)
    return list(zip(parts[1::2], [text.strip("\n") for text in parts[2::2]], strict=True))


def _note(template: tuple[str, str], persons: list[dict[str, str]], chance: random.Random) -> Note:
    language, text = template
    own = [each for each in persons if each["locale"].startswith(f"{language}_")]
    patient, doctor = chance.sample(own, 2)
    values = {**patient, "given2": doctor["given"], "family2": doctor["family"]}
    values["FAMILY"] = values["family"].upper()
    values["oneline"] = re.sub(r"\s*\n", ", ", values["address"])
    personal: list[tuple[str, str]] = []

    def fill(match: re.Match[str]) -> str:
        name, form = match[1], match[2]
        value = date.fromisoformat(values[name]).strftime(form) if form else values[name]
        personal.append((KINDS[name], value))
        return value

    return Note(_FIELD.sub(fill, text), tuple(personal))
