"""The gene and the variant that the cells of a row, or a line, name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from names.recognise import recognise_passage
from names.tables.genes import not_genes, symbols_by_name
from names.variants.gene_lists import genes_in_short
from names.variants.normal_form import NormalVariant
from names.variants.usual_forms import read_variant
from retrieval.reports.contract import Span

_GENE = re.compile(r"[A-Za-z][A-Za-z0-9]{1,10}(?:-[A-Z0-9]{1,5})?(?![\w-])")
_WITH_DUPLICATION = re.compile(r"[A-Z][A-Z0-9]{1,9}(?=-ITD\b)")
_HGVS = re.compile(
    r"(?<![\w.])(?:p\.(?:\([A-Za-z*]{1,3}\d[\w*=]{0,40}\)|[A-Za-z*]{1,3}\d[\w*=]{0,40})|c\.[-*]?\d[\w*+>=-]{2,60}"
    r"|(?:NM|NP)_\d{4,9}\.\d{1,2}(?:\([A-Z0-9-]{2,12}\))?:[cp]\.[\w*+>=()-]{3,60})"
)
_SHORT = re.compile(
    r"(?<![\w.])[A-Z*]\d{1,5}(?:[A-Z*](?:fs(?:\*\d{1,4})?)?|fs(?:\*\d{1,4})?|_\w+"
    r"|(?:del|dup)\b)"
)
_SPLICE_SITE = re.compile(
    r"(?i)\bsplice[- ]sites?(?: SN[VP]| mutation| variant| indel)?[ :,]{1,2}"
    r"(?P<change>\d{1,6}(?:[+-]\d{1,3})?(?:_\d{1,6}(?:[+-]\d{1,3})?)?"
    r"(?-i:[ACGT]{1,30}>[ACGT]{1,30}|(?:del|dup|ins)(?![a-z])[ACGT]{0,30}\d{0,3}))(?!\w)"
)
"""A change of bases that is written without "c."."""
_FUSION = re.compile(
    r"(?<![\w-])(?P<five>[A-Z][A-Z0-9]{1,9})(?:\([^()]{1,12}\))?(?:::| ?[-–/] ?)"
    r"(?P<three>[A-Z][A-Z0-9]{1,9})(?![\w])(?P<exon>\(\d{1,2}\))?"
)
_LIST_BEHIND = re.compile(
    r"(?i) ?/ ?[A-Z]|[,:]? ?(?:(?:homozygous|heterozygous|biallelic|deep|shallow|focal|whole|gene"
    r"|copy number|high[- ]level|low[- ]level|co)[ -]?){0,3}"
    r"(?:wild|wt\b|neg(?:ative)?\b|mutations?\b|mutated|variants?\b"
    r"|fusions\b|rearrangements\b|genes\b|amplif|delet|loss|lost\b|gain|intact\b)"
)
"""Behind two genes with a stroke between them that are no fusion, but two of a list."""
_COPIES = re.compile(
    r"(?i)\b(?:amplification|amplified|copy number (?:gain|loss)"
    r"|(?<!stop )(?<!start )(?<!stop-)gain(?![ -]of[ -]function)|homozygous (?:deletion|loss)"
    r"|deep deletion|biallelic (?:deletion|loss)"
    r"|(?:homozygously|biallelically|deeply) deleted"
    r"|(?:deleted|deletion|loss) \((?:homozygous|biallelic)\)|(?:whole )?gene (?:deletion|loss)"
    r"|(?<!stop )(?<!start )(?<!stop-)loss\b(?![ -]of[ -]function)"
    r"|deletion(?=\W{1,20}whole gene)|(?-i:AMP|HOMDEL)(?![\w-]))"
)
_ONE_COPY = re.compile(
    r"(?i)\b(?:(?:hetero|hemi)zygous|mono-?allelic|(?:single|one)[- ]copy|shallow|low[- ]level"
    r"|partial) (?:(?:copy number|gene) )?(?:deletion|loss|gain)\b"
    r"|\b(?:deletion|loss|gain) of (?:one|a single) (?:copy|allele)\b"
    r"|\b(?-i:HET|HEMI)[ _-]?(?-i:LOSS|DEL)\b"
)
"""What is no loss of a gene and no amplification: it has no normal form."""
_OF_EXONS = re.compile(
    r"(?i)\b(?:deletion|duplication|loss|gain) (?:\((?=[^()]{1,30}\))|of )?(?:part of )?"
    r"exons? ?\d{1,2}(?: ?(?:-|–|to|and|through) ?\d{1,2})?\)?"
    r"|\bexons? ?\d{1,2} ?(?:-|–|to|and|through) ?\d{1,2} (?:deletion|duplication|loss|gain)\b"
)
"""A part of a gene: it has no normal form, and is no loss of the whole."""
_EXON = re.compile(
    r"(?i)\b(?:ex(?:on)? ?\d{1,2}[ -]?(?:skip\w*|deletions?|insertions?|del|ins)"
    r"|ex(?:on)? ?\d{1,2} splice\w*|(?-i:ITD)\b|internal tandem duplication)"
)
_BEGINS_FUSION = re.compile(
    r"(?:[-*•‣–▪] ?)?[A-Z][A-Z0-9]{1,9}(?:::| ?[-–/] ?)[A-Z][A-Z0-9]{1,9}\b"
)
_GENE_BEFORE_CHANGE = re.compile(
    r"(?<![\w.-])(?P<gene>[A-Z][A-Z0-9]{1,9}(?:-[A-Z0-9]{1,5})?)"
    r"(?: \([A-Z][A-Z0-9]{1,9}\))?(?: ?: ?| )"
    r"(?=\(?[pc]\.|[A-Z]\d{1,5}(?:[A-Z*]|fs|del|dup|_[A-Z]\d)(?![a-z])"
    r"|(?:(?:homozygous|deep|biallelic) )?(?:amplification|deletion|loss|gain)\b)"
)
"""A gene with its change directly behind it, as each item of a list has it."""
_LOCUS = re.compile(
    r"(?:[-*•‣–▪] ?)?(?P<first>[A-Z][A-Z0-9]{1,9})(?:/[A-Z0-9]{1,9}){1,3}(?: ?[:–-])? "
)
"""Genes that lie side by side, before what is changed of each: "CDKN2A/B CDKN2A loss, CDKN2B
loss"."""
_IN_SHORT = re.compile(r"[A-Z][A-Z0-9]{1,9}(?:/[A-Z0-9]{1,2}){1,4}(?![\w/])")
_IN_FULL = re.compile(
    r"(?P<several>[A-Z][A-Z0-9]{1,9}(?:(?:, | and |, and | ?[/&+] ?)[A-Z][A-Z0-9]{1,9}){1,5})"
    r"(?: ?[:–-] ?| )(?=(?:co-?|both )?"
    r"(?i:homozygous|deep|biallelic|high|amplif|deletion|loss|gain))"
)
"""Genes of which the same change of copies is told: "CDKN2A and CDKN2B: homozygous deletion"."""
_ALIAS = re.compile(r" \([A-Z][A-Z0-9]{1,9}\)")
"""Another name of a gene behind it: "KMT2A (MLL)"."""
_ANY_GENE = re.compile(r"[A-Z][A-Z0-9]{1,9}")
_REGION = re.compile(r"-(?:ITD|TKD|PTD)$")
"""Behind a gene: the part or the change of it that is tested."""
_LISTED = re.compile(r"\)?[^,/|]{0,20}(?:,|\band\b)")
_LENGTHY = re.compile(r"(?i)copy number |whole |gene ")


