"""What a heading says of the lines below it: findings of the sample, what is not there, or none."""

from __future__ import annotations

import re
from dataclasses import dataclass

from retrieval.reports.cells import ABSENT, CLASS, origin_of
from retrieval.reports.columns import column_of
from retrieval.reports.contract import NO_GROUP, Group
from retrieval.reports.statements.sentences import SectionKind

LONGEST_HEADING = 80
"""Characters. Chosen by hand."""
_HEADING = re.compile(
    r"(?i)\b(?:variants?|findings?|alterations?|mutations?|results?|genes?|biomarkers?|signatures?"
    r"|negatives?|regions?|summary|interpretation|comments?|methods?|therap\w+|trials?|references?"
    r"|limitations?|germ-?line|somatic|significance|details?|appendix|hotspots?|coverage|controls?"
    r"|immunohistochemistry|proteins?|quality|history|calls|copy[- ]number|fusions?"
    r"|rearrangements?|metaboli[sz]\w+|pharmacogen\w+|genotyp\w+)\b"
)
_CAPITALS = re.compile(r"(?:(?:[IVX]{1,5}|\d{1,2}|[A-Z])[.)] )?[A-Z][A-Z /&,()-]{2,60}:?")
_NEGATIVE = re.compile(
    r"(?i)\b(?:negatives?|no evidence of"
    r"|genes? (?:tested|covered|analy[sz]ed|assayed|included|sequenced)"
    r"(?! with (?:likely |pathogenic|oncogenic|variants|alterations))"
    r"|wild[- ]?type|without|panel content|gene list|references?|literature|limitations?"
    r"|methods?|methodology)\b"
)
_LEGEND = re.compile(r"(?<![^\s;,(])[^\s;,(=]{1,5} ?= ?[\w -]{2,30}")
"""What a sign in the cells means: "0 = not detected"."""
_NO_FINDINGS = re.compile(
    r"(?i)\b(?:previous|prior|earlier|history|indications?|coverage|quality|technical"
    r"|hotspots?(?! (?:(?:PCR|mutation|gene) )?(?:tests?|panels?|assays?|reports?|analys[ei]s"
    r"|results?)\b)"
    r"|controls?|limit of detection|assays?(?! (?:reports?|results?)\b)"
    r"|appendix|glossary|disclaimer|immunohistochemistry|IHC"
    r"|suspected|equivocal|indeterminate(?! significance)|inconclusive|pending|failed"
    r"|low[- ]confidence|below (?:the )?(?:\w{1,20} )?(?:threshold|limit|LOD)"
    r"|proteins?|clonal h(?:a)?ematopoie\w+|to (?:watch|monitor)|context"
    r"|such as|covers|covered|(?:looked|screened|searched|tested) for"
    r"|family(?: (?:members?|stud(?:y|ies)|testing|segregation|tree)|:?$)|relatives|segregation"
    r"|superseded|replaced|withdrawn|retracted|revoked|obsolete|erroneous"
    r"|(?:original|initial|first) (?:report|version|results?)|before (?:correction|amendment)"
    r"|clinical (?:information|data))\b"
)
"""A heading below which nothing is a finding of this sample."""
HEADS_SEVERAL = re.compile(r"(?i)\b(?:variants|findings|alterations|mutations|genes|results)\b")
"""Words of a line that heads the lines below it: "Pathogenic variants"."""
_APPENDIX_OF_FINDINGS = re.compile(
    r"(?i)\bappendix\b(?=.{0,40}\b(?:(?:unknown|uncertain) significance"
    r"|allele (?:frequency|fraction)s?|detected|reported)\b)"
)
"""An appendix that goes on with the findings."""
_ON_THERAPY = re.compile(
    r"(?i)\b(?:therap\w+|treatments?|trials?|about|background|recommendations?|options?)\b"
)
_ON_FINDINGS = re.compile(
    r"(?i)\b(?:results?|findings?|alterations?|variants?|mutations?|biomarkers?)\b"
)
"""Words by which a heading on therapies is also one on findings: "Results with therapy"."""
_NEEDS_SHARE = re.compile(
    r"(?i)\b(?:drugs?|therap\w+|treatments?|agents?|trials?|phase|depth|coverage|evidence"
    r"|indications?)\b"
)
"""Heads of a table that may name variants for which something holds; a share of reads is found."""
_OR_CLASS = re.compile(
    r"(?i) ?(?:/|,|&|-|–|\bor\b|\band\b) ?(?:(?:IV|I{1,3}|[1-5])(?:[ -]?[A-D])?\b(?![.,:)])"
    rf"|{CLASS.pattern})"
)
"""A further class behind one: "or likely pathogenic", "/II"."""
_ORIGIN_ALONE = re.compile(
    r"(?i)(?:somatic|germ-?line)(?: (?:variants?|alterations?|findings?))?:?"
)
_NEVER = re.compile(r"(?i)\b(?:controls?|expected|lowest|limit|threshold|required|eligib\w+)\b")
"""Heads of a table of something else."""


