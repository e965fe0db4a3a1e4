"""Compose corpus documents from drafts: add front matter, identifiers and citations.

``python -m evals.corpus.compose --data DIR [--corpus corpus]`` writes
``corpus/<silo>/<id>.md`` for every draft in ``drafts/<silo>*.txt``; the same drafts and records
give the same bytes. What the records say about a document (address, date, PMIDs, NCT numbers)
is taken from them, never written by hand.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from evals.corpus.drafts import Draft, Line, read_drafts
from evals.corpus.pages import Page, read_pages
from evals.corpus.records import CIVIC_RELEASE, Records

FRONT = (
    "id",
    "title",
    "organisation",
    "version",
    "date",
    "url",
    "identifiers",
    "evidence_level",
    "tumour_types",
    "genes",
    "drugs",
    "status",
    "facts_from",
    "summary",
)
_CIVIC = "civic_2025-09:"
_PGX = "pgx:clinpgx_recommendations/"
_LABEL = "moalmanac_db:documents/"
_INDICATION = "moalmanac_db:indications/"
_PAGES = "Drug pages named in the text"
"""Who stands for a document whose doses come from pages that each sentence names."""
_DOSE = re.compile(r"\bdos(?:es?|ed|age|ing)\b|\d\s?mg\b|\breduced to\b", re.IGNORECASE)
"""What makes a sentence one on doses."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What a composer looks things up in."""

    records: Records
    pages: Mapping[str, Page]
    """By short name."""

    def page(self, tag: str) -> Page:
        return self.pages[tag.removeprefix("@")]


def compose(silo: str, draft: Draft, sources: Sources) -> str:
    """The whole file of one document."""
    found = [source for source in draft.sources if not source.startswith("@")]
    pages = [sources.page(tag).url for tag in draft.sources if tag.startswith("@")]
    meta: dict[str, Any] = {"id": draft.id, "status": "confirmed"}
    meta |= RULES[silo](draft, sources)
    meta |= {key: value for key, value in draft.header.items() if key not in ("sources", "nct")}
    meta["identifiers"] = _identifiers(draft, sources)
    meta["facts_from"] = [*found, *pages]
    front = {name: meta[name] for name in FRONT if meta.get(name) or name == "date"}
    head = yaml.safe_dump(front, sort_keys=False, allow_unicode=True, width=10_000)
    return f"---\n{head}---\n# {meta['title']}\n\n{_body(draft.lines, sources)}\n"


def _body(lines: Iterable[Line], sources: Sources) -> str:
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if not line.text or line.text.startswith(("#", "- ", "|")):
            paragraphs.append([])
        if line.text:
            paragraphs[-1].append(_with_citation(line, sources))
        if line.text.startswith("#"):
            paragraphs.append([])
    texts = [" ".join(paragraph) for paragraph in paragraphs if paragraph]
    return re.sub(r"(?m)^(- .+)\n\n(?=- )", r"\1\n", "\n\n".join(texts))


def _with_citation(line: Line, sources: Sources) -> str:
    """The text with where it comes from in brackets, so that it can be quoted alone.

    A sentence that stands on CIViC evidence carries its number, level and PMID; one that stands
    on a public page carries who published it and when.
    """
    cited = [key.removeprefix(_CIVIC) for key in line.sources if key.startswith(f"{_CIVIC}EID")]
    rows = [sources.records.evidence[key.removeprefix("EID")] for key in cited]
    pmids = dict.fromkeys(r["citation_id"] for r in rows if r["source_type"] == "PubMed")
    parts: list[str] = []
    if cited:
        levels = " and ".join(dict.fromkeys(f"level {row['evidence_level']}" for row in rows))
        parts += [f"CIViC {', '.join(cited)}", levels]
    if pmids:
        parts.append(f"PMID {', '.join(pmids)}")
    for tag in (source for source in line.sources if source.startswith("@")):
        page = sources.page(tag)
        named = page.organisation or page.title
        parts.append(", ".join(part for part in (named, page.dated) if part))
    return f"{line.text.rstrip('.')} ({'; '.join(parts)})." if parts else line.text


def _identifiers(draft: Draft, sources: Sources) -> dict[str, list[str]]:
    kinds: dict[str, dict[str, None]] = {}

    def add(kind: str, values: Iterable[str]) -> None:
        kinds.setdefault(kind, {}).update(dict.fromkeys(value for value in values if value))

    add("nct", [draft.header.get("nct", "")])
    for key in draft.sources:
        if key.startswith(_CIVIC):
            name = key.removeprefix(_CIVIC)
            add("civic", [name])
            if name.startswith("EID"):
                row = sources.records.evidence[name.removeprefix("EID")]
                add("pmid", [row["citation_id"] if row["source_type"] == "PubMed" else ""])
                add("nct", row["nct_ids"].split(","))
        elif key.startswith("gene_reference:"):
            add("hgnc", [key.partition(":")[2]])
        elif key.startswith("pubmed_oncology_abstracts:"):
            add("pmid", [key.partition(":")[2]])
        elif key.startswith(_PGX):
            row = sources.records.recommendations[key.removeprefix(_PGX)]
            add("clinpgx", re.findall(r"PA\d+", row["url"]))
            add("pmid", [cited["pmid"] for cited in row["citations"]])
        elif key.startswith(_INDICATION):
            row = sources.records.indications[key.removeprefix(_INDICATION)]
            add("nct", re.findall(r"NCT\d{8}", row["description"] or ""))
    return {kind: list(values) for kind, values in kinds.items() if values}


