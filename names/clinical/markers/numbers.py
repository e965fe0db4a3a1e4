"""Markers that are told by a number: tumour mutational burden, PD-L1 scores, HER2 by IHC, ER in
per cent, HRD scores."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from names.clinical.markers.expression import read_expression
from names.clinical.values import Comparison, FoundValue, Marker, Polarity
from names.patterns.filtered import FilteredPattern, filtered_pattern

TMB_HIGH = 10.0
"""Mutations per megabase from which on a tumour is TMB-high: the US label of pembrolizumab
(Molecular Oncology Almanac 2026-05, "TMB-H (>= 10 mutations / Mb)")."""
PD_L1_POSITIVE = 1.0
"""CPS, or per cent of cells, from which on PD-L1 is positive: the lowest bound of the labels
(Molecular Oncology Almanac 2026-05, "PD-L1 >= 1%", "PD-L1 (CPS) >= 1")."""
RECEPTOR_POSITIVE = 1.0
"""Per cent of stained nuclei from which on ER and PR are positive: ASCO/CAP 2020
(https://pubmed.ncbi.nlm.nih.gov/31928404/)."""
HRD_POSITIVE = 42.0
"""Genomic instability score from which on a tumour is HRD-positive: myChoice CDx, FDA P190014
(https://www.accessdata.fda.gov/cdrh_docs/pdf19/P190014B.pdf)."""

NUMBER = r"(?P<number>\d{1,3}(?:[.,]\d{1,2})?)(?![\d])"
COMPARED = (
    r"(?P<sign>>=|=>|≥|⩾|<=|=<|≤|⩽|>|<|at least |greater than or equal to |more than |greater than"
    r" |less than |below |under |above |over |up to |of |= ?|: ?)?\s?"
)
RANGE = r"(?:\s?(?:-|–|to)\s?(?P<upper>\d{1,3}(?:\.\d)?))?"
SIGNS: dict[str, Comparison] = {
    ">=": ">=", "=>": ">=", "≥": ">=", "⩾": ">=", "at least": ">=",
    "greater than or equal to": ">=",
    "<=": "<=", "=<": "<=", "≤": "<=", "⩽": "<=", "up to": "<=",
    ">": ">", "more than": ">", "greater than": ">", "above": ">", "over": ">",
    "<": "<", "less than": "<", "below": "<", "under": "<",
}  # fmt: skip
TOLD = r"(?:(?:score|is|was|now|only|just|came back(?: at| as)?|returned|at) ){0,2}"
"""Between a marker and its number."""
TMB = filtered_pattern(
    r"(?i)\b(?:TMB|tumou?r[\s-]mutation(?:al)?[\s-]burden)(?:[\s-]?(?:H(?:igh)?|L(?:ow)?|score"
    r"|status|value|level))?[\s,:()\[\]=]{0,3}(?:\(?TMB\)?)?"
    rf"{TOLD}{COMPARED}{NUMBER}\+?(?!\s?%)\s?(?P<unit>mut(?:ation)?s?\s?(?:/|per)\s?(?:Mb"
    rf"|megabase)s?)?"
)
SCORES = {
    "cps": "CPS",
    "combined positive score": "CPS",
    "tps": "TPS %",
    "tumor proportion score": "TPS %",
    "tumour proportion score": "TPS %",
    "ic": "IC %",
    "tc": "TC %",
    "tap": "TAP %",
}
PD_L1_SCORE = filtered_pattern(
    r"(?i)\b(?P<score>(?-i:CPS|TPS|TAP|IC(?=\s?[≥<>\d])|TC(?=\s?[≥<>\d]))|cps|tps"
    r"|combined positive score|tumou?r proportion score)"
    rf"(?:\s?\((?:CPS|TPS)\))?[\s,:\[\])-]{{0,2}}{TOLD}{COMPARED}{NUMBER}{RANGE}\s?%?"
)
PD_L1_CELLS = filtered_pattern(
    r"(?i)\bPD[\s-]?L1\b(?:[\s-](?:expression|status|positive|negative|stained|level|IHC|score"
    r"|22C3|SP142|SP263|28-8)){0,3}[\s,:(\[]{0,2}"
    rf"(?:on |in )?{TOLD}{COMPARED}{NUMBER}{RANGE}\s?%"
)
PD_L1_ZERO = filtered_pattern(
    r"(?i)\bPD[\s-]?L1\b(?: (?:expression|status|IHC|staining))?[\s:(=]{0,2}"
    rf"{TOLD}(?:(?P<sign>= ?)?(?P<number>0)|(?P<below><)\s?1)(?![.,]?\d|\s?[%+]|\w)"
)
"""Without a unit: 0 is nought in all of them, and below 1 is negative in all."""
PD_L1_NUMBER = filtered_pattern(
    r"(?i)\bPD[\s-]?L1\b(?:[\s-](?:expression|status|IHC|score|22C3|SP263|28-8)){0,2}[\s,:(=]{1,2}"
    rf"{TOLD}(?P<sign>>=|≥|>|~)?\s?(?P<number>[1-9]\d?|100)(?=\s?(?:[,;)/]|\.(?!\d)|$|\n)"
    r"|\s(?:and|with|but|by|on|in)\b|\s(?-i:[A-Z]))"
)
"""Without a unit: in lung cancer the share of tumour cells; elsewhere it may be a CPS."""
OF_LUNG = filtered_pattern(r"(?i)\b(?:NSCLC|lung|LUAD|LUSC|KRAS G12C|EGFR|ALK|ROS1)\b")
OF_OTHERS = filtered_pattern(
    r"(?i)\b(?:TNBC|breast|gastric|GEJ|stomach|o?esophag\w+|HNSCC|head and neck|cervi\w+|urothelial"
    r"|bladder|UC|mUC|CPS)\b"
)
HER2_STAIN = filtered_pattern(
    r"(?i)(?:\bHER[\s-]?2(?:/neu)?\)?(?:[\s-](?:status|expression|score|protein|is|was|by|of))"
    r"{0,3}[\s:,(-]{0,2})?"
    r"\bIHC[\s:-]{0,2}(?:score )?(?:of |is |was )?(?P<score>[0-3])(?!\.?\d|%)(?P<plus>\s?\+)?"
    r"|\bHER[\s-]?2(?:/neu)?\)?[\s:(-]{0,2}"
    r"(?:(?:status|score|is|was|now|came back(?: as| at)?|returned) ){0,2}"
    r"(?P<bare>[0-3])(?!\.?\d|[%/]|-\d|\s?(?:mm|cm|st|nd|rd|th|L|lines?|prior|previous|earlier"
    r"|cycles?|x|y|yrs?|years?|mo|months?|wks?|weeks?|nodes?|of)\b)(?P<bareplus>\s?\+)?"
    r"|(?<=[\s/(])(?P<later>[123])\+(?=[\s/,(]{0,2}(?:and |with )?(?:F?ISH|in situ))"
)
HER2_ISH = re.compile(
    r"(?i)(?: (?:by|on|in) IHC\b\.?)?[\s/,;()]{0,4}(?:(?:and|with|but|,) )?(?:by )?"
    r"(?:(?:(?:DD?-?|C)?F?ISH"
    r"|in situ hybridi[sz]ation"
    r"(?: \(I?SH\))?)[\s:]{0,2}(?:was |is |test )?(?:ratio \d(?:\.\d{1,2})?[,:;]? )?"
    r"(?P<ish>neg\w*|pos\w*|not[\s-]amplified|non[\s-]?amplified|unamplified|amplified|[-−–+])"
    r"|(?:a )?(?P<before>negative|positive|non-amplified|amplified)"
    r" (?:F?ISH|in situ hybridi[sz]ation)"
    r"|(?P<alone>(?:not |non-?|un)?amplified)\b)"
)
OTHER_PROTEIN = re.compile(
    r"(?i)(?<!\w)((?:c-?MET|MET|FR\s?-?(?:α|alpha|a)|FOLR1|TROP-?2|(?:CLDN|claudin)[\s-]?18(?:\.2)?"
    r"|HER-?3|EGFR|PD-?L1|ALK|ROS1|DLL-?3|B7-?H[34]|AXL|p53|p16|AR|NTRK|MSLN|mesothelin|nectin-?4"
    r"|HER-?2(?:/neu)?|ERBB2))(?:[\s-](?:expression|by|status|protein|on|high)){0,3}"
    r"(?:[\s:,(-]{0,2}|(?:[+−-]|\spos(?:itive)?|\sneg(?:ative)?)\s?\()$"
)
OTHER_REACH = 50
"""Characters before a stain in which its protein stands. Chosen by hand."""
RECEPTOR_SHARE = filtered_pattern(
    r"(?i)\b(?P<receptor>(?-i:ER|PR|PgR|er|pr)|o?estrogen[\s-]receptor|progesterone[\s-]receptor)"
    r"(?:[\s-](?:positive|negative|expression|status|pos|neg|low)|\+|-)?[\s:(=,]{0,2}"
    rf"{TOLD}{COMPARED}{NUMBER}{RANGE}\s?%"
)
_RECEPTOR = (
    r"(?P<receptor>(?-i:ER|PR|PgR)|o?estrogen[\s-]receptor|progesterone[\s-]receptor)"
    r"(?:[\s-](?:positive|expression|status|pos)|\+)?"
)
RECEPTOR_SCORE = filtered_pattern(
    rf"(?i)\b{_RECEPTOR}[\s:(=,]{{1,2}}(?:(?:(?:quick[\s-]?score|Allred(?: score)?|(?-i:AS|QS|TS))"
    r"[\s:=]{1,2}(?P<allred>[0-8])(?:\s?/\s?8)?|(?P<eighths>[0-8])\s?/\s?8)"
    r"|H[\s-]?score[\s:=]{1,2}(?:of )?(?P<hscore>\d{1,3}))(?!\.?\d|%)"
)
"""Receptors by a score: Allred 0 to 8, H-score 0 to 300."""
ALLRED_POSITIVE = 3
"""Allred score from which on a receptor is positive: Harvey et al., J Clin Oncol
1999;17:1474-81."""
RECEPTOR_NUMBER = filtered_pattern(
    rf"(?i)\b{_RECEPTOR}[\s:(=]{{1,2}}(?P<sign>[<>≥≤])?\s?(?P<number>0|[1-9]\d|100)"
    r"(?=\s?(?:percent\b|[,;/.)](?!\d)|$|(?:in|on|and|but|by|now)\b|(?-i:PR|PgR|HER|Her|her2"
    r"|Ki|ER)))"
)
"""Receptors by a number alone: nought, or stained nuclei in per cent; one figure may be a score."""
HRD_SCORE = filtered_pattern(
    r"(?i)\b(?:(?:HRD|GIS|GI|genomic instability|myChoice)(?:[\s-](?:score|HRD|CDx|GIS"
    r"|status)){1,2}"
    rf"|GIS)[\s,:(]{{0,2}}(?:is |was )?{COMPARED}{NUMBER}"
)


def find_numbers(text: str) -> Iterator[FoundValue]:
    """Markers that the text tells by a number, in no particular order."""
    for pattern, read in READERS:
        for match in pattern.finditer(text):
            if pattern is HER2_STAIN and _is_of_another(text, match):
                continue
            marker, end = read(match, text)
            yield FoundValue(marker, match.start(), end)
    if OF_LUNG.search(text) and not OF_OTHERS.search(text):
        for match in PD_L1_NUMBER.finditer(text):
            yield FoundValue(_read_cells(match, text)[0], *match.span())
    yield from read_expression(text)


def _is_of_another(text: str, match: re.Match[str]) -> bool:
    """Whether a stain without "HER2" is of the protein in front of it: "c-MET IHC 3+"."""
    if match.group()[:3].lower() == "her":
        return False
    before = OTHER_PROTEIN.search(text, max(0, match.start() - OTHER_REACH), match.start())
    return before is not None and "her" not in before[1].lower()


def _number(match: re.Match[str]) -> float:
    return float(match["number"].replace(",", "."))


def _comparison(match: re.Match[str]) -> Comparison:
    return SIGNS.get((match["sign"] or "").strip().lower(), "")


def _polarity(match: re.Match[str], bound: float) -> Polarity:
    """Whether the number, or all that a bound leaves, reaches the threshold ``bound``."""
    number = _number(match)
    if _comparison(match) in ("<", "<="):
        return "present" if number > bound else "absent"
    return "present" if number >= bound else "absent"


def _read_tmb(match: re.Match[str], text: str) -> tuple[Marker, int]:
    return _measured_marker("TMB", "high", match, TMB_HIGH, "mut/Mb"), match.end()


def _read_score(match: re.Match[str], text: str) -> tuple[Marker, int]:
    unit = SCORES[match["score"].lower()]
    return _measured_marker("PD-L1", "positive", match, PD_L1_POSITIVE, unit), match.end()


def _read_cells(match: re.Match[str], text: str) -> tuple[Marker, int]:
    return _measured_marker("PD-L1", "positive", match, PD_L1_POSITIVE, "%"), match.end()


def _read_none(match: re.Match[str], text: str) -> tuple[Marker, int]:
    if not match["below"]:
        return _read_cells(match, text)
    none = Marker(
        name="PD-L1", state="positive", polarity="absent", value=1, unit="%", comparison="<"
    )
    return none, match.end()


def _read_receptor(match: re.Match[str], text: str) -> tuple[Marker, int]:
    name = "ER" if match["receptor"].lower()[0] in "eo" else "PR"
    return _measured_marker(name, "positive", match, RECEPTOR_POSITIVE, "%"), match.end()


def _read_receptor_score(match: re.Match[str], text: str) -> tuple[Marker, int]:
    name = "ER" if match["receptor"].lower()[0] in "eo" else "PR"
    allred = match["allred"] or match["eighths"]
    positive = int(allred) >= ALLRED_POSITIVE if allred else float(match["hscore"]) >= 1
    polarity: Polarity = "present" if positive else "absent"
    return Marker(name=name, state="positive", polarity=polarity), match.end()


def _read_hrd(match: re.Match[str], text: str) -> tuple[Marker, int]:
    return _measured_marker("HRD", "positive", match, HRD_POSITIVE, "GIS"), match.end()


def _measured_marker(
    name: str, state: str, match: re.Match[str], bound: float, unit: str
) -> Marker:
    return Marker(
        name=name,
        state=state,
        polarity=_polarity(match, bound),
        value=_number(match),
        unit=unit,
        comparison=_comparison(match),
    )


def _read_her2(match: re.Match[str], text: str) -> tuple[Marker, int]:
    """IHC 0 is zero, 1+ low, 3+ positive; 2+ is what in situ hybridisation says (ASCO/CAP 2023,
    https://pubmed.ncbi.nlm.nih.gov/37303228/)."""
    score = int(match["score"] or match["bare"] or match["later"])
    hybridised = HER2_ISH.match(text, match.end()) if score in (1, 2) else None
    if hybridised and hybridised["alone"] and score == 1:
        hybridised = None  # contradicts the stain, or is said of something else
    end = hybridised.end() if hybridised else match.end()
    states = {0: "zero", 1: "low", 2: "positive", 3: "positive"}
    polarity: Polarity = "uncertain" if score == 2 else "present"
    state = states[score]
    if score == 2 and hybridised:
        result = hybridised["ish"] or hybridised["before"] or hybridised["alone"]
        negative = result.lower().startswith(("neg", "not", "non", "un", "-", "−", "–"))
        state, polarity = ("low" if negative else "positive"), "present"
    return Marker(name="HER2", state=state, polarity=polarity, value=score, unit="IHC"), end


Read = Callable[[re.Match[str], str], tuple[Marker, int]]
READERS: tuple[tuple[FilteredPattern, Read], ...] = (
    (TMB, _read_tmb),
    (PD_L1_SCORE, _read_score),
    (PD_L1_CELLS, _read_cells),
    (PD_L1_ZERO, _read_none),
    (HER2_STAIN, _read_her2),
    (RECEPTOR_SHARE, _read_receptor),
    (RECEPTOR_NUMBER, _read_receptor),
    (RECEPTOR_SCORE, _read_receptor_score),
    (HRD_SCORE, _read_hrd),
)
