"""Forms of reports, in the words that the readers know: "ALK (D5F3) negative" is "ALK negative",
"MS-Stable" MSS, "HRR: CHEK2 only" "CHEK2 mutated", "UGT1A1 28/28" "UGT1A1 *28/*28"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.recognise import recognise
from names.variants.genotypes import carriage

_CLONE = re.compile(
    r"(?<=[A-Z0-9])(?P<clone>\s?\((?i:clone\s)?(?:D5F3|5A4|1A4|D4D6|SP384|4B5|HercepTest|1D5"
    r"|6F11|SP1"
    r"|SP2|EP1|EPR\d{3,5}|43-14A)(?i:\sCDx)?\))"
)
"""The antibody of a stain, between its marker and the result."""
_BREAK_APART = re.compile(
    r"(?i)(?P<probe>\s(?:FISH\s)?break[\s-]?apart(?:\s(?:FISH|probe|test))?)\b"
)
_STABLE = re.compile(
    r"\b(?:MS[\s-]?Stable|MSI[\s-]Stable|microsatellite status:? MS[\s-]?Stable)\b"
)
_UNSTABLE = re.compile(r"\bMS[\s-]?(?:High|Unstable|Instable)\b")
_HLA = re.compile(
    r"\bHLA(?P<gap>(?:[\s-](?i:typing|type|repeat|tests?|testing|results?|status|is|was)){0,3}\s?[:=]?\s)"
    r"(?=[ABC]\*\d\d:\d\d)"
)
_JOINED_EXON = re.compile(r"\b(?:EGFR|KIT|HER2|ERBB2|PDGFRA|FGFR[1-4])(?P<gap>)(?=ex(?:on)?\s?\d)")
_JOINED_EVENT = re.compile(
    r"\b(?:MET|HER2|ERBB2|FGFR[1-4]|EGFR|MYC|CCND1|MDM2)(?P<gap>-?)(?=(?:amp|amplif\w{2,7})\b)"
)
_GERMLINE_BEHIND = re.compile(r"\b(?P<gene>BRCA[12])(?:g|[\s-]germ)(?![\w])")
_ONLY = re.compile(
    r"(?i)\b(?:HRR?(?:\s(?:panel|genes?|status|testing))?|NGS|panel|molecular|mutations?|germline)"
    r"\s?[:=]\s?(?P<gene>[A-Z][A-Z0-9]{2,7})(?P<only>\s(?:only|alone))(?=\s?(?:[,.;)\n]|$))"
)
_OTHERWISE = re.compile(
    r"\b(?P<rest>(?:HRR|HRD|HR)(?i:\s(?:genes?|panel|status|testing))?(?i:\s(?:was|is))?"
    r"(?i:\sotherwise))(?=\s(?i:neg|wt\b|wild|unremarkable|clear|clean|normal))"
)
"""The genes of repair beside the one that was named before."""
_STARS = re.compile(
    r"(?i)\b(?P<gene>DPYD|UGT1A1|TPMT|NUDT15|CYP2D6|CYP2C19"
    r"|CYP2C9)\s?[:=]?\s(?P<one>\d{1,2}[A-B]?)\s?/\s?"
    r"(?P<two>\d{1,2}[A-B]?)(?![\d/%]|\s?(?:19|20)\d\d)"
)
_GENOTYPE = re.compile(
    r"(?P<change>\bc\.[\d+_*-]{1,12}[ACGT]>[ACGT])(?P<told>(?:\s?\([^()\n]{1,20}\))?"
    r"\s?[,:=]?\s?(?:\(\s?)?(?i:(?:is|genotype)\s)?(?P<alleles>[ACGT]\s?/\s?[ACGT])\)?"
    r"(?:,?\s\(?(?i:wild[\s-]?type|wt|normal|reference|homozygous reference)\)?)?)(?![\w/>])"
)
"""A change with the two alleles that were found at its place."""
_ECHO = re.compile(
    r"(?i)\b(?P<echo>(?:echo(?:cardiogra\w{1,3})?|TTE|MUGA)\s?(?:[:=]\s?|(?:(?:today|yesterday"
    r"|now|was|is"
    r"|shows?|showed|last week|this week|with|of|at|done|repeat|repeated)\s){0,4}))(?=~?\d{2}\s?%)"
)
_KIT_EXON = re.compile(
    r"(?i)\b(?P<exon>ex(?:on)?\s?(?:9|11|13|17))\b(?:\s(?:mut(?:ation|ated|ant|n)?)\b)?"
)
"""An exon of KIT, of which these are altered in gastrointestinal stromal tumours."""
_KIT_ITSELF = re.compile(
    r"(?i)\b(?:c-?)?KIT(?P<link>\s?[:(,]?\s?)(?P<exon>ex(?:on)?\s?(?:9|11|13|14|17|18))\b"
    r"(?!\s(?:mut|del|ins|alter|var|wild|wt|neg|pos|not|and\b|or\b)|\s?[/&,]\s?\d)"
)
"""An exon of KIT that is named alone: that it is altered is meant."""
_OTHER_EXON = re.compile(r"(?i)\b(?:KIT|c-?KIT|PDGFRA?|BRAF|NF1|SDH\w?)\b")
_RET = re.compile(r"\bRET(?P<found>\+|\s(?:is\s|was\s)?(?:pos(?:itive)?)\b)(?=[\s,.;)]|$)")
_MEDULLARY = re.compile(r"(?i)\b(?:MTC|medullary|MEN[\s-]?2[AB]?)\b")
"""A tumour of which mutations of RET are known, and no fusions."""
_MEASURE = (
    r"(?:Na|K|Mg|Ca|Cl|Cr|Phos|PO4|[Cc]reat|Urea|BUN|Hb|Hgb|[Pp]lts?|ANC|WBC|WCC|ALT|AST|ALP"
    r"|GGT|LDH"
    r"|[Bb]ili|[Aa]lb|INR|CRP|CK|TSH)"
)
_IN_A_ROW = re.compile(
    rf"(?<![\w/-]){_MEASURE}\s?[:=]?\s?[<>~]?\d{{1,4}}(?:[.,]\d{{1,3}})?(?P<gap>\s)"
    rf"(?={_MEASURE}\s?[:=]?\s?[<>~]?\d)"
)
"""A blank between a value and the next measure: in "Na 128 K 3.1" the K counts no thousands."""
_IN_BLOOD_AND_TISSUE = re.compile(
    r"(?i)(?P<absent>\s(?:is\s|was\s)?(?:neg(?:ative)?|not (?:detected|found|seen))\s(?:in|on"
    r"|by)\s(?:the\s)?"
    r"[\w-]{2,12}(?:\sbiopsy)?\s?[,;]?\s(?:but|and|yet|while)\s)(?:is\s|was\s)?"
    r"(?=(?:pos(?:itive)?|detected|found|present|seen)\s(?:in|on|by)\b)"
)
"""The sample that does not show what another shows: "negative in plasma but positive in tissue"."""
_RATIO = re.compile(
    r"(?i)\b(?:(?:F|D|C|S)?ISH|HER2/CEP17|HER2)\b[^.;\n]{0,30}?(?P<told>\bratio\s?[:=]?\s?(?:of\s)?"
    r"(?P<ratio>\d(?:[.,]\d{1,2})?)\s?[,;/]?\s?(?:and\s|with\s)?(?:(?:HER2|mean|average"
    r"|avg)\s){0,2}"
    r"(?:copy number|copies|CN|GCN)\s?[:=]?\s?(?:of\s)?"
    r"(?P<copies>\d{1,2}(?:[.,]\d{1,2})?))(?!\d|\.\d)"
)
_AMPLIFIED, _COPIES = 2.0, 4.0
"""Ratio from which, and copies from which, HER2 is amplified where both are reached, and is not
where neither is: groups 1 and 5 of ASCO/CAP 2018 (doi:10.1200/JCO.2018.77.8738)."""


def report_forms(text: str) -> Iterator[Change]:
    """The forms of reports in a message, each by the words that are read."""
    for pattern, group, words in _PLAIN:
        for match in pattern.finditer(text):
            yield (*match.span(group), words)
    for match in _GERMLINE_BEHIND.finditer(text):
        yield (*match.span(), f"g{match['gene']}")
    for match in _GENOTYPE.finditer(text):
        if carriage(match["change"], match["alleles"], is_column=False) == "absent":
            yield (*match.span("told"), " not detected")
    for match in _STARS.finditer(text):
        yield (*match.span("one"), f"*{match['one']}")
        yield (*match.span("two"), f"*{match['two']}")
    for match in _RET.finditer(text) if _MEDULLARY.search(text) else ():
        yield (*match.span("found"), " mutated")
    yield from _exons_of_kit(text)
    yield from _results_of_hybridisation(text)


def _exons_of_kit(text: str) -> Iterator[Change]:
    tumours = recognise(text).names("tumour")
    if "gastrointestinal stromal tumour" in tumours and not _OTHER_EXON.search(text):
        for match in _KIT_EXON.finditer(text):
            yield (*match.span(), f"KIT {match['exon']} mutation")
    for match in _KIT_ITSELF.finditer(text):
        yield (*match.span(), f"KIT {match['exon']} mutation")


_PLAIN = (
    (_CLONE, "clone", ""),
    (_BREAK_APART, "probe", ""),
    (_STABLE, 0, "MSS"),
    (_UNSTABLE, 0, "MSI-H"),
    (_HLA, "gap", "-"),
    (_JOINED_EXON, "gap", " "),
    (_JOINED_EVENT, "gap", " "),
    (_ONLY, "only", " mutated"),
    (_ECHO, "echo", "LVEF "),
    (_OTHERWISE, "rest", "rest of HRR"),
    (_IN_A_ROW, "gap", ", "),
    (_IN_BLOOD_AND_TISSUE, "absent", " "),
)


def _results_of_hybridisation(text: str) -> Iterator[Change]:
    """The ratio and the copies of HER2 as the result that both tell; of others none is told."""
    for match in _RATIO.finditer(text):
        ratio, copies = (float(match[name].replace(",", ".")) for name in ("ratio", "copies"))
        high = (ratio >= _AMPLIFIED, copies >= _COPIES)
        if high[0] == high[1]:
            yield (*match.span("told"), "amplified" if high[0] else "not amplified")
