"""Which field a column holds, told by its head."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal, cast

from names.tables.rows import read_rows

Column = Literal[
    "", "gene", "variant", "coding", "vaf", "class", "origin", "type", "five", "three", "sample",
    "result", "filter", "recorded", "call", "genotype",
]  # fmt: skip
"""``recorded`` is the class that a database gives, which is none of the report's own; ``call`` what
came of a test of a gene where no column names a change;
``result`` is what came of a variant that another column names; ``five`` and ``three`` are the
genes that a fusion joins."""
_PLAIN = re.compile(r"[^a-z0-9]+")
_BRACKETS = re.compile(r"[(\[][^)\]]{0,30}[)\]]")
_SHARE = frozenset(("fraction", "frequency", "freq", "percent", "pct", "burden"))
_OF_COPIES = frozenset(("copies", "copy", "number", "cn", "cnv"))
_OF_READS = frozenset(("vaf", "maf", "af", "taf", "cfdna", "ctdna"))
_CHANGED = frozenset((
    "alteration", "alterations", "variant", "variants", "mutation", "mutations", "aberration",
    "aberrations", "change", "fusion", "rearrangement", "event",
))  # fmt: skip
_SCHEMES = frozenset((
    "amp", "asco", "cap", "acmg", "acgs", "escat", "oncokb", "clingen", "enigma", "vicc", "iarc",
))  # fmt: skip
"""Names of rules by which variants are classed."""
_COMPOSED: tuple[tuple[Column, frozenset[str], frozenset[str]], ...] = (
    ("vaf", _OF_READS, frozenset()),
    ("vaf", _SHARE, frozenset(("allele", "allelic", "variant", "mutant", "mutation", "reads"))),
    ("vaf", frozenset(("frequency", "freq")), frozenset()),
    ("class", frozenset(("tier", "classification", "significance", "pathogenicity")), frozenset()),
    ("class", frozenset(("interpretation",)), _CHANGED),
    ("class", frozenset(("class", "level")), _SCHEMES),
    ("class", frozenset(("asco", "acmg", "acgs", "escat")), frozenset()),
    ("type", frozenset(("type", "effect", "consequence")), frozenset()),
    ("variant", frozenset(("coding", "cdna", "dna", "nucleotide")), frozenset(("protein", "aa"))),
    ("coding", frozenset(("coding", "cdna", "nucleotide")), _CHANGED),
    ("coding", frozenset(("dna",)), frozenset(("change", "alteration"))),
    ("variant", frozenset(("protein", "acid")), _CHANGED),
    ("variant", _CHANGED, frozenset()),
    ("variant", frozenset(("finding", "findings")), frozenset(("genomic", "molecular"))),
    ("gene", frozenset(("gene", "symbol")), frozenset()),
    ("coding", frozenset(("c",)), frozenset(("nomenclature", "notation", "hgvs", "change"))),
    ("variant", frozenset(("p",)), frozenset(("nomenclature", "notation", "hgvs", "change"))),
)
"""Which words of a head tell its field, the first that do; beside one of the last, if there are
any."""
_NAMING = frozenset(("variant", "coding", "three", "call"))
_HEADS_GENE = re.compile(r"(?i)(?:molecular |genomic )?biomarkers?")
"""A column of genes as often as of variants: the variant is then in that of the result."""
_OF_PLACES = re.compile(r"(?i)\b(?:codons?|exons?|hot-?spots?|mutations? (?:covered|tested))\b")
_OF_DRUGS = re.compile(r"(?i)\b(?:drugs?|therap\w+|treatments?|agents?|inhibitors?)\b")
_NUMBERED = re.compile(
    r"(?i)(?P<name>variant|finding|alteration|mutation|result|change|#|no\.) ?#?(?P<number>\d{1,2})"
)
_COUNTED = re.compile(r"\d{1,2}")
"""Of a sample or of weeks: the share of another year is none of this sample."""
_DATE = re.compile(
    r"(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d"
    r"|\d{1,2}[ -][A-Z][A-Za-z]{2,8}[ -](?:19|20)\d\d"
)
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}"
_DAY_OR_MONTH = re.compile(
    rf"\b\d{{1,2}}[ .-]{{1,2}}{_MONTH}\b|\b{_MONTH}[ -](?:19|20)?\d\d\b"
    r"|\b[CDTVW]\d{1,2}(?:D\d{1,2})?\b"
)
"""A day without its year, a month, a day of a cycle."""
_WIDE_GAP = re.compile(r"\t| {2,}")
_RESULT = re.compile(r"(?i)(?:test )?(?:results?|outcome|call|status)")
_COPIES = re.compile(r"(?i)\bcop(?:y|ies)\b|\bcopynumber\b|\bCN\b|log2|\bfold\b")
_KNOWN_IN_HEADS = frozenset().union(_SCHEMES, *(a | b for _, a, b in _COMPOSED)) | frozenset((
    "detected", "identified", "reported", "the", "of", "in", "or", "and", "s", "amino", "clinical",
    "tumor", "tumour", "genomic", "molecular", "somatic", "germline", "name", "hgnc", "hugo",
    "biomarker", "biomarkers", "amplification", "hgvs", "status", "evidence",
    "finding", "findings", "result", "exon", "specific", "patient", "sample", "level", "plasma",
    # Of which sample a column of shares is.
    "primary", "metastasis", "metastatic", "relapse", "recurrence", "baseline", "progression",
    "biopsy", "resection", "tissue", "normal", "blood", "matched", "a", "b", "donor", "recipient",
    "host",
    # When it was taken.
    "day", "week", "month", "cycle", "visit", "pre", "post", "before", "after", "treatment",
    "therapy", "follow", "up", "start", "end", "first", "second", "last",
))  # fmt: skip
"""Words that a head may have for it to be told by its words: any other may turn its meaning."""
_OF_TIMES = frozenset((
    "draw", "blood", "plasma", "sample", "visit", "timepoint", "time", "point", "baseline", "day",
    "week", "month", "cycle", "progression", "follow", "up", "relapse", "collection", "collected",
    "taken", "no", "ctdna", "cfdna", "vaf", "percent",
))  # fmt: skip
"""Words beside the day of a sample."""
_OF_SAMPLES = frozenset((
    "baseline", "day", "week", "month", "cycle", "visit", "progression", "relapse", "recurrence",
    "follow", "up", "plasma", "tissue", "primary", "metastasis", "biopsy", "resection",
    "diagnosis", "sample", "remission",
))  # fmt: skip
"""Words of a head that only says which sample a column is of."""
ORIGIN_FOR_GENE = re.compile(r"(?i)(?:somatic|germ-?line)(?: genes?)?")
_TESTED = re.compile(
    r"(?i)(?:variants?|mutations?|alterations?|alleles?|changes?|polymorphisms?|SNPs?)"
    r" ?\(?(?:tested|analy[sz]ed|assayed|examined|genotyped|investigated"
    r"|(?:looked|searched|screened|tested) for|sought)\)?"
)
"""Heads of what was looked for, there or not: only a result or a genotype beside it tells which."""
_OF_PEOPLE = re.compile(
    r"(?i)\b(?:gnomAD|ExAC|1000 ?(?:G|genomes)|TOPMed|ESP(?:6500)?|dbSNP|population|carriers?"
    r"|cohort|global|controls?)\b"
)
"""Heads of how often people have a variant: none of a share of reads."""
_JOINS = re.compile(
    r"(?i)\bbreakpoint|\b(?:supporting|split|spanning|junction) reads?\b"
    r"|^reads?$|\bread counts?\b"
)
"""Heads beside names of what was found by its reads: "Splice variant | Breakpoint start"."""
_OF_SENTENCES = frozenset(("with", "without", "no", "not"))
"""Words of a heading that is no line of heads: "Genes with somatic alterations"."""
LONGEST_HEAD = 40
"""Characters of a cell that heads a column. Chosen by hand: longer ones are sentences."""
LONGEST_HEAD_NAME = 3
"""Words of one name in a line of heads. Chosen by hand: "variant allele frequency"."""


@cache
def _columns() -> Mapping[str, Column]:
    rows = read_rows("columns.tsv", files("retrieval.reports"))
    return {name: cast(Column, field) for field, names in rows for name in names.split()}


def column_of(head: str) -> Column:
    """The field that a column of this head holds; empty for any other. Below a date stand the
    shares of the sample of that day."""
    dated = _DATE.search(head.strip())
    beside = set(_PLAIN.sub(" ", _DATE.sub(" ", head).lower()).split())
    if dated and {each for each in beside if not _COUNTED.fullmatch(each)} <= _OF_TIMES:
        return "vaf"
    if len(head) > LONGEST_HEAD or _OF_PEOPLE.search(head):
        return ""
    return _column_named(head) or _column_composed(head)


def _column_named(head: str) -> Column:
    for written in (head, _BRACKETS.sub(" ", head)):
        if found := _columns().get(_PLAIN.sub("", written.lower())):
            return found
    return ""


def _column_composed(head: str) -> Column:
    """The field that a head of several words names: "Detected alteration(s)", "% cfDNA"."""
    bare = _BRACKETS.sub(" ", head).replace("%", " percent ").lower()
    words = frozenset(_PLAIN.sub(" ", bare).split())
    # "% cfDNA or copies": of each row one of them.
    words -= _OF_COPIES if words & _OF_READS else frozenset()
    if not words or not {each for each in words if not _COUNTED.fullmatch(each)} <= _KNOWN_IN_HEADS:
        return ""
    for column, needed, beside in _COMPOSED:
        if words & needed and (not beside or words & beside):
            return column
    return ""


def is_head_name(words: str) -> bool:
    """Whether words are the name of a column, and not only made of such words."""
    return bool(_column_named(words))


def heads_result(head: str) -> bool:
    """Whether a column of this head tells what came of the test of this sample."""
    return bool(_RESULT.fullmatch(head.strip()))


def columns_of(cells: Sequence[str]) -> tuple[Column, ...] | None:
    """The fields of the columns that these cells head; None if they are no heads of a table of
    variants."""
    if _are_numbered(cells):
        return None
    cells = _with_gene_for_origin(_with_gene_for_target(cells))
    found = tuple(map(column_of, cells))
    results = [*map(heads_result, cells)]
    if any(results):
        pairs = zip(found, cells, strict=True)
        found = tuple("variant" if _TESTED.fullmatch(head.strip()) else of for of, head in pairs)
    if any(each in _NAMING and not _HEADS_GENE.fullmatch(head) and not is_result
           for each, head, is_result in zip(found, cells, results, strict=True)):  # fmt: skip
        # Beside the variant, its result is none.
        found = tuple("result" if of else each for each, of in zip(found, results, strict=True))
    has_gene = "gene" in found or any(map(_HEADS_GENE.fullmatch, cells))
    if any(results) and has_gene and "result" not in found and not any(map(_COPIES.search, cells)):
        # "Gene | Codon | Result": the result names the change.
        found = tuple("call" if of else each for each, of in zip(found, results, strict=True))
    if any(results) and any(map(_COPIES.search, cells)):
        # Of copies the call names the change: "high-level amplification".
        found = tuple("variant" if of else each for each, of in zip(found, results, strict=True))
    elif not _NAMING & set(found) and any(map(_COPIES.search, cells)):
        found = tuple("variant" if each == "type" else each for each in found)
    if "genotype" in found and not _NAMING & set(found):
        # "Gene | Diplotype": the alleles are what is named, where no column has what was tested.
        tested = [_TESTED.fullmatch(head.strip()) is not None for head in cells]
        found = tuple(
            "variant" if of or (each == "genotype" and not any(tested)) else each
            for each, of in zip(found, tested, strict=True)
        )
    found = _with_shares_of_samples(found, cells)
    told = {each for each in found if each not in {"", "sample", "result", "filter"}}
    # "Biomarker | Method | Result": of a gene, what came of it.
    is_pair = any(results) and (len(cells) == 2 or any(map(_HEADS_GENE.fullmatch, cells)))
    is_pair = is_pair or any(map(_JOINS.search, cells))
    return found if (len(told) > 1 or is_pair) and told & _NAMING else None


def _with_shares_of_samples(found: Sequence[Column], heads: Sequence[str]) -> tuple[Column, ...]:
    """The fields; below heads that are only times or tissues, two of them at least, stand the
    shares of a table that names variants and has no other column of shares."""
    of_samples = [not of and _names_sample(head) for of, head in zip(found, heads, strict=True)]
    if sum(of_samples) < 2 or "vaf" in found or not {"variant", "coding"} & set(found):
        return tuple(found)
    return tuple("vaf" if is_share else of for of, is_share in zip(found, of_samples, strict=True))


def _names_sample(head: str) -> bool:
    """Whether a head says when or of what tissue a sample was taken, and nothing else."""
    dated = _DAY_OR_MONTH.search(head) or _DATE.search(head)
    bare = _DATE.sub(" ", _DAY_OR_MONTH.sub(" ", head)).lower()
    words = {each for each in _PLAIN.sub(" ", bare).split() if not _COUNTED.fullmatch(each)}
    return words <= _OF_SAMPLES and bool(dated or words)


def _with_gene_for_target(cells: Sequence[str]) -> Sequence[str]:
    """The heads of a test of places in genes, which may call the gene the target."""
    is_of_test = cells[:1] and cells[0].strip().lower() in ("target", "targets")
    told = " ".join(cells[1:])
    if is_of_test and _OF_PLACES.search(told) and not _OF_DRUGS.search(told):
        return ("Gene", *cells[1:])
    return cells


def _with_gene_for_origin(cells: Sequence[str]) -> Sequence[str]:
    """The heads of a table that calls its genes by where their variants are: "Germline | Mutation
    effect"."""
    found = set(map(column_of, cells[1:]))
    if not cells or not ORIGIN_FOR_GENE.fullmatch(cells[0].strip()) or "gene" in found:
        return cells
    if _NAMING & found:
        return ("Gene", *cells[1:])
    return ("Gene", *("Variant" if column_of(each) == "type" else each for each in cells[1:]))


