"""Drugs beside the treatment of the tumour that are named and not taken: "ketoconazole stopped",
"clarithromycin allergy", "avoids grapefruit"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from names.clinical.exposures.comedication import drugs_named
from names.clinical.grammar.sentences import SENTENCE_END
from names.clinical.treatment.time_phrases import DATE
from names.clinical.values import Exposure, FoundValue, Therapy, TherapyOutcome
from names.entities import EntityMention
from names.tables.other_drugs import other_drugs

How = Literal["", "given", "not given", "unknown"]
"""How a drug that is not taken stands to the patient; ``unknown``: an allergy or a warning, which
does not tell whether it was taken once; empty: nothing says that it is not taken."""
_OUTCOMES: dict[str, TherapyOutcome] = {"given": "given", "not given": "not given"}
"""The outcome of a treatment that each of these is, where it is one."""

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
_CLAUSE_ENDS = r"(?=\s?(?:$|[.,;!)\n]))"
_ENDED = re.compile(
    rf"(?i){_FILL}(?:(?:stopp?ed|discontinued|ceased|withdrawn|paused|held|withheld|on hold"
    r"|suspended|d/c(?:['’]?d|ed)?|dc['’]?d|finished|completed|interrupted|not any ?more|off"
    rf"|no longer(?: taken| given| used| needed| taking)?)(?![\w-]){_NOT_TO_COME}{_OVER}"
    rf"|(?:until|till) (?:last|yesterday|{DATE})|(?:switched|changed|swapped) (?:to|for|over to)\b"
    r"|replaced (?:by|with)\b)"
)
"""Behind a drug that was taken once, or is paused."""
_LONG_AGO = re.compile(
    r"(?i)[\s,(]{1,2}(?:(?:\d{1,3}|a few|several|many|some|two|three|five|ten|an?|one)[\s-]?"
    r"(?:days?|d|wks?|weeks?|mos?|mths?|months?|yrs?|y|years?) (?:ago|earlier|back)"
    r"|(?:years|months|weeks|ages|long) ago|last (?:year|month|week)|in the past|previously"
    rf"|formerly|in (?:19|20)\d\d)(?!\w){_CLAUSE_ENDS}"
)
_BEGUN = re.compile(
    r"(?i)\b(?:start\w*|begun|began|commenc\w+|initiat\w+|since|prescribed|added|put on"
    r"|now on)\b"
    r"[^.;?!\n]{0,50}$"
)
"""Before a drug: a time behind it is when it was begun."""
_ARROW = re.compile(
    r"(?i)(?:\s\d{1,4}(?:\.\d)?\s?(?:mg|g)?(?:\s(?:od|bd|bid|daily))?)?\s?(?:->|=>|→|⇒)\s?"
)
_COMES = re.compile(r"(?![^,.;\n]{0,30}\?)")
"""Behind a drug to which an arrow leads from another: nobody asks whether it should."""
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
    r"(?:(?:any|an?|the|his|her|more|all|other|strong|taking|use of)\s){0,2}$"
)
_ENDED_BEFORE = re.compile(
    r"(?i)\b(?:no longer(?: on| taking| takes| uses| using| needs)?|not any ?more on"
    r"|(?<!not )(?<!never )(?<!n't )(?<!if )(?<!once )(?<!until )(?<!be )stopped(?: taking)?"
    r"|discontinued|(?:^|[,;.:(]\s?|\b(?:is|was|now|came|been|went|taken|weaned|pt|patient|s?he['’]s)\s)off"
    r"|(?:switched|swapped|changed) from|quit|finished|completed"
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
_JOINED = re.compile(r"(?i)\s?(?:[/+&]|,?\s(?:and|or|nor)\b)\s?")
_COMMA = re.compile(r"\s?,\s?")
_FREE = re.compile(r"(?i)[\s-](?:free|na[iï]ve)\b")
_ALLERGIES = re.compile(r"(?i)\ballergies\b[^.;\n]{0,60}$")
_GOES_ON = re.compile(
    r"(?i)\s(?:was |is |were |now )?(?:start\w*|begun|added|daily|again|continue[sd]?|instead|\d)"
)
"""Behind a drug that is taken, though "and" joins it to one that is not."""
BEFORE = 60
BEHIND = 60
"""Characters before and behind a drug in which such words stand. Chosen by hand."""


def without_untaken(found: Sequence[FoundValue], text: str) -> list[FoundValue]:
    """The values of a text on a patient without what drugs do that the patient does not take, and
    with what is told of these drugs instead."""
    drugs = [each for each in drugs_named(text) if each.name in other_drugs()]
    told = list(_untaken_drugs(text, drugs))
    kept = [each for each in found if not _is_untaken_class(text, each)]
    if not told:
        return kept
    for drug, how in told:
        kept = [one for each in kept if (one := _without(each, drug)) is not None]
        if how == "given":
            kept = [each for each in kept if not _acted_before(each, drug)]
        named = any(_is_of(each, drug) for each in kept)
        outcome = _OUTCOMES.get(how)
        if outcome is not None and not named:
            value = Therapy(drugs=(drug.name,), outcome=outcome)
            _, start, end = _words_around(text, drug)
            kept.append(FoundValue(value, start, end))
    return sorted(kept, key=lambda each: (each.start, each.end))


def _is_untaken_class(text: str, found: FoundValue) -> bool:
    """Whether it is a class of drugs that the patient does not take: "not on a PPI"."""
    value = found.value
    if not isinstance(value, Exposure) or value.from_drug:
        return False
    words = EntityMention("drug_class", (), "", found.start, found.end)
    return bool(how_untaken(text, words) or _FREE.match(text, found.end))


def _untaken_drugs(
    text: str, drugs: Sequence[EntityMention]
) -> Iterator[tuple[EntityMention, How]]:
    """Each drug that is not taken; what stands before the first of a list is of all of them."""
    last: EntityMention | None = None
    listed: How = ""
    for drug in drugs:
        joined = last is not None and _are_listed(text, last, drug)
        how = how_untaken(text, drug)
        if joined and listed and not how and not _GOES_ON.match(text, drug.end):
            how = listed
        else:
            listed = how if _is_told_before(text, drug) else ""
        last = drug
        if how:
            yield drug, how


def _are_listed(text: str, one: EntityMention, other: EntityMention) -> bool:
    if _JOINED.fullmatch(text, one.end, other.start):
        return True
    allergies = _ALLERGIES.search(text, max(0, one.start - BEFORE), one.start)
    return bool(allergies) and _COMMA.fullmatch(text, one.end, other.start) is not None


def _is_told_before(text: str, drug: EntityMention) -> bool:
    patterns = (_NEVER_BEFORE, _ENDED_BEFORE, _WARNED_BEFORE, _AVOID)
    low = max(0, drug.start - BEFORE)
    return any(pattern.search(text, low, drug.start) for pattern in patterns)


def how_untaken(text: str, drug: EntityMention) -> How:
    """How a drug stands to the patient by the words around it; empty: nothing says that it is not
    taken."""
    return _words_around(text, drug)[0]


def _words_around(text: str, drug: EntityMention) -> tuple[How, int, int]:
    """How a drug stands to the patient, with the place of the drug and of words that tell it."""
    low, high = max(0, drug.start - BEFORE), min(len(text), drug.end + BEHIND)
    before: tuple[tuple[re.Pattern[str], How], ...] = (
        (_NEVER_BEFORE, "not given"),
        (_ENDED_BEFORE, "given"),
        (_WARNED_BEFORE, "unknown"),
    )
    for pattern, how in before:
        if match := pattern.search(text, low, drug.start):
            return how, match.start(), drug.end
    if _is_warned(text, drug):
        return "unknown", drug.start, drug.end
    behind: tuple[tuple[re.Pattern[str], How], ...] = (
        (_ENDED, "given"),
        (_NEVER, "not given"),
        (_WARNING, "unknown"),
    )
    if _OPEN_BEFORE.search(text, low, drug.start):
        return "", drug.start, drug.end
    for pattern, how in behind:
        if match := pattern.match(text, drug.end, high):
            return how, drug.start, match.end()
    arrow = _ARROW.match(text, drug.end, high)
    if arrow and any(
        e.start == arrow.end() and _COMES.match(text, e.end) for e in drugs_named(text)
    ):
        return "given", drug.start, arrow.end()
    past = _LONG_AGO.match(text, drug.end, high)
    if past and not _BEGUN.search(text, low, drug.start):
        return "given", drug.start, past.end()
    return "", drug.start, drug.end


def _is_warned(text: str, drug: EntityMention) -> bool:
    """Whether a sentence that asks nothing says that the drug is avoided."""
    if not _AVOID.search(text, max(0, drug.start - BEFORE), drug.start):
        return False
    end = SENTENCE_END.search(text, drug.end)
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


def _acted_before(found: FoundValue, drug: EntityMention) -> bool:
    """Whether a value is what a drug does to others, named before it is told to be over: "on
    fluconazole; fluconazole stopped 3 d ago"."""
    value = found.value
    acts = isinstance(value, Exposure) and value.from_drug and drug.name in value.drugs
    return acts and found.end <= drug.start


def _is_of(found: FoundValue, drug: EntityMention) -> bool:
    return (
        isinstance(found.value, Therapy)
        and drug.name in found.value.drugs
        and found.start <= drug.start < found.end
    )
