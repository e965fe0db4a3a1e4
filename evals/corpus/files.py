"""Corpus documents as files: their fields and statements, and what is wrong with their structure.

A ``.yaml`` file holds statements, each with its own record (docs/corpus-files.md); a ``.md`` file
has front matter and a body, and names its records for the whole document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import yaml

SILOS = (
    "nccn_guidelines",
    "asco_guidelines",
    "esmo_guidelines",
    "jnccn_guidelines",
    "nccn_references",
    "clinical_trials",
    "trial_references",
    "landmark_trials",
    "drug_information",
    "pharmgkb",
    "pubmed",
    "wikipedia",
    "variant_evidence",
    "genes",
    "indications",
)
WORDS = range(20, 1501)
"""How many words a document may have. Chosen by hand: one fact with its heading, and what can still
be read at one go."""

IDENTIFIER_SYNTAX: Mapping[str, re.Pattern[str]] = {
    "pmid": re.compile(r"[1-9]\d{0,7}"),
    "pmcid": re.compile(r"PMC\d+"),
    "nct": re.compile(r"NCT\d{8}"),
    "doi": re.compile(r"10\.\d{4,9}/\S+"),
    "setid": re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    "clinpgx": re.compile(r"PA\d+"),
    "civic": re.compile(r"(EID|AID|MPID|FID)\d+"),
    "hgnc": re.compile(r"HGNC:\d+"),
    "rxcui": re.compile(r"\d+"),
    "drugbank": re.compile(r"DB\d{5}"),
}
REQUIRED = ("id", "title", "organisation", "version", "date", "url", "status")
LISTS = ("tumour_types", "genes", "drugs", "facts_from")
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


class MalformedFile(ValueError):
    """A file that has no front matter that can be read. The text is a plain sentence."""


@dataclass(frozen=True, slots=True)
class StatedClaim:
    """A statement as a file states it."""

    id: str
    text: str
    limits: tuple[str, ...]
    record: str
    heading: str
    stated: Mapping[str, Any]
    """All keys of the statement, as written."""

    @property
    def words(self) -> str:
        """The claim with its limits, as a reader gets it."""
        return " ".join((self.text, *self.limits))


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """One document of the corpus as it stands on disk."""

    path: Path
    """Relative to the folder that holds the silos, such as ``genes/brca1.md``."""
    meta: Mapping[str, Any]
    body: str
    identifiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    claims: tuple[StatedClaim, ...] = ()
    """Its statements; none in a ``.md`` file."""

    @property
    def silo(self) -> str:
        return self.path.parts[0]

    @property
    def facts_from(self) -> tuple[str, ...]:
        """What the whole document names, and then what its statements name."""
        stated = (claim.record for claim in self.claims if claim.record)
        return tuple(dict.fromkeys((*_strings(self.meta.get("facts_from")), *stated)))

    @property
    def records(self) -> tuple[str, ...]:
        """The records named in ``facts_from``."""
        return tuple(key for key in self.facts_from if not _is_page(key))

    @property
    def pages(self) -> tuple[str, ...]:
        """The public pages named in ``facts_from``."""
        return tuple(key for key in self.facts_from if _is_page(key))

    @property
    def is_unconfirmed(self) -> bool:
        return self.meta.get("status") == "unconfirmed"


def read(corpus: Path, path: Path) -> CorpusFile:
    """Read one document; raises :class:`MalformedFile`."""
    text = path.read_text(encoding="utf-8")
    return (_read_statements if path.suffix == ".yaml" else _read_prose)(corpus, path, text)


def _read_statements(corpus: Path, path: Path, text: str) -> CorpusFile:
    meta = _mapping_of(text, "the file")
    claims = tuple(
        _claim(str(section.get("heading") or ""), stated)
        for section in _mappings(meta.get("sections"), "sections")
        for stated in _mappings(section.get("statements"), "statements")
    )
    lines: list[str] = []
    for claim in claims:
        if claim.heading and f"## {claim.heading}" not in lines:
            lines.append(f"## {claim.heading}")
        lines.append(claim.words)
    fields = {key: value for key, value in meta.items() if key != "sections"}
    body = "\n\n".join((f"# {meta.get('title', '')}", *lines))
    where = path.relative_to(corpus)
    return CorpusFile(where, fields, body, _identifiers(meta), claims)


def _claim(heading: str, stated: Mapping[str, Any]) -> StatedClaim:
    text, limits = str(stated.get("text") or ""), _strings(stated.get("limits"))
    name, record = str(stated.get("id") or ""), str(stated.get("record") or "")
    return StatedClaim(name, text, limits, record, heading, stated)


def _mappings(listed: object, name: str) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        message = f"{name} is not a list of mappings"
        raise MalformedFile(message)
    return tuple(listed)


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The parser in C where PyYAML has it: ten times as fast."""