def is_heading(words: str) -> bool:
    """Whether a line heads what stands below it."""
    words = words[1:-1] if words[:1] == "[" and words[-1:] == "]" else words
    short = len(words) <= LONGEST_HEADING and not words.endswith((".", ","))
    if column_of(words) == "vaf":
        # The head of a column that has no other.
        return False
    named = words[:1].isupper() or re.match(r"\d{1,2}[.)] [A-Z]", words)
    return bool(short and named and (_HEADING.search(words) or _CAPITALS.fullmatch(words)))


def heads_classed(words: str) -> bool:
    """Whether a line with a colon is no name with a value, but heads the variants of a class:
    "Appendix: variants of unknown significance"."""
    return is_heading(words) and bool(HEADS_SEVERAL.search(words) and CLASS.search(words))


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says of what stands below it."""

    group: Group
    kind: SectionKind
    is_negative: bool
    """Whether it is on what was not found, or on what was tested."""

    def within(self, above: Heading) -> Heading:
        """With what the heading above says, if this one only names a kind of change or an origin:
        "Mutations" in a table of somatic variants, "Somatic" below "Not detected"."""
        if not self.group.is_kind_alone:
            return self
        return Heading(self.group.within(above.group), above.kind, above.is_negative)


NO_HEADING = Heading(NO_GROUP, "findings", is_negative=False)


def is_below(line: str, above: str) -> bool:
    """Whether the heading of a line belongs to the one directly above it. The same level is that of
    a section of its own, below one that holds nothing; without levels only an origin is none."""
    level, level_above = (len(each) - len(each.lstrip("#")) for each in (line, above))
    if level or level_above:
        return level > level_above > 0
    return bool(_ORIGIN_ALONE.fullmatch(line)) and not origin_of(above)


def read_heading(words: str, *, is_sure: bool, is_report: bool) -> Heading:
    """What these words head; ``is_sure`` is whether "not detected" surely heads what follows."""
    kind = kind_of(words) if is_report else "findings"
    return Heading(
        Group(words, origin_of(words), class_of_heading(words)),
        "other" if kind == "absent" and not is_sure else kind,
        is_negative=is_on_absent(words) and is_sure,
    )


def kind_of(heading: str) -> SectionKind:
    """What stands below a heading of a report."""
    if is_on_absent(heading):
        return "absent"
    on_therapy = _ON_THERAPY.search(heading) and not _ON_FINDINGS.search(heading)
    is_other = on_therapy or _NO_FINDINGS.search(_APPENDIX_OF_FINDINGS.sub("", heading))
    return "other" if is_other else "findings"


def is_on_absent(heading: str) -> bool:
    """Whether a heading is on what was not found, or on what was tested."""
    told = _LEGEND.sub(" ", heading)
    return bool(_NEGATIVE.search(told) or ABSENT.search(told))


def needs_share(heads: str) -> bool:
    """Whether a table of these heads may name variants for which something holds: only with a share
    of reads is one of them found."""
    return bool(_NEEDS_SHARE.search(heads))


def class_of_heading(words: str) -> str:
    """The class that a heading gives to what stands below it; all of several, as one of them is
    that of each row: "Pathogenic or likely pathogenic"."""
    found = CLASS.search(words)
    if found is None:
        return ""
    end = found.end()
    while other := _OR_CLASS.match(words, end):
        end = other.end()
    return words[found.start() : end]


def is_on_others(heads: str) -> bool:
    """Whether a table of these heads is on controls or limits."""
    return bool(_NEVER.search(heads))


def class_alone(words: str) -> str:
    """The class with which a line begins that tells nothing else, or goes on behind a mark; empty
    for any other line."""
    classed = CLASS.match(words)
    if classed is None or HEADS_SEVERAL.search(words):
        return ""
    return classed[0] if re.match(r" ?(?:$|[·,;:(–—-])", words[classed.end() :]) else ""
