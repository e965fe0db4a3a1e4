"""The cases as files of six layouts."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap

import docx
import openpyxl

from evals.reports.cases import DECOYS, NEGATIVE, TESTED, Case, MadeReport, MadeVariant
from evals.reports.pdf_pages import DrawnLine, pdf_of
from evals.reports.vcf_file import vcf_file
from names.variants.usual_forms import read_variant

LEFT, COLUMN, CELL = 50, 88, 17
"""Of a page: the left margin, from column to column in points; characters of a cell's line."""
_ROWS_ON_FIRST_PAGE = 3
_HEADS: Sequence[Mapping[str, str]] = (
    {"gene": "Gene", "name": "Variant", "coding": "cDNA", "vaf": "VAF", "class": "Class",
     "origin": "Origin"},
    {"gene": "Gene symbol", "name": "Protein change", "coding": "HGVSc", "vaf": "VAF (%)",
     "class": "Classification", "origin": "Germline/somatic"},
    {"gene": "Gene", "name": "Alteration", "coding": "Nucleotide change",
     "vaf": "Allele fraction", "class": "Tier", "origin": "Origin"},
    {"gene": "Gene", "name": "Mutation", "coding": "c.DNA", "vaf": "Variant allele frequency",
     "class": "Significance", "origin": "Source"},
    {"gene": "Gene name", "name": "Amino acid change", "coding": "Coding change",
     "vaf": "Allele frequency", "class": "Clinical significance", "origin": "Variant origin"},
)  # fmt: skip
_ORDERS = (
    ("gene", "name", "coding", "vaf", "class", "origin"),
    ("gene", "coding", "name", "class", "vaf", "origin"),
    ("gene", "name", "vaf", "class", "coding", "origin"),
    ("gene", "coding", "name", "origin", "vaf", "class"),
    ("gene", "name", "coding", "class", "origin", "vaf"),
)


def made_reports(case: Case) -> Iterator[MadeReport]:
    """Each report of a case. Files of lines and of calls say nothing of the whole tumour."""
    markers = {"MSI": case.msi, "TMB": case.tmb, "HRD": case.hrd}
    for layout, (suffix, write) in LAYOUTS.items():
        yield MadeReport(
            name=f"{case.name}-{layout}{suffix}",
            content=write(case),
            held=tuple(v for v in case.variants if v.is_call or layout != "calls"),
            markers={} if suffix in (".csv", ".vcf") else markers,
        )


def _values(variant: MadeVariant, case: Case) -> dict[str, str]:
    short = read_variant(f"{variant.gene} {variant.name}")
    one_letter = case.number % 2 and short is not None and short.kind == "protein"
    name = f"p.{short.change}" if one_letter and short else variant.name
    return {
        "gene": variant.gene,
        "name": name,
        "coding": variant.coding,
        "vaf": _share(variant.percent, case.number),
        "class": variant.classed,
        "origin": variant.origin,
    }


def _share(percent: float | None, number: int) -> str:
    if percent is None:
        return ""
    return (f"{percent}%", f"{percent:g} %", f"{percent / 100:.4g}", f"{percent:.1f}%")[number % 4]


def _markers(case: Case) -> tuple[tuple[str, str], ...]:
    names = (
        ("MSI status", "Tumor mutational burden", "HRD score"),
        ("Microsatellite status", "TMB", "HRD"),
    )[case.number % 2]
    return tuple(zip(names, (case.msi, case.tmb, case.hrd), strict=True))


def _ruled_pdf(case: Case) -> bytes:
    """A table whose cells wrap, over two pages with the heads again on the second."""
    order, heads = _ORDERS[case.number], _HEADS[case.number]
    head = _row([heads[key] for key in order])
    rows = [_row([_percent(key, _values(v, case)) for key in order]) for v in case.variants]
    first = [_line("Molecular pathology report"), _line(f"Sample {case.name}"), _line("Findings")]
    first += [*head, *(each for row in rows[:_ROWS_ON_FIRST_PAGE] for each in row)]
    second = [*head, *(each for row in rows[_ROWS_ON_FIRST_PAGE:] for each in row)]
    second += [_line("Biomarkers"), *(_line(f"{n}: {v}") for n, v in _markers(case))]
    second += [_line("Interpretation"), *map(_line, DECOYS)]
    second += [_line("Genes tested"), _line(TESTED)]
    return pdf_of([first, second])


def _percent(key: str, values: Mapping[str, str]) -> str:
    """Of a line of a PDF only what has its sign is a share."""
    value = values[key]
    return f"{float(value) * 100:.4g}%" if key == "vaf" and value and "%" not in value else value


def _row(cells: Sequence[str]) -> list[DrawnLine]:
    wrapped = [wrap(cell, CELL) for cell in cells]
    lines = []
    for number in range(max(len(cell) for cell in wrapped)):
        drawn = tuple(
            (LEFT + COLUMN * place, cell[number])
            for place, cell in enumerate(wrapped)
            if number < len(cell)
        )
        lines.append(DrawnLine(drawn))
    return lines


