"""Write the silo of indications: ``python -m evals.corpus.indications.write --data DIR``.

One document for each tumour type and marker, with a section for FDA labels and one for CIViC. The
same records give the same bytes. A document is overwritten; what is mended is mended in
``fda_labels.txt`` or in the records."""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import yaml

from evals.corpus.indications import civic, labels
from evals.corpus.records import RecordSets

SILO = "indications"
FDA = "Approved by the FDA"
CIVIC = "Evidence of CIViC"
_ADDRESS = "https://civicdb.org"
_DRUGS_AT_FDA = "https://www.accessdata.fda.gov/scripts/cder/daf/"
_FAMILIES = {
    "BRCA1": "BRCA1 and BRCA2",
    "BRCA2": "BRCA1 and BRCA2",
    "NTRK1": "NTRK fusions",
    "NTRK2": "NTRK fusions",
    "NTRK3": "NTRK fusions",
    "MSI": "MSI and mismatch repair",
    "ABL1": "BCR::ABL1",
    "RARA": "PML::RARA",
    "FGFR2": "FGFR",
    "FGFR3": "FGFR",
    "IDH1": "IDH",
    "IDH2": "IDH",
    "ERBB2": "HER2",
    "H3-3A": "H3 K27M",
    "MS4A1": "CD20",
    "TNFRSF8": "CD30",
    "FOLR1": "folate receptor alpha",
    "CLDN18": "claudin 18.2",
}
"""Markers that are asked for together, and the name of their document."""
_RANKED = ("ESR1", "PIK3CA", "AKT1", "HER2", "BRCA1", "BRCA2")
"""Markers by which a document is named before the receptors of the tumour."""
_LAST = ("HR", "ER", "PD-L1")

Stated = dict[str, Any]


def documents(records: RecordSets) -> dict[str, Stated]:
    """Every document of the silo by its id."""
    rows = [labels.statement(row, records) for row in labels.read_rows()]
    grouped: dict[tuple[str, str], dict[str, list[Stated]]] = defaultdict(dict)
    for heading, told in ((FDA, rows), (CIVIC, civic.statements(records))):
        for stated in told:
            key = (tumour_of(stated), marker_of(stated))
            grouped[key].setdefault(heading, []).append(stated)
    made = (_document(tumour, marker, parts) for (tumour, marker), parts in grouped.items())
    return {document["id"]: document for document in made}


def tumour_of(stated: Stated) -> str:
    """The tumour type that a statement is filed under."""
    tumours: list[str] = stated.get("applies", {}).get("tumours") or ["any tumour"]
    return "breast cancer" if "breast" in tumours[0] else tumours[0]


def marker_of(stated: Stated) -> str:
    """The marker that a statement is filed under: the most telling one that it requires."""
    rules = stated.get("applies", {}).get("requires", [])
    present = [
        marker["name"]
        for rule in rules
        for marker in rule["any_of"]
        if marker.get("polarity") != "absent"
    ]
    first = next((name for name in _RANKED if name in present), "")
    others = [name for name in present if name not in _LAST] + [*present]
    name = first or next(iter(others), "")
    return _FAMILIES.get(name, name)


def _document(tumour: str, marker: str, parts: dict[str, list[Stated]]) -> Stated:
    stated = [each for told in parts.values() for each in told]
    newest = max((str(each.get("as_of", "")) for each in stated), default="")
    about = marker or "no marker"
    publishers = {FDA: "FDA labels", CIVIC: "CIViC"}
    drugs = dict.fromkeys(drug for each in stated for drug in each["drugs"])
    genes = dict.fromkeys(_genes(stated))
    document: Stated = {
        "id": _slug(f"{tumour} {about}"),
        "title": f"{tumour[:1].upper()}{tumour[1:]}: indications and evidence by {about}"
        if marker
        else f"{tumour[:1].upper()}{tumour[1:]}: indications without a required marker",
        "kind": "digest",
        "organisation": " and ".join(publishers[heading] for heading in parts),
        "version": f"records of {newest}",
        "date": newest,
        "url": _DRUGS_AT_FDA if FDA in parts else _ADDRESS,
        "tumour_types": [] if tumour == "any tumour" else [tumour],
        "genes": list(genes),
        "drugs": list(drugs),
        "status": "confirmed",
        "sections": [
            {"heading": f"{heading}: {about} in {tumour}", "statements": told}
            for heading, told in parts.items()
        ],
    }
    return {key: value for key, value in document.items() if value}


def _genes(stated: Iterable[Stated]) -> Iterable[str]:
    for each in stated:
        for rule in each.get("applies", {}).get("requires", []):
            for marker in rule["any_of"]:
                if marker.get("polarity") == "absent":
                    continue
                if re.fullmatch(r"[A-Z][A-Z0-9]{2,}(?:-[0-9A-Z]+)?", marker["name"]):
                    name = {"HER2": "ERBB2", "PD-L1": "CD274"}.get(marker["name"], marker["name"])
                    if name not in ("MSI", "TMB", "HRD"):
                        yield name


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")


class _Dumper(yaml.SafeDumper):
    """Indents lists below their key, and writes out what is said twice."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, indentless=False)

    def ignore_aliases(self, data: object) -> bool:
        return True


def as_yaml(document: Stated) -> str:
    """A document as the text of its file."""
    return yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)


def write(folder: Path, records: RecordSets) -> int:
    """Write every document and take away those that are no longer made; how many there are."""
    made = documents(records)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.yaml"):
        if old.stem not in made:
            old.unlink()
    for name, document in made.items():
        (folder / f"{name}.yaml").write_text(as_yaml(document), encoding="utf-8")
    return len(made)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the silo; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the record sets")
    parser.add_argument("--corpus", type=Path, default=Path("corpus"))
    given = parser.parse_args(arguments)
    count = write(given.corpus / SILO, RecordSets(given.data))
    sys.stdout.write(f"{count} documents written.\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
