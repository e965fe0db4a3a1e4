"""What the words of a line on a variant are, beside its values: usual ones, remarks, or a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.reports.cells import CLASS, origin_of
from retrieval.reports.contract import Span
from retrieval.reports.wording.telling import is_sure

_OTHER = re.compile(r"[^\W\d_][\w'’-]+")
_NUMBERED = re.compile(r"\d|[cp]\.")
_BASES = re.compile(r"[ACGT]{1,60}")
"""What a caller writes as the reference and the alternative: "C CG"."""
_KNOWN = re.compile(
    r"(?i)(?:missense|nonsense|frame-?shift|splice\w*|site|donor|acceptor|in-?frame|deletions?"
    r"|insertions?|indel|substitution|stop|gained?|mutations?|mutated|variants?|alterations?|exons?"
    r"|intron|chr\w*|NM|NP|VAF|MAF|AF|alleles?|allelic|frequency|fraction|depth|reads?|coverage"
    r"|cop(?:y|ies)|number|CN|detected|present|found|identified|was|heterozygous|homozygous|in|at"
    r"|with|of|the|an?|and|by|fusions?|rearrangement|tumou?r|somatic|germ-?line|amplif\w+|high"
    r"|loss|skipping|promoter|SNV|CNV|high-level|type|fold|ratio|tier|class|level|gene|activating|hotspot|coding"
    r"|protein|pathogenic|oncogenic|likely|GOF|LOF|gain|of|function|II?I?|IV|whole|FC|frame"
    r"|translocation|carrier|region|ACMG|AMP|RNA|DNA|ratio|ITD|VUS|passenger|driver|(?:sub)?clonal"
    r"|intermediate|poor|rapid|ultra-?rapid|metaboli[sz]er)"
)
_OF_CHANGE = re.compile(
    r"(?i)\b(?:missense|nonsense|frame-?shift|splice|stop|in-?frame|GOF|LOF"
    r"|(?:gain|loss) of function|substitution|copy number ?[:=]? ?\d"
    r"|(?:VAF|allele (?:frequency|fraction))(?: ?:)?$)"
)
"""Words of a line below a gene and its change, on which kind of change it is, or that head its
value."""
_REMARK = re.compile(r" \([^()]{3,60}\)\.?$")
_TELLS = re.compile(
    r"(?i)\b(?:is|are|were|has|have|may|can|associated|predicts?|confers?|respon\w+|patients?"
    r"|approved|indicated|trials?|stud(?:y|ies)|reported|recommend\w*|resistan\w+|inhibitors?)\b"
)


def is_of_change(words: str) -> bool:
    """Whether a line tells which kind of change it is, or heads its value, and gives neither a
    class nor an origin."""
    return bool(_OF_CHANGE.search(words)) and not (CLASS.search(words) or origin_of(words))


def tells_more(words: str) -> bool:
    """Whether a line tells of a variant what is known of it."""
    return bool(_TELLS.search(words))


def is_remark(words: str, share: Span) -> bool:
    """Whether a cell tells more than a share of reads, which may be of something else."""
    return "VAF" not in words and len(_OTHER.findall(words[: share[0]] + words[share[1] :])) > 2


def without_remark(words: str) -> str:
    """The line without what its last brackets add, if that leaves no doubt."""
    remark = _REMARK.search(words)
    return words[: remark.start()] if remark and is_sure(remark[0]) else words


def other_words(words: str, spans: Sequence[Span], start: int) -> int:
    """How many words are neither a value nor usual beside one."""
    bare = list(words)
    for first, last in spans:
        bare[first - start : last - start] = " " * (last - first)
    told = "".join(bare).split()
    left = (each for each in told if not _NUMBERED.search(each) and not _BASES.fullmatch(each))
    found = (match[0] for each in left for match in _OTHER.finditer(each))
    return sum(not _KNOWN.fullmatch(each) for each in found)
