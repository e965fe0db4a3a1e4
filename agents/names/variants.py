"""Variants by grammar: HGVS in its short and long forms, exon events, fusions, alleles, states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from agents.names.entities import Kind, Mention

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
    return (f"{first}{position}{last}".replace("X", "*"),) + tuple(
        f"{first}{position}{other}" for other in others
    )


def lower_protein(match: re.Match[str]) -> tuple[str, ...]:
    return (match.group().upper(),)


def exon_event(match: re.Match[str]) -> tuple[str, ...]:
    event = {"d": "deletion", "i": "insertion", "s": "skipping", "m": "mutation"}
    return (f"exon {match.group(1)} {event[match.group(2)[0].lower()]}",)


def star(match: re.Match[str]) -> tuple[str, ...]:
    return tuple(f"*{allele}" for allele in re.findall(r"\*(\d+[A-Z]?)", match.group()))


def same(name: str) -> Read:
    return lambda _: (name,)


def whole(match: re.Match[str]) -> tuple[str, ...]:
    return (match.group(1),)


PATTERNS: tuple[tuple[Kind, re.Pattern[str], Read], ...] = tuple(
    (kind, re.compile(pattern), read)
    for kind, pattern, read in (
        ("variant", rf"\bp\.\(?({LONG})(\d{{1,4}})({LONG}|fs\*?\d*|del|dup|=)\)?", long_protein),
        ("variant", rf"\bp\.\(?([{AMINO}])(\d{{1,4}})([{AMINO}*X]|fs\*?\d*|del|dup)\)?()", short_protein),
        (
            "variant",
            rf"(?<![\w.-])(?!Q(?:4|6|8|12|24|48)H)([{AMINO}])(\d{{2,4}})([{AMINO}*]|fs(?:\*\d+)?|del|dup)"
            rf"((?:/[{AMINO}](?!\w))*)(?![\w])",
            short_protein,
        ),
        ("variant", rf"\b([{AMINO.lower()}])(\d{{3,4}})([{AMINO.lower()}])()\b", lower_protein),
        ("variant", rf"\b([{AMINO}]\d{{2,4}})(?=[\s-]*(?:mutat|mutant|variant|alteration|\+|[\s-]positive|x\b))", whole),
        ("variant", rf"(?<=BRAF )([{AMINO}]\d{{3}})(?!\w)|(?<=KRAS )([{AMINO}]\d{{2}})(?!\w)", lambda m: (m.group(),)),
        ("variant", r"\b(c\.[-*\d_+]+(?:[ACGT]+>[ACGT]+|(?:del|dup|ins)[ACGT]*))", whole),
        ("variant", r"\b(\d{2,5}(?:del|ins|dup)[ACGT]{1,6})\b", whole),
        ("variant", r"\b(rs\d{3,12})\b", whole),
        ("variant", r"(?:(?<=[A-Z0-9])|(?<=\s)|(?<=^)|(?<=/)|(?<=\())\*\d{1,3}[A-Z]?(?![\d:])(?:\s?/\s?\*\d{1,3}[A-Z]?)?", star),
        ("variant", r"\b(HLA-[A-Z0-9]+\*\d+(?::\d+)?)", whole),
        (
            "variant",
            r"(?i)\bex(?:on)?s?[\s-]?(\d{1,2})[\s-]*(?:in-frame )?(skip|del|ins|mutation)(?:ped|ping|etions?|etion|ertions?|ertion|s)*",
            exon_event,
        ),
        ("variant", r"(?i)\bMETex(14)[\s-]*(s|m)?(?:kipping|utation)?\b", same("exon 14 skipping")),
        ("variant", r"(?i)\b(?:gene )?amplif(?:ication|ications|ied)\b", same("amplification")),
        ("variant", r"(?i)\b(?:fusions?|rearrange(?:ments?|d)|translocations?)\b", same("fusion")),
        ("variant", r"(?i)\b(?:homozygous deletion|bi-?allelic(?: loss| inactivation)?)\b", same("biallelic loss")),
        ("variant", r"(?i)\bover-?express(?:ion|ing|ed)\b", same("overexpression")),
        ("variant", r"(?i)\b(?:loss of function|loss-of-function|truncating)\b", same("loss of function")),
        ("status", r"(?i)\b(?:MSI-?\s?H(?:igh)?|microsatellite[\s-]instability[\s-]?-?high|MSI-?high|dMMR|(?:mismatch[\s-]repair|MMR)[\s-](?:deficien(?:t|cy)))\b", same("MSI-high or dMMR")),
        ("status", r"(?i)\b(?:MSS|pMMR|microsatellite[\s-]stable|(?:mismatch[\s-]repair|MMR)[\s-]proficient)\b", same("microsatellite-stable")),
        ("status", r"(?i)\b(?:TMB-?\s?H(?:igh)?|high (?:TMB|tumou?r mutation(?:al)? burden)|tumou?r mutation(?:al)? burden[\s-]?-?high|TMB)\b", same("TMB-high")),
        ("status", r"(?i)\b(?:HRD(?:[\s-]?positive|\+)?|homologous recombination(?: repair)?[\s-]deficien(?:t|cy))\b", same("HRD-positive")),
        ("status", r"(?i)\bgermline\b", same("germline")),
        ("status", r"(?i)\bgBRCA", same("germline")),
        ("status", r"(?i)\bsomatic\b", same("somatic")),
        ("status", r"(?i)\b(?:triple[\s-](?:receptor[\s-])?negative|m?TNBC)\b", same("HER2-negative")),
        ("status", r"(?i)\b(?:triple[\s-](?:receptor[\s-])?negative|m?TNBC)\b", same("HR-negative")),
    )
)  # fmt: skip
MARKER = re.compile(
    r"(?i)\b(?:(?P<her2>HER[\s-]?2(?:/neu)?|ERBB2|human epidermal growth factor receptor 2)"
    r"|(?P<hr>HR|hormone[\s-]receptor|ER|o?estrogen[\s-]receptor|PR|progesterone[\s-]receptor|HoR)"
    r"|(?P<pdl1>PD-?L1)|(?P<gene>[KN]?RAS|BRAF|EGFR|BRCA(?:1|2)?))"
    r"(?:\s\((?:HR|HER2|ER|PR)\))?"
    r"(?:\s*(?P<sign>\+|[-–−](?=$|[\s,.;:)/?]))"
    r"|[\s-]*(?P<word>ultra-?low|low|positive|negative|pos\b|neg\b|wild[\s-]?type|wt\b))"
)
SIGNS = {"+": "positive", "pos": "positive", "neg": "negative", "wt": "wild-type"}


def find_statuses(text: str) -> Iterator[Mention]:
    """Receptor and mutation states: HER2-low, HR-positive, RAS wild-type."""
    for match in MARKER.finditer(text):
        raw = (match["sign"] or match["word"]).lower().replace(" ", "-")
        state = SIGNS.get(raw, "negative" if match["sign"] and raw != "+" else raw)
        state = {"ultra-low": "ultralow", "wildtype": "wild-type"}.get(state, state)
        marker = (
            ("HER2" if match["her2"] else "")
            or ("HR" if match["hr"] else "")
            or ("PD-L1" if match["pdl1"] else "")
            or match["gene"].upper()
        )
        yield Mention("status", (f"{marker}-{state}",), match.group(), match.start(), match.end())


def find_variants(text: str) -> Iterator[Mention]:
    """The variants and states that a text names, in no particular order."""
    for kind, pattern, read in PATTERNS:
        for match in pattern.finditer(text):
            yield Mention(kind, read(match), match.group(), match.start(), match.end())
    yield from find_statuses(text)


FUSION = re.compile(r"\b([A-Z][A-Z0-9]{1,9})(::|-)([A-Z][A-Z0-9]{1,9})\b")
RESIDUE = re.compile(rf"^([{AMINO}]\d+)")


def residue(variant: str) -> str:
    """``V600`` of ``V600E``: the residue that a protein change is about; else the variant."""
    match = RESIDUE.match(variant)
    return match.group(1) if match else variant
