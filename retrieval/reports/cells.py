"""Single values of a row: how much of the reads, which class, germline or somatic."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from names.recognise import recognise_passage
from retrieval.reports.contract import Biomarker, SampleOrigin, Span, percent_of
from retrieval.reports.lines import RowCell, TextLine

ABSENT = re.compile(
    r"(?i)\b(?:not (?:detected|identified|found|present|observed|seen|tested|reported|covered"
    r"|amplified|rearranged|mutated|assessed|evaluated|analy[sz]ed|performed|requested)"
    r"|none|no (?:\w+ ){0,4}(?:variants?|mutations?|alterations?|fusions?|amplifications?|findings?"
    r"|rearrangements?)\b|negative|absent|undetected|wild[- ]?type|wt)(?![\w-])"
)
"""Words of a row that tell that something was looked for and is not there."""
NOT_THERE = re.compile(r"(?i)\b(?:not (?:detected|found|identified|present)|undetected)\b")
"""The words of those that say it of what was found, in a cell that has no heading."""
UNSURE = re.compile(
    r"(?i)\b(?:equivocal|indeterminate(?! significance)|inconclusive|artefact\w*|artifact\w*"
    r"|low[- _]?(?:qual(?:ity)?|depth|coverage|confidence|support|reads?)"
    r"|(?:poor|insufficient) (?:quality|material|coverage|DNA|RNA)"
    r"|borderline|suspected|pending|invalid|fail(?:ed)?"
    r"|not (?:confirmed|evaluable|assessable|interpretable)|could not be (?:confirmed|excluded)"
    r"|cannot be (?:confirmed|excluded)|unconfirmed|questionable"
    r"|(?:repeat|repetition|re-?test(?:ing)?|confirmation) (?:is )?(?:advised|recommended|suggested"
    r"|required|needed)|interpret(?:ed)? with (?:caution|care)"
    r"|(?:reported|called) in error|erroneous(?:ly)?|withdrawn|retracted|superseded"
    r"|below[ _](?:the )?(?:\w+[ _])?(?:LOD|limit|threshold|cut-?off))(?![^\W_])"
    r"|(?<=\w)\?(?=$|[\s,;)])"
)
"""Words of a row that was not called for certain."""
_NO_CALL = re.compile(
    r"(?i)n[./]? ?d\.?|n[./]? ?[te]\.?|q\.?n\.?s\.?|no(?: call)?|(?:<|below) ?lod"
    r"|not \w{3,20}(?: \([^()]{1,40}\))?"
)
"""A share of reads that says why there is none: as "ND" is not detected, not determined or not
done, it is none of them."""
_BLANK = re.compile(r"(?i)[-–—.]{0,3}|n/?a\.?|not applicable")
_SHARE = re.compile(r"(?:[~≈<] ?)?\d{1,3}(?:[.,]\d{1,4})? ?%")
_NAMED_SHARE = re.compile(
    r"(?i)\b(?:VAF|MAF|AF|allele fre(?:quency)|allele fraction|allelic fraction)\b[^\w%]{0,4}"
    r"(?:of |is )?(?P<share>[~≈<]? ?\d{1,3}(?:[.,]\d{1,4})?(?: ?%)?)"
)
_NUMBER = re.compile(r"[~≈<]? ?\d{1,3}(?:[.,]\d{1,5})? ?%?")
CLASS = re.compile(
    r"\b(?:(?i:AMP |ASCO )?(?i:tier) ?(?:IV|I{1,3}|[1-4])(?:[ -]?[A-D])?\b"
    r"|(?i:(?:likely )?(?:pathogenic|benign|oncogenic))(?:/(?i:likely (?:pathogenic|benign)))?\b"
    r"|VUS\b|(?i:(?:variant of )?(?:uncertain|unknown|unclear) (?:clinical )?significance)\b"
    r"|(?i:class) [1-5]\b|(?i:level) [1-4][AB]?\b)"
)
_GERMLINE = re.compile(r"(?i)\b(?:germ-?line|constitutional|inherited|blood|normal)\b")
_SOMATIC = re.compile(r"(?i)\b(?:somatic|acquired|tumou?r(?:[- ]only)?)\b")
_ORIGIN = re.compile(r"(?i)\b(?:germ-?line|somatic|constitutional|acquired)\b")
_ORIGIN_DOUBT = re.compile(
    r"(?i)\b(?:probabl[ey]|possibl[ey]|potential(?:ly)?|presum\w+|likely|suspected|suspicious for"
    r"|perhaps|consider|confirm|exclude|rule out|not)(?: (?:an?|be|in|of|the|for|as)){0,2}"
    r" (?:germ-?line|constitutional|somatic|acquired)\b"
    r"|\b(?:germ-?line|somatic)(?: \w{1,20}){0,2}"
    r" (?:recommended|advised|suggested|required|needed|indicated|pending|possible|suspected)\b"
    r"|\b(?:germ-?line|somatic) ?\?"
)
_ALONE = r"(?! (?!by|at|on|in|with|for|as|and|or|but|status|score|level|instability)[a-z])"
"""Behind "low": "low tumour content" is no value of a marker."""
_MARKERS: tuple[tuple[Biomarker, str, str], ...] = (
    (
        "MSI",
        r"MSI(?: status| score)?|micro-?satellites(?= are\b)"
        r"|micro-?satellite (?:instability|status)(?: \(MSI\)| status)?"
        r"|microsatellite instability status",
        r"(?:\d{1,3}(?:\.\d{1,3})? ?\( ?)?"
        r"(?:\d{1,3}(?:\.\d{1,2})? ?%(?: (?:of )?(?:unstable )?(?:sites|loci|markers)"
        r"(?: unstable)?)?[ ,;:(–-]{0,3})?"
        r"(?:MSI[- ]?(?:H(?:igh)?|L(?:ow)?|stable)\b|MSS\b|(?:micro-?satellite[- ]|MS-)?"
        r"(?:stable|unstable|(?:high|low)"
        + _ALONE
        + r")\b|not (?:determined|evaluable)|undetermined|cannot be determined)",
    ),
    (
        "TMB",
        r"TMB(?: status| score)?|tumou?r mutation(?:al)? (?:burden|load)(?: \(TMB\))?",
        r"(?:high|low|intermediate|TMB-?[HL])?[ ,:(¦-]{0,3}\d{1,4}(?:[.,]\d{1,2})?"
        r" ?(?:mut(?:ation)?s?(?:\.)?(?: ?/ ?| per )(?:Mb|megabase)|/ ?Mb)?"
        r"|(?:high|low|intermediate)"
        + _ALONE
        + r"|TMB-?[HL]\b|not (?:determined|evaluable)|undetermined",
    ),
    (
        "HRD",
        r"HRD(?: status| score)?|GIS|genomic instability score"
        r"|homologous recombination (?:deficiency|status)(?: \(HRD\))?(?: score| status)?",
        r"(?:HRD[- ]?)?(?:positive|negative|deficient|proficient)|detected|not detected"
        r"|(?:GIS|score)[ :=]{1,3}\d{1,3}\b(?! ?%)"
        r"|\d{1,3}\b(?! ?%)|not (?:determined|evaluable)|undetermined",
    ),
)
_JOINT = (
    r"[ :=|\t-]{0,60}(?:(?:for|of|in) (?:this|the) (?:sample|tumou?r|specimen) )?"
    r"(?:\b(?:is|are|of|was|were)\b[ :=|\t-]{0,60}){0,2}"
)
"""What stands between a marker and its value; columns of plain text are far apart."""
_LABEL = r"(?:[A-Z][A-Za-z]{1,20}(?: [A-Za-z]{2,20}){0,2} ?: {1,3})??"
"""What the line is on: "Genomic alteration: tumour mutational burden 7.5 Mut/Mb"."""
_READERS = tuple(
    (
        marker,
        re.compile(
            rf"(?i)(?:[-*•‣–] )?{_LABEL}(?:(?:the|this|total|estimated|overall) ){{0,2}}(?:{names})"
            r"(?: by [A-Za-z-]{2,15}(?: [A-Za-z-]{2,15})?)?"
            r"(?: (?:\([^()]{1,12}\)|\[[^\[\]]{1,12}\]))?"
            rf"(?=[ :=|\t-]){_JOINT}"
            rf"(?P<value>(?:{values})(?:[^|\n.;,]|,(?! (?:and|but|so) )|(?<=\d)\.(?=\d)){{0,60}})"
        ),
    )
    for marker, names, values in _MARKERS
)
_RAISED = re.compile(r"(?i)(?:\w{1,20}-)?(?:high|H|unstable|positive|deficient)\b")
_GUIDING = re.compile(r"(?i)\b(?:if|approved|indicated|trial|patients?|therapy|treat\w*|threshold)")


_MARKER_NAME = re.compile(rf"(?i)(?:{'|'.join(names for _, names, _ in _MARKERS)})")
_BEGUN_NAME = re.compile(
    r"(?i)(?:(?<=[.;] )|(?<=, )|^)(?:(?:the )?(?:tumou?r(?: mutation(?:al)?)?|micro-?satellite"
    r"|homologous(?: recombination)?|genomic(?: instability)?))$"
)
"""The beginning of a marker's name at the end of a line; the rest of it stands on the next."""
_LONG_BRACKETS = re.compile(r" ?(?:\([^()]{1,30}\)|\[[^\[\]]{1,30}\])$")
"""What a name of a marker is made of: "HRD (LOH, TAI, LST)"."""
_STATE_ALONE = re.compile(
    r"(?i)(?P<value>MSS|MSI[- ]?(?:H|L|high|low)|micro-?satellite[- ](?:stable|unstable))"
    r"(?:\.?$|[,;] (?!(?:MSS|MSI|not|no|if|or|and)\b)(?![^,;]{0,40}\b(?:not|negative|absent)\b))"
)
"""A value that names its marker, alone or before what is told next."""
_STATES = re.compile(r"(?i)\bMSS\b|\bMSI[- ]?(?:H|L)|micro-?satellite[- ](?:stable|unstable)")
_STATE_OF_TUMOUR = re.compile(
    r"(?P<sentence>(?:(?<=\. )|(?<=, )|(?<= and )|(?<= so )|\A)"
    r"(?i:(?:the|this) (?:tumou?r|sample|specimen) (?:is|was) (?:found to be )?"
    r"(?P<value>micro-?satellite[- ](?:stable|unstable|instability[- ]high)|MSI-H(?:igh)?|MSS"
    r"|HRD[- ](?:positive|negative)|TMB-(?:high|low)))\b[^\n.;]{0,60})"
)
"""A sentence that calls the tumour so, without a name of its marker."""


