"""The words of sentences that say plainly what is there and what is not: kinds of change, what is
said of them, how lists begin."""

from __future__ import annotations

import re

FOUND = r"(?:detected|identified|found|present|observed|seen)"
NOUN = (
    r"(?:(?:hotspot|(?:likely )?pathogenic(?: or likely pathogenic)?|activating|oncogenic|somatic"
    r"|driver|sensiti[sz]ing|gene|point|resistance|reportable|relevant|clinically|significant"
    r"|targetable|actionable|(?:tumou?r|disease|cancer)[- ](?:related|relevant|associated)) ){0,3}"
    r"(?:mutations?|variants?|alterations?|fusions?(?: transcripts?)?|rearrangements?"
    r"|translocations?|amp(?:lification)?s?|deletions?|insertions?|indels?|SN[VP]s?|CNVs?"
    r"|(?:single )?nucleotide variants?"
    r"|copy[- ]number (?:gains?|losse?s?|changes?|variants?|variations?|alterations?))"
)
NOUNS = rf"{NOUN}(?:,? (?:or |and )?{NOUN}){{0,4}}"
"""Several kinds of change: "variants, indels, or copy number changes"."""
LEAD = re.compile(
    r"(?i)(?:[-*•‣–▪] ?)?(?:in the (?:remaining|other) (?:tested )?genes,? )?(?:(?:the |this )?"
    r"(?:(?:small|structural|sequence|gene|copy[- ]number|molecular|DNA|RNA"
    r"|single[- ]nucleotide) ){0,2}(?:results?|findings?|CNVs?|SNVs?|fusions?(?: transcripts?)?"
    r"|mutations?|variants?|rearrangements?|translocations?|amplifications?|alterations?|changes"
    r"|deletions?(?: ?/ ?| and )duplications?|copy number|summary)(?: \([\w /-]{1,30}\))?: {0,3})?"
)
PREDICATES = (
    (
        re.compile(rf"(?i)(?:not {FOUND}|absent|neg(?:ative)?|undetected|wild[- ]?type|wt)\b"),
        False,
    ),
    (re.compile(rf"(?i)no (?P<noun>{NOUN})(?: {FOUND})?\b"), False),
    (re.compile(r"(?i)(?P<noun>not (?:amplified|rearranged|mutated|altered|fused))\b"), False),
    (re.compile(r"(?i)(?:excluded|ruled out)\b"), False),
    (re.compile(rf"(?i)(?:{FOUND}|positive)\b"), True),
)
NO_NOUN_IN = re.compile(
    rf"(?i)no (?P<noun>{NOUNS})(?: (?:was|were))?(?: {FOUND})?(?: ?: {{0,3}}"
    r"| (?:in|of|for|involving|affecting)(?: any of)?(?: the)?(?: following| other)?"
    r"(?: (?:tested )?genes?)?(?: ?:)? )"
)
NOT_FOUND_LEAD = re.compile(
    rf"(?i)(?:(?:(?P<noun>{NOUN}) )?not {FOUND}|(?:pertinent |relevant )?negatives?|negative for"
    r"|absent|wild[- ]?type|unmutated|not mutated"
    r"|(?:\d{1,3} )?(?:(?:disease[- ])?relevant )?genes (?:(?:tested|analy[sz]ed) )?"
    rf"with(?: no|out)(?: any)? (?:(?:{FOUND}|changed) )?{NOUNS}(?: {FOUND})?) ?: {{0,3}}"
)
"""How a list begins of what is not there: "Not detected: EGFR L858R"."""
NONE_OF = re.compile(rf"(?i)none (?:{FOUND})(?: in| of| among)?(?: ?: | \(| )(?:the genes )?")
"""How a list begins behind its kind of change: "Fusions: none detected (ALK, ROS1)"."""
COPIES_TOLD = re.compile(
    r"(?i) ?[:,;(]? ?(?:(?:mean|estimated|average|approximately|about|gene|plasma|total) )?"
    r"(?:(?:copy[- ]number|CN|GCN|copies)(?: (?:of|gain))? ?[:=~≈]? ?[~≈>]? ?\d{1,3}"
    r"(?:[.,]\d{1,2})?"
    r"|[~≈>]? ?\d{1,3}(?:[.,]\d{1,2})? copies)(?: \([^()]{1,20}\))?\)?"
)
"""How many copies a gene has, behind the change of them: "gain (5 copies)"."""