def _variant(draft: Draft, sources: Sources) -> dict[str, Any]:
    evidence = [
        sources.records.evidence[key.removeprefix(f"{_CIVIC}EID")]
        for key in draft.sources
        if key.startswith(f"{_CIVIC}EID")
    ]
    return {
        "organisation": "CIViC",
        "version": f"CIViC release {CIVIC_RELEASE}",
        "date": max(row["last_review_date"] for row in evidence)[:10],
        "url": evidence[0]["molecular_profile_civic_url"],
        "evidence_level": min(row["evidence_level"] for row in evidence),
    }


def _gene(draft: Draft, sources: Sources) -> dict[str, Any]:
    key = next(key for key in draft.sources if key.startswith("gene_reference:"))
    hgnc = key.partition(":")[2]
    return {
        "organisation": "HGNC",
        "version": "HGNC 2024-07",
        "date": "2024-07",
        "url": f"https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/{hgnc}",
        "genes": [sources.records.genes[hgnc]["symbol"]],
    }


def _pharmacogenomics(draft: Draft, sources: Sources) -> dict[str, Any]:
    recommended = [key for key in draft.sources if key.startswith(_PGX)]
    if recommended:
        row = sources.records.recommendations[recommended[0].removeprefix(_PGX)]
        release = row["version"][:10]
        return {
            "organisation": "ClinPGx (PharmGKB)",
            "version": f"ClinPGx data of {release}",
            "date": release,
            "url": row["url"],
            "evidence_level": row["classification"],
        }
    associated = any(key.startswith("pgx:fda_pgx_associations_table") for key in draft.sources)
    records = sources.records
    table = records.fda_associations if associated else records.fda_biomarkers
    return {
        "organisation": "U.S. Food and Drug Administration",
        "version": f"table as collected on {table['collectedOn'][:10]}",
        "date": table["collectedOn"][:10],
        "url": table["sourceUrl"],
    }


def _drug(draft: Draft, sources: Sources) -> dict[str, Any]:
    """Named after the address, unless most sentences on doses stand on other pages than that."""
    doses = [line for line in draft.lines if line.sources and _DOSE.search(line.text)]
    pages = [tag for tag in draft.sources if tag.startswith("@")]
    label = next((key for key in draft.sources if key.startswith(_LABEL)), "")
    if label:
        elsewhere = sum(any(tag in line.sources for tag in pages) for line in doses)
        return _label_fields(label, sources, mostly=2 * elsewhere > len(doses), paged=bool(pages))
    cited = Counter(tag for line in doses for tag in line.sources if tag in pages)
    main = max(pages, key=lambda tag: cited[tag])
    page = sources.page(main)
    mostly = 2 * sum(main not in line.sources for line in doses) > len(doses)
    return {
        "organisation": _PAGES if mostly else page.organisation,
        "version": _PAGES.lower() if mostly else f"page dated {page.dated}",
        "date": page.dated,
        "url": page.url,
    }


def _label_fields(label: str, sources: Sources, *, mostly: bool, paged: bool) -> dict[str, Any]:
    """A document that leads to an FDA label; ``mostly``: most of its doses stand on pages."""
    name = label.removeprefix(_LABEL)
    date = sources.records.moalmanac_documents[name]["publication_date"]
    told = ("FDA label", f"FDA label of {date}")
    if mostly:
        told = (
            f"{_PAGES}; FDA label",
            f"{_PAGES.lower()}; FDA label of {date} for the indications",
        )
    elif paged:
        told = ("FDA label and drug pages", f"FDA label of {date}; pages as named in the text")
    organisation, version = told
    url = sources.records.moalmanac_url(name)
    return {"organisation": organisation, "version": version, "date": date, "url": url}


def _trial(draft: Draft, sources: Sources) -> dict[str, Any]:
    dates = [
        sources.records.evidence[key.removeprefix(f"{_CIVIC}EID")]["last_review_date"][:10]
        for key in draft.sources
        if key.startswith(f"{_CIVIC}EID")
    ]
    dates += [
        sources.records.indications[key.removeprefix(_INDICATION)]["initial_approval_date"] or ""
        for key in draft.sources
        if key.startswith(_INDICATION)
    ]
    return {
        "organisation": "ClinicalTrials.gov",
        "version": f"records at hand, newest of {max(dates)}" if dates else "",
        "date": max(dates, default=""),
        "url": f"https://clinicaltrials.gov/study/{draft.header['nct']}",
    }


RULES: Mapping[str, Callable[[Draft, Sources], dict[str, Any]]] = {
    "variant_evidence": _variant,
    "genes": _gene,
    "pharmgkb": _pharmacogenomics,
    "drug_information": _drug,
    "clinical_trials": _trial,
}
"""What the records say about a document, for each silo that is composed."""


def write(drafts: Path, corpus: Path, sources: Sources) -> int:
    """Compose every draft below a folder; how many documents were written."""
    written = 0
    for silo in RULES:
        (corpus / silo).mkdir(parents=True, exist_ok=True)
        for path in sorted(drafts.glob(f"{silo}*.txt")):
            for draft in read_drafts(path):
                text = compose(silo, draft, sources)
                (corpus / silo / f"{draft.id}.md").write_text(text, encoding="utf-8")
                written += 1
    return written


def main(arguments: Sequence[str] | None = None) -> int:
    """Compose the record silos; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m evals.corpus.compose", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the record sets")
    parser.add_argument("--corpus", type=Path, default=Path("corpus"))
    given = parser.parse_args(arguments)
    here = Path(__file__).parent
    pages = {page.name: page for page in read_pages(here / "pages").values() if page.name}
    count = write(here / "drafts", given.corpus, Sources(Records(given.data), pages))
    sys.stdout.write(f"{count} documents composed.\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