_NEXT = re.compile(
    r"((?:(?:[;,.]| \|) +|\A(?:[-*•] ?)?(?i:(?:genomic )?(?:biomarkers?|signatures?)) ?: {0,3})"
    r"(?=(?i:the |this )?(?i:MS[IS]\b|MSI-|TMB|HRD|tumou?r mut|micro-?sat|homologous)))"
)


def share_in(words: str, *, is_column: bool = False) -> Span | None:
    """Where the share of reads stands: in a column of its own any number, elsewhere one that is
    named or has its sign."""
    if match := _NAMED_SHARE.search(words):
        return match.span("share")
    # A star behind a number is the mark of a note.
    match = _NUMBER.fullmatch(words.strip(" *")) if is_column else None
    if match and percent_of(match[0]) is not None:
        lead = len(words) - len(words.lstrip(" *"))
        return lead, lead + len(match[0])
    found = _SHARE.search(words)
    return found.span() if found else None


def class_in_list(words: str) -> re.Match[str] | None:
    """The class that words are, or one of their parts: "Likely germline, VUS"."""
    found = CLASS.search(words)
    rest = words[: found.start()] + words[found.end() :] if found else ""
    is_part = found and re.match(r"[,;]|$", words[found.end() :])
    return found if is_part and re.fullmatch(r"(?:[^,;.]{1,20}[,;] ?)?(?:[,;].*)?", rest) else None


