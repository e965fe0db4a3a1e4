"""Proteins whose stained share of cells decides on a drug: "FRα IHC 85% 2+", "CLDN18.2 80% 2+/3+",
"c-MET 3+ 60%"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from names.clinical.values import FoundValue, Marker, Polarity
from names.patterns.filtered import filtered_pattern


@dataclass(frozen=True, slots=True)
class _Bound:
    """From which share of cells, stained how strongly, a protein counts as expressed."""

    name: str
    state: str
    share: float
    intensity: int


FOLR1 = _Bound("FOLR1", "positive", 75, 2)
"""Of viable tumour cells moderate or strong: FDA label of mirvetuximab soravtansine, 2.1 and 14
(https://www.accessdata.fda.gov/drugsatfda_docs/label/2024/761310Origs005lbl.pdf)."""
CLDN18 = _Bound("CLDN18", "positive", 75, 2)
"""Of tumour cells moderate to strong: FDA label of zolbetuximab, 14
(https://www.accessdata.fda.gov/drugsatfda_docs/label/2024/761365s000lbl.pdf)."""
MET = _Bound("MET", "overexpression", 50, 3)
"""Of tumour cells strong: FDA label of telisotuzumab vedotin, 1 (May 2025)."""
_NAMES = (
    r"(?:(?P<folr1>FR\s?-?(?:α|alpha|a)|FOLR-?1|folate[\s-]receptor(?:[\s-](?:alpha|α|1))?)"
    r"|(?P<cldn18>(?:CLDN|claudin)[\s-]?18(?:[.,]2)?)|(?P<met>c-?MET))"
)
_WORDS = (
    r"(?:[\s-](?:expression|IHC|status|by|staining|is|was|positive|pos|high|score|level|protein"
    r"|overexpress\w{2,4}|in|of)){0,4}"
)
_STAIN = r"(?:PS)?[0-3]\+(?:\s?/\s?(?:PS)?[0-3]\+)?"
_SHARE = r"(?P<sign>[≥>]=?|at least |<|less than |below |only )?\s?(?P<share>\d{1,3})\s?%"
SHARE = filtered_pattern(
    rf"(?i)(?<!\w){_NAMES}(?!\w){_WORDS}[\s:,(=]{{0,3}}(?:(?P<before>{_STAIN})[\s:,(=]{{1,3}}"
    rf"(?:in )?)?{_SHARE}"
)
ONLY_STAIN = filtered_pattern(
    r"(?i)(?<!\w)(?P<before>PS2\+)[\s:,(=]{0,3}(?:in )?(?P<share>\d{1,3})\s?%"
)
"""Only the stain of FOLR1 is scored in PS ("positive staining")."""
STAIN_BEHIND = re.compile(
    rf"(?i)[\s,;(/]{{0,3}}(?:(?:of|tumou?r|viable|cells?|with|at|intensity|staining|PS)[\s,]){{0,5}}"
    rf"\(?(?P<stain>{_STAIN}|weak|moderate|strong)"
)
LOW = filtered_pattern(
    rf"(?i)(?<!\w){_NAMES}(?:[\s-](?:expression|IHC|is)){{0,2}}[\s-](?:low|medium|weak"
    r"|intermediate|\(low\)|\(medium\))(?!\w)"
)
INTENSITIES = {"weak": 1, "moderate": 2, "strong": 3}


def read_expression(text: str) -> Iterator[FoundValue]:
    """Proteins told by the share of cells that are stained, or told to be low."""
    for match in SHARE.finditer(text):
        yield _read(text, match, _bound_of_match(match), float(match["share"]))
    for match in ONLY_STAIN.finditer(text):
        yield _read(text, match, FOLR1, float(match["share"]))
    for match in LOW.finditer(text):
        bound = _bound_of_match(match)
        yield FoundValue(
            Marker(name=bound.name, state=bound.state, polarity="absent"), *match.span()
        )


def _bound_of_match(match: re.Match[str]) -> _Bound:
    return FOLR1 if match["folr1"] else CLDN18 if match["cldn18"] else MET


def _read(text: str, match: re.Match[str], bound: _Bound, share: float) -> FoundValue:
    """A share without an intensity is taken as one of cells that are stained strongly enough, but
    where only the strongest stain counts."""
    behind = STAIN_BEHIND.match(text, match.end())
    stain = match["before"] or (behind["stain"] if behind else "")
    strong = max(_intensities(stain), default=2) >= bound.intensity
    sign = match.groupdict().get("sign") or ""
    below = sign.strip().lower() in {"<", "less than", "below"}
    polarity: Polarity = "present" if strong and share >= bound.share and not below else "absent"
    if bound.intensity == INTENSITIES["strong"] and not stain:
        polarity = "uncertain"
    marker = Marker(name=bound.name, state=bound.state, polarity=polarity, value=share, unit="%")
    return FoundValue(marker, match.start(), behind.end() if behind else match.end())


def _intensities(stain: str) -> list[int]:
    """The intensities that are told: "2+/3+", "moderate"."""
    told = [int(each) for each in re.findall(r"[0-3](?=\+)", stain)]
    return told or [INTENSITIES[stain.lower()]] if stain else []


_GROUP = filtered_pattern(
    r"(?i)\b(?P<score>CPS|TPS|TMB|Ki-?67)(?: (?:of|was|is|score))?[ :=]{0,2}"
    r"(?P<bound>≥|>=|=>|≤|<=|=<|>|<|above |over |below |under |less than |more than |at least )? ?"
    r"(?P<low>\d{1,3})(?:\.\d)? ?%?"
    r"(?: ?(?:-|–|to|through) ?(?P<high>\d{1,3}) ?%?)?"
    r"(?P<up> ?(?:\+|or (?:higher|more|above|greater)|and (?:above|higher|more)))?"
)
_DOWNWARD = frozenset(("≤", "<=", "=<", "<", "below", "under", "less than"))


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """Patients whose score lies between two bounds. Without a word that says so, a number is both
    bounds: it may be a patient's value, or short for "or higher"."""

    score: str
    low: str
    high: str

    @property
    def words(self) -> str:
        """``CPS 1 to 9``, however it was written."""
        if not self.high:
            return f"{self.score} {self.low} or higher"
        if not self.low:
            return f"{self.score} below {self.high}"
        return f"{self.score} {' to '.join(dict.fromkeys((self.low, self.high)))}"


def score_groups(text: str) -> tuple[ScoreGroup, ...]:
    """The groups that a text names by a score, in order."""
    found = _GROUP.finditer(text)
    return tuple(ScoreGroup(each["score"].upper(), *_bounds(each)) for each in found)


def _bounds(match: re.Match[str]) -> tuple[str, str]:
    low, high = match["low"], match["high"] or ""
    word = (match["bound"] or "").strip().lower()
    if high:
        return low, high
    if word in _DOWNWARD:
        return "", low
    return (low, "") if match["up"] or word else (low, low)


def groups_by_score_not_told(asked: str, told: str) -> tuple[str, ...]:
    """The groups of a question, in words, of which a text that names other groups by the same score
    tells nothing: what is told of CPS 1 or higher is no figure for CPS 1 to 9. A bare number may be
    short for "or higher"."""
    held = set(score_groups(told))
    scores = {each.score for each in held}
    return tuple(
        each.words
        for each in score_groups(asked)
        if each.score in scores
        and each not in held
        and not (each.low == each.high and ScoreGroup(each.score, each.low, "") in held)
    )
