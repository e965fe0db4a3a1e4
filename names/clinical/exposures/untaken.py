"""Drugs beside the treatment of the tumour that are named and not taken: "ketoconazole stopped",
"clarithromycin allergy", "avoids grapefruit"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from names.clinical.exposures.comedication import drugs_named
from names.clinical.treatment.time_phrases import DATE
from names.clinical.values import Exposure, FoundValue, Therapy
from names.entities import EntityMention
from names.tables.other_drugs import other_drugs

How = Literal["", "given", "not given", "unknown"]
"""How a drug that is not taken stands to the patient; ``unknown``: an allergy or a warning, which
does not tell whether it was taken once; empty: nothing says that it is not taken."""

_FILL = (
    r"[\s,:=(–-]{1,3}(?:(?:was|were|is|are|has been|had been|have been|now|already|since"
    r"|recently|then|just|but|and|tapered|permanently|temporarily|patient|which|in|on"
    r"|last (?:week|month|year)"
    rf"|{DATE})\s){{0,3}}"
)
_NOT_TO_COME = (
    r"(?!\s(?:tomorrow|next|soon|if|once|when|as soon as|on \w{3,6}day|by \w{3,6}day)\b"
    r"|[^.;?!\n]{0,40}\b(?:restart|resum|re-start|reintroduc))"
)
_OVER = (
    r"(?=\s?(?:$|[.,;:!?()\n/]|(?:for|because|due|d/t|since|last|this|in|on|after|before|at|by|so|as"
    r"|yesterday|today|now|and|but|permanently|temporarily|recently|already|years|months|weeks"
    r"|days|a (?:day|week|month|year|few|couple)|two|three|several|\d{1,4})(?!\w)))"
)
"""Behind a word that is of the drug before it: "on ketoconazole, stopped osimertinib" is not."""
_CLAUSE_ENDS = r"(?=\s?(?:$|[.,;!?)\n]))"
_ENDED = re.compile(
    rf"(?i){_FILL}(?:(?:stopp?ed|discontinued|ceased|withdrawn|paused|held|withheld|on hold"
    r"|suspended|d/c(?:['’]?d|ed)?|dc['’]?d|finished|completed|interrupted|not any ?more|off"
    rf"|no longer(?: taken| given| used| needed| taking)?)(?![\w-]){_NOT_TO_COME}{_OVER}"
    rf"|(?:until|till) (?:last|yesterday|{DATE}))"
)
"""Behind a drug that was taken once, or is paused."""
_LONG_AGO = re.compile(
    r"(?i)[\s,(]{1,2}(?:(?:\d{1,3}|a few|several|many|some|two|three|five|ten|an?|one)[\s-]?"
    r"(?:days?|d|wks?|weeks?|mos?|mths?|months?|yrs?|y|years?) (?:ago|earlier|back)"
    r"|(?:years|months|weeks|ages|long) ago|last (?:year|month|week)|in the past|previously"
    rf"|formerly|in (?:19|20)\d\d)(?!\w){_CLAUSE_ENDS}"
)
_BEGUN = re.compile(
    r"(?i)\b(?:start\w*|begun|began|commenc\w+|initiat\w+|since|prescribed|added|put on)\b"
    r"[^.;?!\n]{0,50}$"
)
"""Before a drug: a time behind it is when it was begun."""
_NEVER = re.compile(
    rf"(?i){_FILL}(?:not (?:yet )?(?:been )?(?:needed|started|taken|given|used|tried|necessary"
    r"|required|begun|wanted)|never (?:been )?(?:taken|started|given|used|tried|needed)|avoided"
    rf"|declined|refused|cancelled|none)(?![\w/-]){_OVER}"
)
_WARNING = re.compile(
    r"(?i)[\s:=(–-]{1,3}(?:(?:is|was|severe|known|serious)\s){0,2}(?:allerg(?:y|ies|ic)|anaphylaxis"
    r"|intoleran(?:t|ce)|hypersensitivity|contra-?indicated|not (?:an option|allowed|possible"
    rf"|tolerated)|to be avoided)(?!\w){_CLAUSE_ENDS}"
)
_NEVER_BEFORE = re.compile(
    r"(?i)\b(?:avoid(?:s|ing)|(?:has|was|is) (?:told|advised) to avoid|declin(?:es|ed)"
    r"|refus(?:es|ed)|never (?:took|takes|had|uses|used|been on|on|taken)|instead of|rather than"
    r"|not (?:on|taking|yet on)|does(?: not|n['’]?t) (?:take|use|drink|eat)|no|without|w/o"
    r"|denies(?: taking| use of)?)\s"
    r"(?:(?:any|the|his|her|more|all|other|strong|taking|use of)\s){0,2}$"
)
_ENDED_BEFORE = re.compile(
    r"(?i)\b(?:no longer(?: on| taking| takes| uses| using| needs)?|not any ?more on"
    r"|(?<!not )(?<!never )(?<!n't )(?<!if )(?<!once )(?<!until )(?<!be )stopped(?: taking)?"
    r"|discontinued|came off|is off|was off|now off|taken off|weaned off|quit|finished|completed"
    r"|paused|withheld|was (?:once |previously )?on|used to (?:be on|take)|previously(?: on)?"
    r"|formerly(?: on)?|until recently on)\s(?:(?:the|his|her|oral|taking)\s){0,2}$"
)
_WARNED_BEFORE = re.compile(
    r"(?i)\b(?:allerg(?:y|ies|ic)(?: to)?|intoleran(?:t|ce)(?: of| to)?|hypersensitiv\w+(?: to)?"
    r"|anaphylaxis (?:to|on|with)|cannot (?:take|have)|can['’]?t (?:take|have)|must not take"
    r"|contra-?indications?(?: to)?)\s?[:=]?\s{0,2}(?:(?:the|oral)\s)?$"
)
_AVOID = re.compile(r"(?i)(?:^|[,;.:(]\s?|\b(?:and|we|to|should|must|please)\s)avoid(?:ed)?\s$")
_OPEN_BEFORE = re.compile(
    r"(?i)\b(?:is|are|should|shall|can|could|must|may|would|will|if|once|when|until|unless|whether"
    r"|after|before)\s(?:the\s)?$"
)
"""Before a drug of which the text asks or supposes that it is stopped."""
BEFORE = 60
BEHIND = 60
"""Characters before and behind a drug in which such words stand. Chosen by hand."""
_SENTENCE_END = re.compile(r"[?!;\n]|\.(?=\s|$)")


def without_untaken(found: Sequence[FoundValue], text: str) -> list[FoundValue]:
    """The values of a text on a patient without what drugs do that the patient does not take, and
    with what is told of these drugs instead."""
    drugs = [each for each in drugs_named(text) if each.name in other_drugs()]
    told = [(each, how) for each in drugs if (how := how_untaken(text, each))]
    if not told:
        return list(found)
    kept = list(found)
    for drug, how in told:
        kept = [one for each in kept if (one := _without(each, drug)) is not None]
        named = any(_is_of(each, drug) for each in kept)
        if how != "unknown" and not named:
            value = Therapy(drugs=(drug.name,), outcome=how)
            kept.append(FoundValue(value, drug.start, drug.end))
    return sorted(kept, key=lambda each: (each.start, each.end))


def how_untaken(text: str, drug: EntityMention) -> How:
    """How a drug stands to the patient by the words around it; empty: nothing says that it is not
    taken."""
    low, high = max(0, drug.start - BEFORE), min(len(text), drug.end + BEHIND)
    if _NEVER_BEFORE.search(text, low, drug.start):
        return "not given"
    if _ENDED_BEFORE.search(text, low, drug.start):
        return "given"
    if _WARNED_BEFORE.search(text, low, drug.start) or _is_warned(text, drug):
        return "unknown"
    if _OPEN_BEFORE.search(text, low, drug.start):
        return ""
    if _ENDED.match(text, drug.end, high):
        return "given"
    if _NEVER.match(text, drug.end, high):
        return "not given"
    if _WARNING.match(text, drug.end, high):
        return "unknown"
    past = _LONG_AGO.match(text, drug.end, high) and not _BEGUN.search(text, low, drug.start)
    return "given" if past else ""


def _is_warned(text: str, drug: EntityMention) -> bool:
    """Whether a sentence that asks nothing says that the drug is avoided."""
    if not _AVOID.search(text, max(0, drug.start - BEFORE), drug.start):
        return False
    end = _SENTENCE_END.search(text, drug.end)
    return end is None or end.group() != "?"


def _without(found: FoundValue, drug: EntityMention) -> FoundValue | None:
    """A value without what says that the drug is taken; None where nothing is left."""
    if not (found.start <= drug.start and drug.end <= found.end):
        return found
    match found.value:
        case Exposure(from_drug=True, drugs=drugs) if drug.name in drugs:
            return None
        case Therapy(drugs=drugs, outcome="current") if drug.name in drugs:
            others = tuple(each for each in drugs if each != drug.name)
            return replace(found, value=replace(found.value, drugs=others)) if others else None
        case _:
            return found


def _is_of(found: FoundValue, drug: EntityMention) -> bool:
    return (
        isinstance(found.value, Therapy)
        and drug.name in found.value.drugs
        and found.start <= drug.start < found.end
    )
