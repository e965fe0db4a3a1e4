"""Variants by grammar: HGVS in its short and long forms, exon events, fusions, alleles, states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from names.entities import Kind, Mention
from names.tables import rows

AMINO = "ACDEFGHIKLMNPQRSTVWY"
THREE = {
    "Ala": "A", "Arg": "R", "Asn": "N", "Asp": "D", "Cys": "C", "Gln": "Q", "Glu": "E",
    "Gly": "G", "His": "H", "Ile": "I", "Leu": "L", "Lys": "K", "Met": "M", "Phe": "F",
    "Pro": "P", "Ser": "S", "Thr": "T", "Trp": "W", "Tyr": "Y", "Val": "V", "Ter": "*",
}  # fmt: skip
LONG = "|".join(THREE)
Read = Callable[[re.Match[str]], tuple[str, ...]]


def long_protein(match: re.Match[str]) -> tuple[str, ...]:
    first, position, last = match.groups()
    return (f"{THREE[first]}{position}{THREE.get(last, last)}",)


def short_protein(match: re.Match[str]) -> tuple[str, ...]:
    first, position, last, more = match.group(1), match.group(2), match.group(3), match.group(4)
    others = re.findall(f"[{AMINO}]", more or "")
    changes = [last.replace("X", "*"), *others]
    return tuple(f"{first}{position}{change}" for change in changes)


def any_change(match: re.Match[str]) -> tuple[str, ...]:
    """``G719X`` stands for any change of the residue."""
    return (match.group(1),)


def lower_protein(match: re.Match[str]) -> tuple[str, ...]:
    return (match.group().upper(),)


def exon_event(match: re.Match[str]) -> tuple[str, ...]:
    event = {"d": "deletion", "i": "insertion", "s": "skipping", "m": "mutation"}
    return (f"exon {match.group(1)} {event[match.group(2)[0].lower()]}",)


def star(match: re.Match[str]) -> tuple[str, ...]:
    return tuple(f"*{allele}" for allele in re.findall(r"\*(\d+[A-Z]?)", match.group()))


def whole(match: re.Match[str]) -> tuple[str, ...]:
    return (match.group(1),)


def hla_allele(match: re.Match[str]) -> tuple[str, ...]:
    return (match.group(1).replace(" ", ""),)


PROTEIN = rf"[{AMINO}*]|fs(?:\*\d+)?|del|dup"
MUTATION_AFTER = r"[\s-]*(?:mutat|mutant|variant|alteration|\+|[\s-]positive|x\b)"
PATTERNS: tuple[tuple[re.Pattern[str], Read], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (rf"\bp\.\(?({LONG})(\d{{1,4}})({LONG}|fs\*?\d*|del|dup|=)\)?", long_protein),
        (rf"\bp\.\(?([{AMINO}])(\d{{1,4}})([{AMINO}*X]|fs\*?\d*|del|dup)\)?()", short_protein),
        (
            # Not a dosing interval such as Q12H.
            rf"(?<![\w.-])(?!Q(?:4|6|8|12|24|48)H)([{AMINO}])(\d{{2,4}})({PROTEIN})"
            rf"((?:/[{AMINO}](?!\w))*)(?!\w)",
            short_protein,
        ),
        (rf"(?<![\w.-])([{AMINO}]\d{{2,4}})X(?!\w)", any_change),
        (rf"\b[{AMINO.lower()}]\d{{3,4}}[{AMINO.lower()}]\b", lower_protein),
        (rf"\b([{AMINO}]\d{{2,4}})(?={MUTATION_AFTER})", whole),
        (
            rf"(?<=(?:BRAF|KRAS|NRAS|IDH1|IDH2) )([{AMINO}]\d{{2,3}})(?!\w)",
            whole,
        ),
        (r"\b(c\.[-*\d_+]+(?:[ACGT]+>[ACGT]+|(?:del|dup|ins)[ACGT]*))", whole),
        (r"\b(\d{2,5}(?:del|ins|dup)[ACGT]{1,6})\b", whole),
        (r"\b(rs\d{3,12})\b", whole),
        (
            r"(?:(?<=[A-Z0-9])|(?<=\s)|(?<=^)|(?<=/)|(?<=\())"
            r"\*\d{1,3}[A-Z]?(?![\d:])(?:\s?/\s?\*\d{1,3}[A-Z]?)?",
            star,
        ),
        (r"\b(HLA-[A-Z0-9]+\s?\*\d+(?::\d+)?)", hla_allele),
        (
            r"(?i)\bex(?:on)?s?[\s-]?(\d{1,2})[\s-]*(?:in-frame )?(skip|del|ins|mutation)"
            r"(?:ped|ping|etions?|ertions?|s)*",
            exon_event,
        ),
    )
)


@cache
def grammar() -> tuple[tuple[Kind, str, re.Pattern[str]], ...]:
    """Events and states with a fixed name: amplification, fusion, MSI-high, germline."""
    table: dict[str, Kind] = {
        "variant": "variant",
        "status": "status",
        "phenotype": "phenotype",
        "condition": "condition",
        "drug_class": "drug_class",
    }
    return tuple(
        (table[kind], name, re.compile(pattern, re.IGNORECASE))
        for kind, name, pattern in rows("grammar.tsv")
    )


MARKER = re.compile(
    r"(?i)\b(?:(?P<her2>HER[\s-]?2(?:/neu)?|ERBB2|human epidermal growth factor receptor 2)"
    r"|(?P<hr>HR|hormone[\s-]receptor|ER|o?estrogen[\s-]receptor|PR|progesterone[\s-]receptor|HoR)"
    r"|(?P<pdl1>PD-?L1)|(?P<gene>[KN]?RAS|BRAF|EGFR|BRCA(?:1|2)?))"
    r"(?:\s\((?:HR|HER2|ER|PR)\))?"
    r"(?:\s*(?P<sign>\+|[-–−](?=$|[\s,.;:)/?]))"
    r"|[\s-]*(?P<word>ultra-?low|low|(?:IHC )?(?:0|zero|null)(?![\d.%])|positive|negative"
    r"|pos\b|neg\b|wild[\s-]?type|wt\b))"
)
SIGNS = {"+": "positive", "pos": "positive", "neg": "negative", "wt": "wild-type"}


STATES = {"ultra-low": "ultralow", "wildtype": "wild-type", "zero": "0", "null": "0", "0": "0"}


def find_statuses(text: str) -> Iterator[Mention]:
    """Receptor and mutation states: HER2-low, HR-positive, RAS wild-type."""
    for match in MARKER.finditer(text):
        raw = (match["sign"] or match["word"]).lower().replace(" ", "-")
        state = SIGNS.get(raw, "negative" if match["sign"] and raw != "+" else raw)
        state = STATES.get(state.removeprefix("ihc-"), state)
        marker = (
            ("HER2" if match["her2"] else "")
            or ("HR" if match["hr"] else "")
            or ("PD-L1" if match["pdl1"] else "")
            or match["gene"].upper()
        )
        yield Mention("status", (f"{marker}-{state}",), match.group(), match.start(), match.end())


def find_variants(text: str) -> Iterator[Mention]:
    """The variants and states that a text names, in no particular order."""
    for pattern, read in PATTERNS:
        for match in pattern.finditer(text):
            yield Mention("variant", read(match), match.group(), *match.span())
    for kind, name, fixed in grammar():
        for match in fixed.finditer(text):
            yield Mention(kind, (name,), match.group(), *match.span())
    yield from find_statuses(text)


FUSION = re.compile(r"\b([A-Z][A-Z0-9]{1,9})(::|-)([A-Z][A-Z0-9]{1,9})\b")
RESIDUE = re.compile(rf"^([{AMINO}]\d+)")


def residue(variant: str) -> str:
    """``V600`` of ``V600E``: the residue that a protein change is about; else the variant."""
    match = RESIDUE.match(variant)
    return match.group(1) if match else variant