def named_share_in(words: str) -> Span | None:
    """Where a share of reads stands that the words name as one: "exon 21, MAF: 33.4%"."""
    match = _NAMED_SHARE.search(words)
    return match.span("share") if match and "%" in match["share"] else None


def is_unsure(words: str) -> bool:
    """Whether words doubt the call; a doubt of its origin alone is none: "germline suspected"."""
    return bool(UNSURE.search(without_origin_doubts(words)))


def without_origin_doubts(words: str) -> str:
    """The words with blanks for a doubt that is of the origin alone: "germline suspected"."""
    return _ORIGIN_DOUBT.sub(lambda match: " " * len(match[0]), words)


def is_blank(words: str) -> bool:
    """Whether a cell says nothing."""
    return bool(_BLANK.fullmatch(words))


def has_passed(words: str) -> bool:
    """Whether the filter of a caller let a row through, as far as its cell says."""
    return is_blank(words) or bool(re.fullmatch(r"(?i)pass(?:ed)?|ok|yes", words))


def is_no_share(words: str) -> bool:
    """Whether a share of reads is doubted, or says that there is none."""
    return bool(UNSURE.search(words) or _NO_CALL.fullmatch(words))


def is_never_called(cells: Sequence[RowCell]) -> bool:
    """Whether all that cells say is that there was no call, as at each of several times."""
    said = [cell.words for cell in cells if not is_blank(cell.words)]
    return bool(said) and all(is_no_share(each) or NOT_THERE.fullmatch(each) for each in said)