def gene_in(words: str) -> str:
    """The approved symbol that a cell is: "HER2 (ERBB2)" is one; empty for anything else."""
    bare = _REGION.sub("", re.split(r"[ (,;:/*]", words.strip(), maxsplit=1)[0])
    return symbol_of(words.strip()) or symbol_of(bare)


def symbol_of(word: str) -> str:
    """The approved symbol of one gene's name."""
    if not _GENE.fullmatch(word) or word in not_genes():
        return ""
    symbols = symbols_by_name().get(word, ())
    return symbols[0] if len(symbols) == 1 else ""


def leading_gene(line: str) -> tuple[str, Span] | None:
    """The gene that a line begins with, behind a mark of a list; and where it stands."""
    lead = re.match(r"(?:[-*•‣–▪] {0,4}|\(?\d{1,2}[.)] )?", line)
    start = lead.end() if lead else 0
    match = _WITH_DUPLICATION.match(line, start) or _GENE.match(line, start)
    symbol = symbol_of(match[0]) if match else ""
    return (symbol, match.span()) if match and symbol else None


def begins_fusion(words: str) -> bool:
    """Whether a line begins with two genes that are joined."""
    return _BEGINS_FUSION.match(words) is not None


def _behind_locus(words: str) -> int:
    """Where the changes of genes begin that words name together before."""
    locus = _LOCUS.match(words)
    behind = _GENE_BEFORE_CHANGE.match(words, locus.end()) if locus else None
    if locus is None or behind is None or not symbol_of(behind["gene"]):
        return 0
    return locus.end() if behind["gene"][:3] == locus["first"][:3] else 0


