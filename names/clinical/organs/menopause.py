"""Whether a woman is before or after the menopause, the one that surgery brings included."""

from __future__ import annotations

from names.clinical.values import Population
from names.patterns.filtered import FilteredPattern, filtered_pattern

SHORT_FOR_OVARIES_OUT = r"(?:RRB|RR|B)SO"
"""The operation that takes both ovaries out, in capitals."""
OVARIES_OUT = r"(?:salpingo-?\s?)?o?oophorectom(?:y|ies)|ovari?ectom(?:y|ies)"
"""The same in full; of both only where that is told."""
MENOPAUSE: tuple[tuple[FilteredPattern, Population], ...] = (
    (
        filtered_pattern(
            r"(?i)\bpre-?\s?meno(?:p|paus(?:al|e))?\b|(?-i:\bpre-MP\b)|\bstill menstruating\b"
            r"|\b(?:regular|monthly|normal) (?:menses|periods)\b|\bpre-?menop\b"
            r"|\b(?:has|having|have|gets?|getting) (?:her |a )?(?:regular |monthly )?"
            r"(?:periods|menses|menstrual (?:cycles?|bleeding))\b|\bstill menstruates\b"
            r"|\bpre-?\s?(?:/|and|or|\sand|\sor)\s?(?:peri|post)-?\s?menopausal\b"
        ),
        Population(menopause="premenopausal"),
    ),
    (
        filtered_pattern(r"(?i)\bperi-?\s?meno(?:p|paus(?:al|e))?\b"),
        Population(menopause="perimenopausal"),
    ),
    (
        filtered_pattern(
            r"(?i)\bpost-?\s?meno(?:p|paus(?:al|e))?\b|(?-i:\bpost-MP\b)|\bpost-?men\b"
            r"|(?-i:\bPMP)(?= (?:woman|lady|female|patient|pt\b|ER|HR))"
            r"|\b(?:s/p|after|post-?|had|following)\s?(?:an? )?"
            r"(?:(?:prophylactic|surgical|bilateral) ){0,2}"
            rf"(?:(?-i:{SHORT_FOR_OVARIES_OUT}\b)|(?:{OVARIES_OUT})\b)"
            r"|\bo?oophorectomi[sz]ed\b|\bsurgical(?:ly)? menopaus(?:e|al)\b"
        ),
        Population(menopause="postmenopausal"),
    ),
)