def origin_of(words: str, *, is_column: bool = False) -> SampleOrigin:
    """Germline or somatic, if the words say one of them; in a column of its own also by what was
    read. "Probably germline" and "confirm in germline" say neither."""
    if _ORIGIN_DOUBT.search(words):
        return ""
    germline, somatic = (
        bool(each.search(words) if is_column else named)
        for each, named in (
            (_GERMLINE, re.search(r"(?i)\b(?:germ-?line|constitutional|hereditary)\b", words)),
            (_SOMATIC, re.search(r"(?i)\bsomatic\b", words)),
        )
    )
    if germline == somatic:
        return ""
    return "germline" if germline else "somatic"


def origin_in(words: str) -> Span | None:
    """Where a line says it."""
    found = _ORIGIN.search(words)
    return found.span() if found else None


def markers_in(line: str) -> Iterator[tuple[Biomarker, str, Span]]:
    """The markers that a line states: it begins with the name, and what follows is a value. A
    sentence on whom a marker would matter for states none."""
    bare = line.strip().strip("|").strip()
    lead = line.find(bare)
    for marker, pattern in _READERS:
        match = pattern.match(bare)
        # "MSI-High not detected" is no high one.
        is_denied = match and _RAISED.match(match["value"]) and ABSENT.search(match["value"])
        if match and not is_denied and not _GUIDING.search(bare):
            value = match["value"].strip(" |,(")
            start = lead + match.start("value") + match["value"].index(value)
            if value.count("(") > value.count(")"):
                value = value.rpartition("(")[0].strip()
            yield marker, value, (start, start + len(value))


def names_marker(words: str) -> bool:
    """Whether a line is the name of a marker, whose value stands in the line below it."""
    return _MARKER_NAME.fullmatch(_LONG_BRACKETS.sub("", words).rstrip(" :")) is not None


def _states_of_tumour(line: str) -> Iterator[tuple[Biomarker, str, Span]]:
    """What sentences call the tumour: "the tumour is microsatellite stable"."""
    for match in _STATE_OF_TUMOUR.finditer(line):
        if not _GUIDING.search(match["sentence"]) and not UNSURE.search(match["sentence"]):
            key = match["value"][:3].upper()
            marker: Biomarker = "HRD" if key == "HRD" else "TMB" if key == "TMB" else "MSI"
            yield marker, match["value"], match.span("value")