def parts_by_gene(words: str) -> list[Span]:
    """The stretches of words that are on one gene each: "EGFR:p.L858R (34%); TP53:p.R248Q" has two,
    and the second change is none of EGFR."""
    first, current = _behind_locus(words), ""
    starts = [first]
    for match in _GENE_BEFORE_CHANGE.finditer(words, first):
        gene = symbol_of(match["gene"])
        if gene and current and gene != current:
            starts.append(match.start())
        current = gene or current
    return [
        (start, start + len(words[start:end].rstrip(" ;,/|·+&")))
        for start, end in pairwise([*starts, len(words)])
    ]


def variants_in(gene: str, words: str) -> Iterator[tuple[NormalVariant | None, Span]]:
    """Each name of a variant of the gene in the words, with where it stands; None for one that is
    known as a variant, but has no normal form."""
    if not words.strip():
        return
    whole = read_variant(f"{gene} {words.strip()}")
    if whole is not None and whole.gene == gene:
        lead = len(words) - len(words.lstrip())
        yield whole, (lead, lead + len(words.strip()))
        return
    yield from _changes_of_sequence(gene, words)
    single = [match.span() for each in (_ONE_COPY, _OF_EXONS) for match in each.finditer(words)]
    yield from ((None, span) for span in single)
    for pattern in (_COPIES, _EXON):
        for match in pattern.finditer(words):
            if any(start <= match.start() < end for start, end in single):
                continue
            is_of_both = match[0].lower().endswith(("(homozygous)", "(biallelic)"))
            name = "homozygous deletion" if is_of_both else _LENGTHY.sub("", match[0])
            yield read_variant(f"{gene} {name}"), match.span()
    yield from fusions_in(words)


def _changes_of_sequence(gene: str, words: str) -> Iterator[tuple[NormalVariant, Span]]:
    for match in _SPLICE_SITE.finditer(words):
        if found := _normal(gene, f"c.{match['change']}"):
            yield found, match.span()
    for pattern in (_HGVS, _SHORT):
        for match in pattern.finditer(words):
            if found := _normal(gene, match[0]):
                yield found, match.span()


def is_change_of_copies(words: str) -> bool:
    """Whether words say how the copies of a gene are changed, and nothing else: "Amplified". A
    bare "loss" is as often that of the protein."""
    bare = words.strip()
    return _COPIES.fullmatch(bare) is not None and bare.lower() != "loss"


def _normal(gene: str, name: str) -> NormalVariant | None:
    if not ("_" in name.split(":")[0] and ":" in name):
        return read_variant(f"{gene} {name}")
    found = read_variant(name)
    if found is None or found.gene:
        return found
    # The gene stands beside it; a change of its protein is the one that is known by its short name.
    return replace(found, gene=gene, reference="" if found.kind == "protein" else found.reference)


def fusions_in(words: str) -> Iterator[tuple[NormalVariant | None, Span]]:
    """Fusions of two genes; a gene with its other name behind a stroke is none."""
    place = 0
    while match := _FUSION.search(words, place):
        place = match.end()
        between = words[match.end("five") : match.start("three")]
        if "/" in between and (
            _LIST_BEHIND.match(words, match.end()) or words[: match.start()].rstrip().endswith("/")
        ):
            continue
        five, three = symbol_of(match["five"]), symbol_of(match["three"])
        if five == three and not match["exon"]:
            # "FGFR2 - FGFR2-BICC1 fusion": the gene stands before the name of its fusion.
            place = match.start("three")
        if five and three and five != three:
            yield _fusion_of(match, five, three), match.span()
        elif five and five == three and match["exon"]:
            # Exons of one gene that are joined: what lies between is left out.
            yield read_variant(match[0]), match.span()


def gene_named(normal: NormalVariant) -> str:
    """The gene of a row; of a fusion both."""
    return normal.gene or normal.change


def named_whole(words: str) -> NormalVariant | None:
    """The event that one word names with its gene: "EGFRvIII", "METex14"."""
    found = read_variant(words) if " " not in words.strip() else None
    return found if found and found.gene and found.kind in ("structure", "exon") else None


def _fusion_of(match: re.Match[str], five: str, three: str) -> NormalVariant | None:
    """The fusion with its exons where they stand in brackets. Only two colons tell the order."""
    joint = "::" if "::" in match[0] else "-"
    return read_variant(match[0]) or read_variant(f"{five}{joint}{three}")


