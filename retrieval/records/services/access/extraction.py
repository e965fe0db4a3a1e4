"""Reads the fields of a record from the JSON that a service sent, as ``extractors.toml`` declares.

A path such as ``genes[].name`` leads to one or more texts; a sentence names paths in braces. What a
path does not find leaves its sentence out, whatever stands in its place.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from retrieval.documents import Document
from retrieval.ingestion.sources.access.json_fields import clip, text
from retrieval.records.contract import RecordFact
from retrieval.records.record_documents import RecordHead, record_document

_PATH = re.compile(r"\{([^{}]+)\}")
MOST_VALUES = 40
"""Values of a list that a sentence names. Chosen by hand: more are not read."""
LONGEST = 1_200
"""Characters of a sentence. Chosen by hand: a long summary of a gene has as many."""


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """How one field of a record is read."""

    field: str
    value: str
    sentence: str
    keep: re.Pattern[str] | None
    """What of the value sources are compared by; without it all of it. What does not fit is left
    out."""
    says: str = ""
    """The value, if it is the same for all that fits."""


@dataclass(frozen=True, slots=True)
class Extractor:
    """How the records of one service are read."""

    id: str
    title: str
    url: str
    publisher: str
    fields: tuple[FieldSpec, ...]

    def document(self, source: str, record: Any, raw: str, today: str) -> Document | None:
        """The record as a document; None for what has no id or no field that can be read."""
        id_ = fill_template(self.id, record)
        url = fill_template(self.url, record).replace(" ", "%20")
        facts = [fact for spec in self.fields if (fact := self._fact(spec, record, url))]
        if not id_ or not facts:
            return None
        head = RecordHead(
            source=source,
            id=id_,
            title=fill_template(self.title, record) or id_,
            url=url,
            organisation=self.publisher,
            date=today,
            raw=raw.encode(),
        )
        return record_document(head, facts)

    def _fact(self, spec: FieldSpec, record: Any, url: str) -> RecordFact | None:
        value, sentence = fill_template(spec.value, record), fill_template(spec.sentence, record)
        kept = spec.keep.search(value) if spec.keep else None
        if not value or not sentence or (spec.keep and not kept):
            return None
        told = spec.says or (kept.group() if kept else value)
        return RecordFact(spec.field, told, clip(sentence, LONGEST), url, self.publisher)


@cache
def extractors() -> Mapping[str, Extractor]:
    """The extractor of each service, by its name."""
    declared = files("retrieval.records.services") / "extractors.toml"
    table = tomllib.loads(declared.read_text(encoding="utf-8"))
    return {
        name: Extractor(
            id=row["id"],
            title=row["title"],
            url=row["url"],
            publisher=row["publisher"],
            fields=tuple(
                FieldSpec(
                    field=each["field"],
                    value=each["value"],
                    sentence=each["sentence"],
                    keep=re.compile(each["keep"]) if "keep" in each else None,
                    says=each.get("says", ""),
                )
                for each in row["fields"]
            ),
        )
        for name, row in table.items()
    }


def fill_template(template: str, record: Any) -> str:
    """The template with each path replaced by what stands there; empty if one finds nothing."""
    found = {path: ", ".join(texts_at(record, path)) for path in _PATH.findall(template)}
    if not all(found.values()):
        return ""
    return _PATH.sub(lambda match: found[match[1]], template)


def texts_at(record: Any, path: str) -> list[str]:
    """The different texts and numbers at a path, in order, without empty ones."""
    told = (" ".join(text(value).split()) for value in _values_at(record, path.split(".")))
    return list(dict.fromkeys(filter(None, told)))[:MOST_VALUES]


def _values_at(value: Any, keys: Sequence[str]) -> Iterator[Any]:
    if not keys:
        yield from value if isinstance(value, list) else [value]
        return
    key, is_list = keys[0].removesuffix("[]"), keys[0].endswith("[]")
    found = value.get(key) if isinstance(value, dict) else None
    if is_list and isinstance(found, list):
        for each in found:
            yield from _values_at(each, keys[1:])
    elif found is not None:
        yield from _values_at(found, keys[1:])
