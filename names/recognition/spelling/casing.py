"""Small letters of a message as the tables write them: "kras g12d, pd on t-dxd, ild g2".

On a telephone people write without capitals; half of what clinicians write short is told from words
by its capitals only. Lengths and places stay those of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from names.tables.genes import genes, not_genes, ward_words
from names.tables.rows import read_rows, split_cell
from names.tables.ward.abbreviations import abbreviations
from names.tables.wordings import CASE_MARK, wordings

PHRASES = ("clinical/conditions.tsv", "clinical/toxicities.tsv")
SMALL = "ward/small_letters.tsv"
SHOUTED = 20
"""Characters from which on a text all in capitals is shouting, as for genes. Chosen by hand."""
LEAST_LETTERS = 3
"""Letters and digits of a gene that is written in capitals; of two, too many are words. Chosen by
hand."""
_CHANGE = re.compile(
    r"(?<![A-Za-z0-9*])(?!q(?:\d{1,2}[dmw]|[1-4]?\dh))(?P<change>[acdefghiklmnpqrstvwy]\d{2,4}[acdefghiklmnpqrstvwxy]"
    r"|[acdefghiklmnpqrstvwy]\d{2,4}_[acdefghiklmnpqrstvwy]\d{2,4}(?=ins|del|dup)"
    r"|[acdefghiklmnpqrstvwy]\d{2,4}(?=\*|fs\b|fs\*|del\b|dup\b))(?![A-Za-z0-9](?!s|ns|el|up))"
)
"""A change of one amino acid ("g12d"); "q21d" is a schedule, and no drug is given "q61h"."""
_BASES = re.compile(r"(?<=c\.)[0-9+_*-]{1,12}(?P<bases>[acgt]>[acgt])")
_BEHIND = re.compile(r"(?:\d(?:ins|dup|del))(?P<added>[a-z]{1,12})(?![a-z])")
_ALLELE = re.compile(r"\*\d{1,3}(?P<allele>[a-wyz])(?![a-z])")
"""An "x" behind the number counts copies."""
_FAMILY = re.compile(r"(?<![A-Za-z0-9])[gst]?(?P<name>brca|hrr|palb)(?=\d?(?:m|wt|mut)?(?![a-z]))")
_STAGED = re.compile(
    r"(?i)(?<![a-z0-9])(?:stages? |st\.? )"
    r"(?P<stage>(?:i{1,3}|iv)[abc]?\d?(?:-(?:i{1,3}|iv)[abc]?)?)(?![a-z0-9])"
)
_TNM = re.compile(
    r"(?<![A-Za-z0-9])[cyp]{0,2}(?P<tn>t(?:[0-4][a-d]?|is)\s?n[0-3x][a-c]?(?:\s?m[01x])?)\b"
)
_GENE = re.compile(
    r"(?<![A-Za-z0-9.-])(?P<gene>[a-z][a-z0-9]{2,7}?)(?P<state>mut|wt|m)?(?![A-Za-z0-9])"
)
_FUSED = re.compile(
    r"(?i)(?<![A-Za-z0-9.-])(?P<five>[a-z][a-z0-9]{2,8})(?:::|[-/])(?P<three>[a-z][a-z0-9]{2,8})"
    r"(?=\s?(?:fusion|fused|rearr|transloc))"
)
"""Two genes of one fusion: "fgfr2-bicc1 fusion"."""
_KIDNEY = re.compile(r"\s?(?:of|is|was|at|=|:|<|>|~|≥|≤)?\s?\d{1,3}(?!\d|\s?(?:del|ins)|[a-z]\d)")
"""Behind "egfr": the number of a filtration rate."""
_TOLD = re.compile(
    r"(?i)[\s-](?:ex(?:on)?\b|ex?\d|gene\b|mut|amp|not amp|fusion|rearr|wild|wt\b|pos\b|positive"
    r"|neg\b|negative|alter|loss|over-?expr|high\b|[a-z]\d{2,4}[a-z]\b|inhib|tki)|[+-](?:\W|$)|::"
)
"""Behind a gene of three letters that is a word, too."""
_SMALL = re.compile(
    r"(?<![A-Za-z0-9])(?:(?P<hla>hla)(?=-)|(?P<grade>g[1-5])|(?P<nodes>n[0-3])|(?P<ecog>ecog|uln|auc)|(?P<hb>h)b"
    r"|(?P<creatinine>c)r(?=[\s:=]{1,3}\d)|(?P<a1c>a)1c)(?![A-Za-z0-9])"
)
BESIDE = 40
"""Characters around a form in which a word of cancer is looked for. Chosen by hand: a clause."""
_CANCER = re.compile(
    r"(?i)(?<![a-z])(?:cancers?|carcinomas?|ca|tumou?rs?|adeno\w{0,12}|squamous|metasta\w{1,4}|mets?"
    r"|primary|primaries|histology|lesions?|biopsy|chemo\w{0,10}|carboplatin|cisplatin|platinum"
    r"|oncolog\w{1,4}|first[ -]line|second[ -]line|[1-4]l|progress\w{1,4}|pd-?l1|tmb|msi|mss|her2"
    r"|ngs|brca[12]?|kras|braf|egfr|fgfr\d|ntrk|syndrome|(?:un)?favou?rable|nodal|nodes)(?![a-z])"
)
_FORM = re.compile(r"(?<![A-Za-z0-9])[a-z][a-z0-9-]{1,14}(?![A-Za-z0-9])")
_CAPITALS = re.compile(r"[A-Z]{2}|[A-Z]\d|[a-z][A-Z]")


@lru_cache(maxsize=500)
def restore_case(text: str) -> str:
    """The text with the small letters in capitals that mean the same, as long as it was.

    What can be nothing else ("g12d", "ild") is changed in every text; what is also a word ("pe",
    "g3") only in one that has no capitals of that sort."""
    if text.isupper() and len(text) > SHOUTED and len(text.lower()) == len(text):
        text = text.lower()
    small = _CAPITALS.search(text) is None
    written = list(text)
    changes = [*_shapes(text, small=small), *_genes(text), *_forms(text, small=small)]
    for start, end, form in changes:
        written[start:end] = form
    return "".join(written)


def _shapes(text: str, *, small: bool) -> Iterator[tuple[int, int, str]]:
    """Names told by their shape: variants, alleles, stages; grades only in a small text."""
    shapes = [_CHANGE, _BASES, _BEHIND, _ALLELE, _FAMILY, _STAGED, _TNM]
    for pattern in (*shapes, _SMALL) if small else shapes:
        for match in pattern.finditer(text):
            for group in filter(match.group, pattern.groupindex):
                yield *match.span(group), match[group].upper()


def _genes(text: str) -> Iterator[tuple[int, int, str]]:
    """Genes that clinical records speak of; one that is a word, too, where a word tells it."""
    for match in _GENE.finditer(text):
        word = match["gene"]
        start, end = match.span("gene")
        if word == "egfr":
            kidney = _KIDNEY.match(text, end) and not match["state"]
            yield start, end, "eGFR" if kidney else "EGFR"
        elif (told := _clinical().get(word)) is not None and (_TOLD.match(text, end) or not told):
            yield start, end, word.upper()
    for match in _FUSED.finditer(text):
        symbols = [match["five"].upper(), match["three"].upper()]
        if all(each in genes() for each in symbols):
            yield *match.span("five"), symbols[0]
            yield *match.span("three"), symbols[1]


@cache
def _clinical() -> dict[str, bool]:
    """The clinical genes in small letters → whether only a word behind tells them."""
    ordinary = genes().ordinary()
    found = (symbol for symbol in genes().clinical() if symbol.isalnum() and symbol.isupper())
    return {
        symbol.lower(): len(symbol) <= LEAST_LETTERS
        or symbol.lower() in ordinary.get(symbol, frozenset()) | ward_words()
        for symbol in found
        if len(symbol) >= LEAST_LETTERS and symbol not in not_genes()
    }


def _forms(text: str, *, small: bool) -> Iterator[tuple[int, int, str]]:
    """The forms of the tables that count in their letters only."""
    for match in _FORM.finditer(text):
        word = match.group()
        form = _exact_forms().get(word)
        if not form or (not small and word in _small_letters()["in small texts"]):
            continue
        if word not in _small_letters()["beside cancer"] or _is_beside_cancer(text, match.span()):
            yield *match.span(), form


def _is_beside_cancer(text: str, span: tuple[int, int]) -> bool:
    """Whether the words around speak of cancer: "cup" is a cup elsewhere."""
    start, end = span
    return bool(_CANCER.search(text[max(0, start - BESIDE) : end + BESIDE]))


@cache
def _exact_forms() -> dict[str, str]:
    """Small letters → as the tables write them, for the forms of one word."""
    forms = {each.surface for found in wordings().values() for each in found if each.exact}
    forms |= abbreviations()[0].keys()
    for table in PHRASES:
        for _, cell, *_ in read_rows(table):
            marked = (each for each in split_cell(cell) if each.startswith(CASE_MARK))
            forms |= {each.removeprefix(CASE_MARK) for each in marked}
    for cell, *_ in read_rows("treatment/regimens.tsv"):
        forms |= set(split_cell(cell))
    words = {each.lower(): each for each in sorted(forms, reverse=True)}
    never = _small_letters()["never"]
    return {
        small: each
        for small, each in words.items()
        if _FORM.fullmatch(small) and small != each and small not in never
    }


@cache
def _small_letters() -> dict[str, frozenset[str]]:
    return {what: frozenset(split_cell(cell)) for what, cell in read_rows(SMALL)}
