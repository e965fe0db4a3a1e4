"""Write what CIViC holds of named resistance variants, one document a gene, into the silo of
variant evidence: ``python -m evals.corpus.indications.variants --data DIR``.

Told is evidence of levels B to D on one exact variant under which CIViC holds resistance to some
drug, and on drugs that agencies know. Evidence that another document tells already is left out. The
same records give the same bytes."""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evals.corpus.indications.applies import marker_rule
from evals.corpus.indications.civic import therapies_in_words, year
from evals.corpus.indications.write import as_yaml
from evals.corpus.records import RecordSets
from names.recognise import recognise
from names.tables import tumour_parents
from names.tables.rows import read_rows
from names.tables.variant_classes import classes_of

Row = Mapping[str, Any]
GENES = (
    *("ABL1", "ALK", "BTK", "EGFR", "ERBB2", "ESR1", "FGFR2", "FGFR3", "FLT3", "KIT", "MET"),
    *("NTRK1", "NTRK3", "PDGFRA", "RET", "ROS1"),
)
"""Genes of which single variants tell which of several inhibitors still acts."""
OF_CLASS_ONLY = frozenset(("ABL1",))
"""Genes with so many variants that only those of the table of classes are told."""
SILO = "variant_evidence"
AGENCIES = re.compile(r"moalmanac_db|FDA")
"""Records of drugs.tsv of drugs that an agency knows; others are compounds of research."""
LEVELS = {"B": "clinical evidence", "C": "case study", "D": "preclinical evidence"}
LIMITS = {"C": "This rests on single patients.", "D": "This evidence is preclinical."}
MEANING = {
    "Sensitivity/Response": ("result", "a response to"),
    "Resistance": ("resistance", "resistance to"),
}
ANY_CANCER = "Cancer"
"""The disease of a record that is on any: mostly cells made to carry the variant."""
EXACT = re.compile(r"[A-Z]\d+[A-Z]")


def evidence_by_gene(records: RecordSets, told: str) -> dict[str, list[dict[str, Any]]]:
    """The statements of each gene, ordered by variant, meaning and drug. ``told``: the text of the
    documents that there are. Where something was seen in patients, what was seen in cells or in
    single patients is left out."""
    rows = list(_exact_rows(records))
    resisting = {(gene, name) for _, row, gene, name in rows if row["significance"] == "Resistance"}
    in_groups = {(gene, name) for _, row, gene, name in rows if row["evidence_level"] == "B"}
    made: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for number, row, gene, name in rows:
        weak = (gene, name) in in_groups and row["evidence_level"] != "B"
        if weak or (gene, name) not in resisting or f"EID{number}\n" in told:
            continue
        for stated in _stated_variants(number, row, gene, name):
            key = (
                f"{name} {stated['kind']} {sorted(stated['drugs'])} {stated['applies']['tumours']}"
            )
            made[gene].setdefault(key, stated)
    return {gene: [each[key] for key in sorted(each)] for gene, each in sorted(made.items())}


def _exact_rows(records: RecordSets) -> Iterator[tuple[str, Row, str, str]]:
    """Evidence on one exact variant of these genes, beside a fusion of the gene or nothing."""
    for number, row in sorted(records.evidence.items(), key=_strongest_first):
        told = row["evidence_type"] == "Predictive" and row["evidence_direction"] == "Supports"
        if told and row["evidence_level"] in LEVELS and row["significance"] in MEANING:
            parts = row["molecular_profile"].split(" AND ")
            exact = [part for part in parts if not part.endswith("Fusion")]
            gene, _, name = exact[0].partition(" ") if len(exact) == 1 else ("", "", "")
            usual = classes_of(gene, name) & {"sensitising", "uncommon"}
            many = gene in OF_CLASS_ONLY and "resistance" not in classes_of(gene, name)
            if gene in GENES and EXACT.fullmatch(name) and not usual and not many:
                yield number, row, gene, name