def markers_of(line: TextLine) -> Iterator[tuple[Biomarker, str, Span]]:
    """The markers of each part of a line: "MSI: stable; TMB: 5 mut/Mb" states two. In a row the
    method may stand between a marker and its value."""
    if line.is_row:
        cells = [cell for cell in line.cells if cell.words]
        named = [(one, cell) for one, cell in pairwise(cells[1:]) if names_marker(one.words)]
        for one, cell in named:
            yield from value_of(one.words, cell, line.start)
        yield from _in_first_cell(line)
        for cell in cells[1:]:
            found = list(value_of(cells[0].words, cell, line.start))
            yield from found
            if found:
                return
            if ABSENT.search(cell.words):
                # "MSI-High | not detected": a later cell is on something else.
                return
    place = 0
    # Of several states it is told what they are.
    states = {match[0].lower() for match in _STATES.finditer(line.words)}
    for part in _NEXT.split(line.words):
        for marker, value, (start, end) in markers_in(part):
            yield marker, value, (place + start, place + end)
        alone = _STATE_ALONE.match(part.strip()) if len(states) == 1 else None
        if alone and not _GUIDING.search(part):
            lead = place + len(part) - len(part.lstrip())
            yield "MSI", alone["value"], (lead, lead + len(alone["value"]))
        place += len(part)
    yield from _states_of_tumour(line.words)


def _in_first_cell(line: TextLine) -> Iterator[tuple[Biomarker, str, Span]]:
    """ "Tumor Mutational Burden - 3 Muts/Mb" beside what can be done about it."""
    first = line.cells[0]
    if re.search(r" - |[:=] ", first.words) and not ABSENT.search(line.words):
        shift = first.start - line.start
        for marker, value, (start, end) in markers_in(first.words):
            yield marker, value, (start + shift, end + shift)


def value_of(name: str, cell: RowCell, start: int) -> Iterator[tuple[Biomarker, str, Span]]:
    """What a cell says of the marker that another one names; places count from ``start``."""
    name = _LONG_BRACKETS.sub("", name)
    shift = cell.start - start - len(name) - 2
    for marker, value, (first, last) in markers_in(f"{name}: {cell.words}"):
        yield marker, value, (first + shift, last + shift)


def _markers_below(above: TextLine, line: TextLine) -> Iterator[tuple[Biomarker, str, Span]]:
    """The values in a row below one that names nothing but markers."""
    names, cells = above.cells, line.cells
    are_names = above.is_row and all(names_marker(each.words) for each in names if each.words)
    if not (are_names and line.is_row and len(names) == len(cells)):
        return
    for name, cell in zip(names, cells, strict=True):
        yield from value_of(name.words, cell, 0) if name.words else ()


def markers_stated(
    line: TextLine, above: TextLine | None = None
) -> Iterator[tuple[Biomarker, str, Span]]:
    """As :func:`markers_of`, with values on one line and where they stand in the document; below
    the line ``above``, which may name a marker alone, or a row that names several."""
    if line.is_row and recognise_passage(line.cells[0].words).of("drug"):
        # For whom a drug is: no value of this tumour.
        return
    is_named = above and names_marker(above.words) and not line.is_row
    lead = f"{above.words.rstrip(' :')}: " if above and is_named else ""
    begun = _BEGUN_NAME.search(above.words) if above and not line.is_row else None
    lead = f"{begun[0]} " if begun and not lead else lead
    for marker, value, (start, end) in markers_in(f"{lead}{line.words}") if lead else ():
        yield marker, value, (line.start + start - len(lead), line.start + end - len(lead))
    yield from _markers_below(above, line) if above else ()
    for marker, value, (start, end) in markers_of(line):
        words = " ".join(value.replace("|", " ").split())
        yield marker, words, (line.start + start, line.start + end)
