"""The words of sentences that say plainly what is there and what is not: kinds of change, what is
said of them, how lists begin."""

from __future__ import annotations

import re

FOUND = r"(?:detected|identified|found|present|observed|seen)"
NOUN = (
    r"(?:(?:hotspot|pathogenic|activating|oncogenic|somatic|driver|sensiti[sz]ing|gene|point"
    r"|resistance|reportable|relevant|clinically|significant|targetable|actionable) ){0,3}"
    r"(?:mutations?|variants?|alterations?|fusions?(?: transcripts?)?|rearrangements?"
    r"|translocations?|amp(?:lification)?s?|deletions?|insertions?|indels?|SN[VP]s?|CNVs?"
    r"|(?:single )?nucleotide variants?"
    r"|copy[- ]number (?:gains?|losse?s?|changes?|variants?|variations?|alterations?))"
)
NOUNS = rf"{NOUN}(?:,? (?:or |and )?{NOUN}){{0,4}}"
"""Several kinds of change: "variants, indels, or copy number changes"."""
LEAD = re.compile(
    r"(?i)(?:[-*•‣–▪] ?)?(?:(?:the |this )?(?:(?:small|structural|sequence|gene|copy[- ]number"
    r"|molecular|DNA|RNA|single[- ]nucleotide) ){0,2}(?:results?|findings?"
    r"|fusions?(?: transcripts?)?|mutations?|variants?|rearrangements?|translocations?"
    r"|amplifications?|alterations?|changes|copy number|summary)(?: \([\w /-]{1,30}\))?: {0,3})?"
)
PREDICATES = (
    (
        re.compile(rf"(?i)(?:not {FOUND}|absent|neg(?:ative)?|undetected|wild[- ]?type|wt)\b"),
        False,
    ),
    (re.compile(rf"(?i)no (?P<noun>{NOUN})(?: {FOUND})?\b"), False),
    (re.compile(r"(?i)(?P<noun>not (?:amplified|rearranged|mutated|altered|fused))\b"), False),
    (re.compile(rf"(?i)(?:{FOUND}|positive)\b"), True),
)
NO_NOUN_IN = re.compile(
    rf"(?i)no (?P<noun>{NOUNS})(?: (?:was|were))?(?: {FOUND})?(?: ?: {{0,3}}"
    r"| (?:in|of|for)(?: any of)?(?: the)?(?: following| other)?(?: (?:tested )?genes?)?(?: ?:)? )"
)
NOT_FOUND_LEAD = re.compile(
    rf"(?i)(?:not {FOUND}|(?:pertinent |relevant )?negatives?|absent|wild[- ]?type|unmutated"
    r"|not mutated|(?:\d{1,3} )?(?:disease[- ]relevant )?genes (?:(?:tested|analy[sz]ed) )?"
    rf"with(?: no|out)(?: any)? (?:(?:{FOUND}|changed) )?{NOUNS}(?: {FOUND})?) ?: {{0,3}}"
)
"""How a list begins of what is not there: "Not detected: EGFR L858R"."""