def _mapping_of(text: str, name: str) -> dict[str, Any]:
    try:
        found = yaml.load(text, Loader=_LOADER)  # noqa: S506 - a safe loader
    except yaml.YAMLError as error:
        message = f"{name} is not YAML"
        raise MalformedFile(message) from error
    if not isinstance(found, dict):
        message = f"{name} is not a mapping"
        raise MalformedFile(message)
    return found


def _identifiers(meta: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    listed = meta.get("identifiers") or {}
    return {str(kind): _strings(values) for kind, values in dict(listed).items()}


def _read_prose(corpus: Path, path: Path, text: str) -> CorpusFile:
    parts = re.split(r"^---\s*$", text, maxsplit=2, flags=re.MULTILINE)
    if len(parts) != 3 or parts[0].strip():
        message = "no front matter between two lines of ---"
        raise MalformedFile(message)
    meta = _mapping_of(parts[1], "front matter")
    return CorpusFile(path.relative_to(corpus), meta, parts[2].strip(), _identifiers(meta))


def paths(corpus: Path) -> tuple[Path, ...]:
    """Every document of the corpus, in order of silo and name."""
    return tuple(sorted((*corpus.glob("*/*.md"), *corpus.glob("*/*.yaml"))))


def structure_problems(file: CorpusFile) -> Iterator[str]:
    """What is wrong with one document, each a short phrase."""
    yield from _front_matter_problems(file)
    yield from _identifier_problems(file.identifiers)
    yield from _claim_problems(file.claims)
    words = len(file.body.split())
    if words not in WORDS:
        yield f"{words} words: not between {WORDS.start} and {WORDS.stop - 1}"
    if not re.search(r"^#{1,3} \S", file.body, re.MULTILINE):
        yield "no heading"


def shared_problems(files: Iterable[CorpusFile]) -> Iterator[str]:
    """What is wrong between documents: ids, titles and texts that occur twice."""
    listed = list(files)
    texts = Counter(" ".join(file.body.split()) for file in listed)
    ids = Counter((file.silo, str(file.meta.get("id"))) for file in listed)
    titles = Counter((file.silo, str(file.meta.get("title"))) for file in listed)
    for file in listed:
        if ids[file.silo, str(file.meta.get("id"))] > 1:
            yield f"{file.path}: its id occurs twice in {file.silo}"
        if titles[file.silo, str(file.meta.get("title"))] > 1:
            yield f"{file.path}: its title occurs twice in {file.silo}"
        if texts[" ".join(file.body.split())] > 1:
            yield f"{file.path}: another document has the same text"


def _front_matter_problems(file: CorpusFile) -> Iterator[str]:
    meta = file.meta
    for name in REQUIRED:
        if name not in meta or not (meta[name] or name == "date"):
            yield f"front matter lacks {name}"
    if not (file.facts_from or file.is_unconfirmed):
        yield "names no record"
    for name in LISTS:
        if not isinstance(meta.get(name) or [], list):
            yield f"{name} is not a list"
    expected = (
        (file.silo in SILOS, f"{file.silo} is not a silo"),
        (meta.get("id") == file.path.stem, f"id is not the file's name: {meta.get('id')}"),
        (str(meta.get("url")).startswith("https://"), "url does not start with https://"),
        (meta.get("status") in ("confirmed", "unconfirmed"), f"status: {meta.get('status')}"),
        (
            # A page that states no date of its own has a version in words instead.
            meta.get("date") == "" or _DATE.fullmatch(_iso(meta.get("date"))),
            f"date is not ISO: {meta.get('date')}",
        ),
    )
    yield from (complaint for holds, complaint in expected if not holds)


def _claim_problems(claims: Iterable[StatedClaim]) -> Iterator[str]:
    for name, times in Counter(claim.id for claim in claims).items():
        if not name or times > 1:
            yield (
                f"statement {name}: its id is given {times} times"
                if name
                else "a statement has no id"
            )
    for claim in claims:
        if not claim.text:
            yield f"statement {claim.id} has no text"
        if not claim.record:
            yield f"statement {claim.id} names no record"


def _identifier_problems(identifiers: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for kind, values in identifiers.items():
        syntax = IDENTIFIER_SYNTAX.get(kind)
        if syntax is None:
            yield f"{kind} is not a kind of identifier"
            continue
        for value in values:
            if not syntax.fullmatch(value):
                yield f"{value} is not a {kind}"


def _is_page(key: str) -> bool:
    return key.startswith(("https://", "http://"))


def _iso(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def _strings(values: object) -> tuple[str, ...]:
    return tuple(str(value) for value in values) if isinstance(values, list) else ()