def _strongest_first(item: tuple[str, Row]) -> tuple[str, int, int]:
    """By level, the newest record first: of one variant and drug only the first is told."""
    number, row = item
    return row["evidence_level"], -int(year(row["citation"]) or 0), int(number)


def _stated_variants(number: str, row: Row, gene: str, name: str) -> Iterator[dict[str, Any]]:
    drugs = [drug.strip().casefold().removesuffix(" mesylate") for drug in _therapies(row)]
    named = [each for m in recognise(row["disease"]).of("tumour") for each in m.names]
    tumours = [each for each in dict.fromkeys(named) if each in tumour_parents()][:1]
    known = bool(tumours) or row["disease"] == ANY_CANCER
    if not drugs or not known or not all(drug in _marketed_drugs() for drug in drugs):
        return
    where = f"In {tumours[0]} with" if tumours else "With"
    kind, meaning = MEANING[row["significance"]]
    level = row["evidence_level"]
    stated: dict[str, Any] = {
        "id": f"civic-eid{number}",
        "kind": kind,
        "text": f"{where} {gene} {name}, CIViC evidence of level {level}"
        f" ({row['citation']}) supports {meaning} {therapies_in_words(row, drugs)}.",
    }
    if level in LIMITS:
        stated["limits"] = [LIMITS[level]]
    yield {
        **stated,
        "drugs": drugs,
        "genes": [gene],
        "variants": [name],
        "applies": {"tumours": tumours, "requires": [marker_rule(f"{gene}={name}")]},
        "as_of": year(row["citation"]),
        "evidence": {"scale": "CIViC evidence level", "value": f"{level} ({LEVELS[level]})"},
        "record": f"civic_2025-09:EID{number}",
    }


def _therapies(row: Row) -> list[str]:
    """The drugs; none where the record does not say how several go together."""
    drugs: list[str] = row["therapies"].split(",")
    return drugs if len(drugs) == 1 or row["therapy_interaction_type"] else []


def _marketed_drugs() -> frozenset[str]:
    rows = read_rows("drugs.tsv")
    return frozenset(generic for generic, _, record in rows if AGENCIES.search(record))


def document(gene: str, stated: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The document of one gene."""
    drugs = dict.fromkeys(drug for each in stated for drug in each["drugs"])
    numbers = [each["record"].partition(":")[2] for each in stated]
    tumours = dict.fromkeys(name for each in stated for name in each["applies"]["tumours"])
    variants = dict.fromkeys(each["variants"][0] for each in stated)
    return {
        "id": f"{gene.casefold()}-named-variants",
        "title": f"{gene} resistance variants by name: {', '.join(sorted(variants))}",
        "kind": "digest",
        "organisation": "CIViC",
        "version": "CIViC release 01-Sep-2025",
        "date": "2025-09-01",
        "url": "https://civicdb.org",
        "identifiers": {"civic": numbers},
        "tumour_types": list(tumours),
        "genes": [gene],
        "drugs": list(drugs),
        "status": "confirmed",
        "sections": [
            {
                "heading": f"{gene} {name}",
                "statements": [each for each in stated if each["variants"] == [name]],
            }
            for name in sorted(variants)
        ],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the documents; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the record sets")
    parser.add_argument("--corpus", type=Path, default=Path("corpus"))
    given = parser.parse_args(arguments)
    others = [p for p in given.corpus.rglob("*.yaml") if not p.stem.endswith("-named-variants")]
    told = "".join(path.read_text(encoding="utf-8") for path in others)
    made = evidence_by_gene(RecordSets(given.data), told)
    for gene, stated in made.items():
        found = document(gene, stated)
        path = given.corpus / SILO / f"{found['id']}.yaml"
        path.write_text(as_yaml(found), encoding="utf-8")
    sys.stdout.write(f"{len(made)} documents, {sum(map(len, made.values()))} statements.\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
