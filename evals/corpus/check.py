"""Look up every number and identifier of the corpus in the record that each statement names.

``python -m evals.corpus.check --data DIR [--corpus corpus]`` prints one line for each thing that
cannot be confirmed and ends with 1 if there is any. A statement is checked against its own record,
a document without statements against all that it names. What only the notes on a public page
confirm is listed apart. Without the folder of records the structure is still checked.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.corpus.files import (
    CorpusFile,
    MalformedFile,
    paths,
    read,
    shared_problems,
    structure_problems,
)
from evals.corpus.pages import NotedPage, host_problems, read_pages
from evals.corpus.records import RecordSets, RecordUnknown
from evals.corpus.statement_problems import agreement_problems, statement_problems
from evals.corpus.tokens import CheckedToken, compact, numbers, tokens
from retrieval.errors import DeclarationInvalid, DocumentUnreadable
from retrieval.ingestion.readers import read_documents

NAMED = 3
"""How many sources a complaint names before it only counts them."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a check of the corpus found, each a line for a reader."""

    documents: int
    wrong: tuple[str, ...]
    by_page: tuple[str, ...]
    """Confirmed by a public page only."""


@dataclass(frozen=True, slots=True)
class Haystack:
    """Text in which numbers and names are looked up."""

    numbers: frozenset[str]
    words: str
    """Every word compacted, with blanks between them."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> Haystack:
        text = "\n".join(texts)
        return cls(numbers(text), " ".join(map(compact, text.split())))

    def holds(self, token: CheckedToken) -> bool:
        if token.kind == "number":
            return token.value in self.numbers
        whole = re.compile(
            re.escape(token.value) + (r"(?!\d)" if token.value[-1:].isdigit() else "")
        )
        return bool(whole.search(self.words) or whole.search(self.words.replace(" ", "")))


@dataclass(frozen=True, slots=True)
class Sources:
    """Where facts are looked up: the records, and the notes taken from public pages."""

    records: RecordSets
    pages: Mapping[str, NotedPage]

    def text(self, key: str) -> str | None:
        """What the record or page of a key says; None if there is none."""
        noted = self.pages[key].text if key in self.pages else None
        try:
            recorded = self.records.text(key)
        except RecordUnknown:
            return noted
        return f"{noted}\n{recorded}" if noted else recorded


def check(corpus: Path, sources: Sources | None) -> Report:
    """Check every document below a folder; without sources only the structure."""
    wrong: list[str] = []
    by_page: list[str] = []
    files: list[CorpusFile] = []
    for path in paths(corpus):
        place = f"corpus/{path.relative_to(corpus)}"
        try:
            file = read(corpus, path)
        except MalformedFile as error:
            wrong.append(f"{place}: {error}")
            continue
        files.append(file)
        own = (
            *(structure_problems(file), agreement_problems(file), host_problems(file)),
            reading_problems(file.silo, path),
        )
        wrong += [f"{place}: {problem}" for problems in own for problem in problems]
        found, apart = fact_problems(file, sources) if sources else ((), ())
        wrong += [f"{place}: {problem}" for problem in found]
        by_page += [f"{place}: {fact}" for fact in apart]
    wrong += [f"corpus/{problem}" for problem in shared_problems(files)]
    return Report(len(files), tuple(wrong), tuple(by_page))


def reading_problems(silo: str, path: Path) -> Iterator[str]:
    """Why ingestion would refuse a file: a key or a value that it does not know."""
    try:
        read_documents(silo, path, path.read_bytes())
    except (DeclarationInvalid, DocumentUnreadable) as error:
        yield str(error)


def fact_problems(file: CorpusFile, sources: Sources) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What no source confirms, and what only a public page confirms."""
    if file.is_unconfirmed:
        return tuple(_stated_values(file)), ()
    return (_by_statement if file.claims else _by_document)(file, sources)