def _line(words: str) -> DrawnLine:
    return DrawnLine(((LEFT, words),))


def _listed_pdf(case: Case) -> bytes:
    """Lines below headings, no table."""
    lines = ["Comprehensive genomic profile", f"Patient sample {case.name}"]
    for origin, heading in (("somatic", "Somatic alterations"), ("germline", "Germline findings")):
        own = [each for each in case.variants if each.origin == origin]
        lines += [heading, *(_list_line(each, case) for each in own)] if own else []
    lines += ["Genomic signatures", "; ".join(f"{n}: {v}" for n, v in _markers(case))]
    lines += ["Pertinent negatives", *(f"{gene} {name}" for gene, name in NEGATIVE)]
    lines += ["Comments", *DECOYS]
    return pdf_of([[_line(each) for each in lines]])


def _list_line(variant: MadeVariant, case: Case) -> str:
    values = _values(variant, case)
    fusion = variant.gene in variant.name
    told = [values["name"] if fusion else f"{variant.gene} {values['name']}"]
    if variant.coding and variant.coding != variant.name:
        told[0] += f" ({variant.coding})"
    told += [f"VAF {_percent('vaf', values)}"] if variant.percent is not None else []
    return f"- {', '.join([*told, variant.classed])}"


def _word(case: Case) -> bytes:
    """A table with a row over all columns for each origin, another for what was not found."""
    heads = _HEADS[case.number]
    keys = [key for key in _ORDERS[case.number] if key != "origin"]
    document = docx.Document()
    document.add_heading("Molecular report", level=1)
    document.add_paragraph(DECOYS[0])
    table = document.add_table(rows=0, cols=len(keys))
    _fill(table, [heads[key] for key in keys])
    for origin in ("somatic", "germline"):
        own = [each for each in case.variants if each.origin == origin]
        if own:
            merged = table.add_row().cells
            merged[0].merge(merged[-1]).text = f"{origin.capitalize()} variants"
        for each in own:
            _fill(table, [_values(each, case)[key] for key in keys])
    signatures = document.add_table(rows=0, cols=2)
    for pair in _markers(case):
        _fill(signatures, pair)
    document.add_heading("Not detected", level=2)
    absent = document.add_table(rows=0, cols=2)
    for pair in (("Gene", "Variant"), *NEGATIVE):
        _fill(absent, pair)
    for words in (*DECOYS[1:], f"Genes tested: {TESTED}"):
        document.add_paragraph(words)
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


def _fill(table: object, words: Sequence[str]) -> None:
    for cell, told in zip(table.add_row().cells, words, strict=True):  # type: ignore[attr-defined]
        cell.text = told


def _workbook(case: Case) -> bytes:
    """A sheet of variants, one of signatures, one of what was tested with its results."""
    heads, order = _HEADS[case.number], _ORDERS[case.number]
    book = openpyxl.Workbook()
    variants = book.active
    assert variants is not None
    variants.title = "Variants"
    variants.append(["Laboratory for molecular pathology"])
    variants.append([heads[key] for key in order])
    for each in case.variants:
        values: dict[str, str | float] = {**_values(each, case)}
        if case.number % 2 == 0 and each.percent is not None:
            values["vaf"] = each.percent / 100
        variants.append([values[key] for key in order])
    signatures = book.create_sheet("Signatures")
    signatures.append(["Biomarker", "Result"])
    for pair in _markers(case):
        signatures.append(list(pair))
    hotspots = book.create_sheet("Hotspots")
    hotspots.append(["Gene", "Variant", "Result"])
    for gene, name in NEGATIVE:
        hotspots.append([gene, name, "not detected"])
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def _table_of_text(case: Case) -> bytes:
    """A line for each variant under the heads of a mutation annotation file."""
    target = io.StringIO()
    writer = csv.writer(target, delimiter=",;\t"[case.number % 3])
    writer.writerow(
        ["Hugo_Symbol", "Variant_Classification", "HGVSc", "HGVSp_Short", "t_VAF",
         "Mutation_Status", "Clinical_Significance", "Annotation"]
    )  # fmt: skip
    for each in case.variants:
        short = read_variant(f"{each.gene} {each.name}")
        protein = f"p.{short.change}" if short and short.kind == "protein" else ""
        event = "" if protein or each.name == each.coding else each.name
        share = "" if each.percent is None else f"{each.percent / 100:.4f}"
        writer.writerow([each.gene, event or "small variant", each.coding, protein, share,
                         each.origin.upper(), each.classed, DECOYS[0]])  # fmt: skip
    return target.getvalue().encode()


LAYOUTS: Mapping[str, tuple[str, Callable[[Case], bytes]]] = {
    "ruled": (".pdf", _ruled_pdf),
    "listed": (".pdf", _listed_pdf),
    "word": (".docx", _word),
    "workbook": (".xlsx", _workbook),
    "mutations": (".csv", _table_of_text),
    "calls": (".vcf", vcf_file),
}
"""The layouts by name, with the suffix of their files."""