def named_otherwise(gene: str, words: str) -> Span | None:
    """Where the words name a variant in a way that has no normal form: "exon 19 indel"."""
    mentions = recognise_passage(f"{gene} {words}").of("variant")
    behind = [each for each in mentions if each.start > len(gene)]
    if not behind:
        return None
    return behind[0].start - len(gene) - 1, behind[-1].end - len(gene) - 1


def protein_first(found: Sequence[NormalVariant]) -> tuple[NormalVariant, ...]:
    """The names, each once, what people say first."""
    order = ("fusion", "exon", "structure", "copy number", "protein", "coding", "genomic")
    unique = dict.fromkeys(found)
    return tuple(sorted(unique, key=lambda each: order.index(each.kind)
                        if each.kind in order else len(order)))  # fmt: skip


@dataclass(frozen=True, slots=True)
class NamedVariant:
    """A gene with the names of a variant, and where they stand."""

    gene: str
    gene_at: Span
    normal: tuple[NormalVariant, ...]
    spans: tuple[Span, ...]


def named_variant(
    gene: str, gene_at: Span, found: Sequence[tuple[NormalVariant | None, Span]]
) -> NamedVariant | None:
    """What was found of a gene as one variant; None where nothing was."""
    if not found:
        return None
    known = [(normal, span) for normal, span in found if normal is not None]
    names = protein_first([normal for normal, _ in known])
    first = dict(reversed(known))
    spans = tuple(first[each] for each in names) or (found[0][1],)
    return NamedVariant(gene, gene_at, names, spans)


def _is_beside(one: NormalVariant, others: Sequence[NormalVariant]) -> bool:
    """Whether a change stands beside a known rearrangement of its gene and is no name of it: what
    is copied or inserted may be one, "D835Y" is none of "ITD"."""
    both = [one, *others]
    changes = [each for each in both if each.kind in ("protein", "coding")]
    return any(each.kind == "structure" for each in both) and any(
        not re.search("dup|ins", each.change) for each in changes
    )


def alterations_of(
    named: NamedVariant, text: str, *, has_shares: bool = False
) -> list[NamedVariant]:
    """The names of one alteration together: a change of copies is another than one of the sequence,
    and so is a second change of the protein behind a comma, or behind any mark where each has its
    share."""
    if len(named.normal) < 2:
        return [named, *_of_other_genes(named, text)]
    pairs = sorted(zip(named.spans, named.normal, strict=True), key=lambda each: each[0])
    groups: list[list[tuple[Span, NormalVariant]]] = [[pairs[0]]]
    for before, each in pairwise(pairs):
        kinds = {normal.kind for _, normal in groups[-1]}
        kind = each[1].kind
        is_copies = (kind == "copy number") is not (kinds == {"copy number"})
        is_copies = is_copies or _is_beside(each[1], [normal for _, normal in groups[-1]])
        between = text[before[0][1] : each[0][0]]
        is_second = (
            kind == "protein" and kind in kinds and (has_shares or bool(_LISTED.match(between)))
        )
        if is_copies or is_second:
            groups.append([])
        groups[-1].append(each)
    found = []
    for group in groups:
        names = protein_first([normal for _, normal in group])
        at = {normal: span for span, normal in reversed(group)}
        found.append(
            NamedVariant(named.gene, named.gene_at, names, tuple(at[each] for each in names))
        )
    return [*found, *_of_other_genes(named, text)]


def other_names(text: str, gene_at: Span) -> Span | None:
    """Where another name of a gene stands behind it, or the genes of a list that it begins."""
    found = _ALIAS.match(text, gene_at[1]) or _IN_FULL.match(text, gene_at[0])
    if found is None:
        return None
    return found.span("several") if found.re is _IN_FULL else found.span()


def _of_other_genes(named: NamedVariant, text: str) -> Iterator[NamedVariant]:
    """The same change of copies in the other genes of a list in short: "CDKN2A/B loss". Of another
    change nobody says which of the genes has it."""
    listed = _IN_SHORT.match(text, named.gene_at[0])
    symbols = genes_in_short(listed[0]) if listed else ()
    if several := _IN_FULL.match(text, named.gene_at[0]):
        symbols = tuple(map(symbol_of, _ANY_GENE.findall(several["several"])))
        symbols = symbols if all(symbols) else ()
    told = [*zip(named.normal, named.spans, strict=False)]
    copies = [(each, at) for each, at in told if each.kind == "copy number"]
    for symbol in symbols if copies and named.gene in symbols else ():
        if symbol != named.gene:
            normal = tuple(replace(each, gene=symbol) for each, _ in copies)
            yield NamedVariant(symbol, named.gene_at, normal, tuple(at for _, at in copies))