def _are_numbered(cells: Sequence[str]) -> bool:
    """Whether the cells behind the first number what stands below: "Finding 1", "Finding 2"."""
    found = [_NUMBERED.fullmatch(each.strip()) for each in cells[1:] if each.strip()]
    told = {each["name"].lower() for each in found if each}
    numbers = {each["number"] for each in found if each}
    return len(found) > 1 and all(found) and len(told) == 1 and len(numbers) == len(found)


def heads_variants(line: str) -> bool:
    """Whether a line of plain text heads columns of variants: a gene, a variant and something
    else, and hardly another word where no wide gaps part the heads."""
    apart = _WIDE_GAP.split(line)
    if len(apart) > 2 and "gene" in (columns_of(apart) or ()):
        return True
    words = line.split()
    if _OF_SENTENCES & set(words):
        return False
    found: set[Column] = set()
    place = read = 0
    while place < len(words):
        # "Gene Variant" are two heads here, though one cell may hold both.
        longest = 1 if _column_named(words[place]) == "gene" else LONGEST_HEAD_NAME
        for size in range(longest, 0, -1):
            if column := _column_named(" ".join(words[place : place + size])):
                found.add(column)
                read += size
                break
        else:
            size = 1
        place += size
    return {"gene"} < found and bool(found & {"variant", "coding"}) and 2 * read >= len(words)
