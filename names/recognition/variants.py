"""Variants by grammar: HGVS in its short and long forms, exon events, fusions, alleles, states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from names.amino_acids import LETTERS, ONE_LETTER
from names.entities import EntityMention
from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.tables.genes import FUSED_GENES, genes, not_genes, symbols_by_name

CODES = "|".join(ONE_LETTER)
ReadVariants = Callable[[re.Match[str]], tuple[str, ...]]
"""A match → the variants it names, in the short form without ``p.``"""


def _read_long_protein(match: re.Match[str]) -> tuple[str, ...]:
    first, position, last = match.groups()
    return (f"{ONE_LETTER[first]}{position}{ONE_LETTER.get(last, last)}",)


def _read_short_protein(match: re.Match[str]) -> tuple[str, ...]:
    first, position, last, more = match.group(1), match.group(2), match.group(3), match.group(4)
    others = re.findall(f"[{LETTERS}]", more or "")
    changes = [last.replace("X", "*"), *others]
    return tuple(f"{first}{position}{change}" for change in changes)


def _read_any_change(match: re.Match[str]) -> tuple[str, ...]:
    """``G719X`` stands for any change of the residue."""
    return (match.group(1),)


def _read_lower_protein(match: re.Match[str]) -> tuple[str, ...]:
    return (match.group().upper().removeprefix("P."),)


def _read_exon_event(match: re.Match[str]) -> tuple[str, ...]:
    event = {"d": "deletion", "i": "insertion", "s": "skipping", "m": "mutation"}
    return (f"exon {match.group(1)} {event[match.group(2)[0].lower()]}",)


def _read_short_exon_event(match: re.Match[str]) -> tuple[str, ...]:
    """``del19``, ``19del``, ``20ins``: of EGFR and ERBB2, the exon and what befell it."""
    event = "deletion" if "del" in match.group().lower() else "insertion"
    return (f"exon {match.group(1)} {event}",)


def _read_star_alleles(match: re.Match[str]) -> tuple[str, ...]:
    return tuple(f"*{allele}" for allele in re.findall(r"\*(\d+[A-Z]?)", match.group()))


def _read_group(match: re.Match[str]) -> tuple[str, ...]:
    return (match.group(1),)


def _read_hla_allele(match: re.Match[str]) -> tuple[str, ...]:
    return (match.group(1).replace(" ", ""),)


def _read_bare_hla_allele(match: re.Match[str]) -> tuple[str, ...]:
    """ "HLA-B5701": the allele without its signs."""
    return (f"{match[1]}*{match[2]}:{match[3]}",)


PROTEIN = rf"[{LETTERS}*]|fs(?:\*\d+)?|del|dup"
MUTATION_AFTER = r"[\s-]*(?:mutat|mutant|variant|alteration|\+|[\s-]positive|x\b)"
PATTERNS: tuple[tuple[FilteredPattern, ReadVariants], ...] = tuple(
    (filtered_pattern(pattern), read)
    for pattern, read in (
        (rf"\bp\.\(?({CODES})(\d{{1,4}})({CODES}|fs\*?\d*|del|dup|=)\)?", _read_long_protein),
        (
            rf"\bp\.\(?([{LETTERS}])(\d{{1,4}})([{LETTERS}*X]|fs\*?\d*|del|dup)\)?()",
            _read_short_protein,
        ),
        (
            # Not a dosing interval such as Q12H.
            rf"(?<![\w.-])(?!Q(?:4|6|8|12|24|48)H)([{LETTERS}])(\d{{2,4}})({PROTEIN})"
            rf"((?:/[{LETTERS}](?!\w))*)(?!\w)",
            _read_short_protein,
        ),
        (rf"(?<![\w.-])([{LETTERS}]\d{{2,4}})X(?!\w)", _read_any_change),
        (rf"\b[{LETTERS.lower()}]\d{{3,4}}[{LETTERS.lower()}]\b", _read_lower_protein),
        (rf"\bp\.[{LETTERS.lower()}]\d{{1,4}}[{LETTERS.lower()}]\b", _read_lower_protein),
        (rf"\b([{LETTERS}]\d{{2,4}})(?={MUTATION_AFTER})", _read_group),
        (
            # Of several residues: E746_A750del, V769_D770insASV.
            rf"(?<![\w-])(?:p\.\(?)?([{LETTERS}]\d{{1,4}}_[{LETTERS}]\d{{1,4}}"
            rf"(?:delins[{LETTERS}]{{1,20}}|del|dup|ins[{LETTERS}]{{1,20}}))(?!\w)",
            _read_group,
        ),
        (r"\b(c\.[-*\d_+]+(?:[ACGT]+>[ACGT]+|(?:del|dup|ins)[ACGT]*))", _read_group),
        (r"\b(\d{2,5}(?:del|ins|dup)[ACGT]{1,6})\b", _read_group),
        (r"\b(rs\d{3,12})\b", _read_group),
        (
            r"(?:(?<=[A-Z0-9])|(?<=\s)|(?<=^)|(?<=/)|(?<=\())"
            r"\*\d{1,3}[A-Z]?(?![\d:])(?:\s?/\s?\*\d{1,3}[A-Z]?)?",
            _read_star_alleles,
        ),
        (r"\b(HLA-[A-Z0-9]+\s?\*\d+(?::\d+)?)", _read_hla_allele),
        (r"\b(HLA-[ABC])[\s-]?(\d{2}):?(\d{2})(?![\d*])", _read_bare_hla_allele),
        (
            r"(?i)\bex(?:on)?s?[\s-]?(\d{1,2})[\s-]*(?:in-frame )?\(?(skip|del|ins|mutation)"
            r"(?:ped|ping|etions?|ertions?|s)*",
            _read_exon_event,
        ),
        (
            r"(?i)(?<![\w.:_-])(?:del|ins)[\s-]?(?:ex(?:on)?[\s-]?)?([12]\d)(?<=19|20)(?![\w:_.])",
            _read_short_exon_event,
        ),
        (
            r"(?i)(?<![\w.:_-])([12]\d)(?<=19|20)[\s-]?(?:del|ins)(?![\w:_.])",
            _read_short_exon_event,
        ),
    )
)
DIGIT = re.compile(r"\d")
"""Stands in every variant, but for coding changes such as ``c.*del``. Most texts have none."""


def find_variants(text: str) -> Iterator[EntityMention]:
    """The variants that a text names by their grammar, in no particular order."""
    if not DIGIT.search(text) and "c." not in text:
        return
    for pattern, read in PATTERNS:
        for match in pattern.finditer(text):
            yield EntityMention("variant", read(match), match.group(), *match.span())


BARE_RESIDUE = re.compile(rf" ((?!P450)[{LETTERS}]\d{{2,4}})(?!\w)")
"""A residue after the name of a gene. P450 is the cytochrome."""


def find_bare_residues(text: str, genes: Sequence[EntityMention]) -> Iterator[EntityMention]:
    """``V600`` of "BRAF V600": without a word such as "mutation", only a gene before it tells that
    it is a residue. ``genes`` are the genes that the same text names."""
    for gene in genes:
        if match := BARE_RESIDUE.match(text, gene.end):
            yield EntityMention("variant", (match[1],), match[1], *match.span(1))


FUSION = filtered_pattern(
    r"\b([A-Z][A-Z0-9]{1,9})(::|-)([A-Z][A-Z0-9]{1,9})\b|\b([a-z][a-z0-9]{1,9})(::)([a-z][a-z0-9]{1,9})\b"
)
ANY_PARTNER = filtered_pattern(
    r"(?i)\bv::(?=[A-Z])|(?<=[A-Z0-9])::v\b|\bt\((?=[A-Z][A-Z0-9]{2,9};v\))"
)
"""``v::ALK``, ``FGFR2::v``, ``t(KMT2A;v)``: a gene is joined to any other."""
TRANSLOCATIONS = {"t(15;17)": "PML::RARA", "t(9;22)": "BCR::ABL1"}
"""Translocations by their chromosomes and the fusion that they make (WHO classification of
haematolymphoid tumours, 5th edition)."""
TRANSLOCATION = filtered_pattern(r"(?i)\bt\((?:15;17|9;22)\)")


BESIDE_FUSION = filtered_pattern(
    r"\b([A-Z][A-Z0-9]{1,9})[ /]([A-Z][A-Z0-9]{1,9})(?=[ -](?:fusion|rearrange))"
)
"""Two genes before "fusion", with a blank or a stroke between them: partners, if one is a
gene for whose fusions there are drugs and the other is not tested for itself. "ALK/ROS1 fusion" is
on two fusions, "EGFR ALK fusion neg" on two genes."""


def find_fusions(text: str) -> Iterator[EntityMention]:
    """``EML4-ALK`` and ``BCR::ABL1``: both partners are genes."""
    names = symbols_by_name()
    for match in BESIDE_FUSION.finditer(text):
        one, other = (names.get(each, ("",))[0] for each in match.groups())
        partner, treated = (other, one) if one in FUSED_GENES else (one, other)
        if partner and treated in FUSED_GENES and not genes()[partner].clinical:
            yield EntityMention("variant", (f"{partner}::{treated}",), match.group(), *match.span())
    for match in FUSION.finditer(text):
        first, _, second = match.group().upper().partition(match[2] or match[5])
        five, three = names.get(first), names.get(second)
        if match[2] == "-" and {first, second} & not_genes():
            continue  # "CML-CP" is a phase of the disease
        if five and three and match.group() not in names:
            yield EntityMention(
                "variant", (f"{five[0]}::{three[0]}",), match.group(), *match.span()
            )
    for match in ANY_PARTNER.finditer(text):
        yield EntityMention("variant", ("fusion",), match.group(), *match.span())
    for match in TRANSLOCATION.finditer(text):
        fusion = TRANSLOCATIONS[match.group().lower()]
        yield EntityMention("variant", (fusion,), match.group(), *match.span())