def _by_statement(file: CorpusFile, sources: Sources) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Each statement against its record; title and identifiers against all records together."""
    texts = {key: sources.text(key) for key in file.facts_from}
    wrong = [f"{key}: no such record" for key, text in texts.items() if text is None]
    stacks = {key: Haystack.of([key, text or ""]) for key, text in texts.items()}
    whole = Haystack.of([*texts, *(text or "" for text in texts.values()), str(file.meta["url"])])

    def holds(key: str, token: CheckedToken) -> bool:
        return stacks[key].holds(token) or _is_gene_name(token, sources.records)

    known = [claim for claim in file.claims if texts.get(claim.record) is not None]
    for claim in known:
        wrong += statement_problems(claim, holds)
    for token in _unique(_front_matter_tokens(file)):
        if not (whole.holds(token) or _is_gene_name(token, sources.records)):
            wrong.append(f"{token.shown}: in no record of the document")
    by_page = [f"{claim.id}: {claim.record}" for claim in known if claim.record in sources.pages]
    return tuple(wrong), tuple(by_page)


def _by_document(file: CorpusFile, sources: Sources) -> tuple[tuple[str, ...], tuple[str, ...]]:
    texts: list[str] = []
    wrong: list[str] = []
    for key in file.records:
        try:
            texts.append(sources.records.text(key))
        except RecordUnknown:
            wrong.append(f"{key}: no such record")
    records = Haystack.of(texts)
    noted = [sources.pages[url].text for url in file.pages if url in sources.pages]
    pages = Haystack.of([*noted, *file.pages])
    unread = tuple(url for url in file.pages if url not in sources.pages)
    by_page: list[str] = []
    for token in _unique(_all_tokens(file)):
        if records.holds(token) or _is_gene_name(token, sources.records):
            continue
        if pages.holds(token):
            by_page.append(f"{token.shown}: {_join_keys(file.pages)}")
        elif unread:
            by_page.append(f"{token.shown}: {_join_keys(unread)} (page without notes)")
        else:
            wrong.append(f"{token.shown}: not in {_join_keys(file.facts_from)}")
    return tuple(wrong), tuple(by_page)


def _stated_values(file: CorpusFile) -> Iterator[str]:
    """An unconfirmed document states no number and no identifier."""
    for token in _unique(tokens(f"{file.meta.get('title', '')}\n{file.body}")):
        if token.kind == "number" or token.value.startswith(("nct", "10.", "pmid", "rs")):
            yield f"{token.shown}: a number in an unconfirmed document"
    for kind, values in file.identifiers.items():
        if values and kind != "hgnc":
            yield f"{kind}: an identifier in an unconfirmed document"


def _all_tokens(file: CorpusFile) -> Iterator[CheckedToken]:
    """What is to be looked up: body, title, summary, date, version, identifiers."""
    said = (str(file.meta.get(name) or "") for name in ("version", "date"))
    yield from tokens("\n".join([file.body, *said]))
    yield from _front_matter_tokens(file)


def _front_matter_tokens(file: CorpusFile) -> Iterator[CheckedToken]:
    said = (str(file.meta.get(name) or "") for name in ("title", "summary"))
    yield from tokens("\n".join(said))
    for kind, values in file.identifiers.items():
        for value in values:
            if kind == "pmid":
                yield CheckedToken("number", value, f"{kind} {value}")
            else:
                yield CheckedToken("name", compact(value), f"{kind} {value}")


def _is_gene_name(token: CheckedToken, records: RecordSets) -> bool:
    """Whether a name is a gene symbol or alias of HGNC, or several (BRCA1/2, CDK4/6)."""
    if token.kind != "name":
        return False
    first, *others = token.value.replace("::", "/").split("/")
    stem = first.rstrip("0123456789")
    whole = [first, *(f"{stem}{other}" if other.isdigit() else other for other in others)]
    return all(name in records.compact_gene_names or name.isalpha() for name in whole)


def _unique(found: Iterable[CheckedToken]) -> Iterator[CheckedToken]:
    seen: set[tuple[str, str]] = set()
    for token in found:
        if (token.kind, token.value) not in seen:
            seen.add((token.kind, token.value))
            yield token


def _join_keys(keys: Sequence[str]) -> str:
    more = f" and {len(keys) - NAMED} more" if len(keys) > NAMED else ""
    return ", ".join(keys[:NAMED]) + more if keys else "any record (facts_from is empty)"


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the corpus and say what was found; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m evals.corpus.check", description=__doc__)
    parser.add_argument("--data", default="", help="folder of the public record sets")
    parser.add_argument("--corpus", type=Path, default=Path("corpus"))
    parser.add_argument("--pages", type=Path, default=Path(__file__).parent / "pages")
    given = parser.parse_args(arguments)
    say = sys.stdout.write
    here = bool(given.data) and Path(given.data).is_dir()
    sources = Sources(RecordSets(Path(given.data)), read_pages(given.pages)) if here else None
    report = check(given.corpus, sources)
    if sources is None:
        say("The look-up of numbers and identifiers was left out: no folder of records (--data).\n")
    if report.by_page:
        say(f"Confirmed by a public page only ({len(report.by_page)}):\n")
        say("".join(f"  {line}\n" for line in report.by_page))
    say("".join(f"{line}\n" for line in report.wrong))
    faults = "not confirmed or malformed" if sources else "malformed; numbers were not looked up"
    say(f"{report.documents} documents, {len(report.wrong)} {faults}.\n")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
