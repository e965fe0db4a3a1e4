"""Denials and conditions: what a sentence must neither add nor leave out. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection

from agents.checking.support.direction.significance import significance
from agents.checking.support.numbers.arithmetic import is_computed
from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.negations import (
    DENIAL,
    HEAD_WORDS,
    OF_PATIENT,
    clauses,
    denials,
    denied_stems,
    denying_clauses,
    spans,
    telling_stems,
    without_bounds,
)
from agents.checking.support.reading.words import is_neutral, stems_of, words_without_support

_SOFT = re.compile(
    r"\b(?:leaves? (?:[\w-]+ ){1,4}out|omi(?:t\w*|ssion)|lack|spar(?:es|ed|ing)|stop\w*"
    r"|discontinu\w+|withh\w+"
    r"|avoid\w*|contraindicat\w*|caution\w*|keeps?|kept|unchanged|(?:same|full|usual) dose|stays"
    r"|remains|before|exclud\w*|rules? out|disqualif\w*|over|favou?r\w*|prefer\w*"
    r"|independent\w*|regardless|irrespective|alike|equally|the same|in both|whatever|whichever"
    r"|except|other than|outside|beyond|forbid\w*"
    r"|discourag\w*|replac\w*|nothing|negative|naive|free|untreated|ineligible|unfit|wild type"
    r"|only|alone|as (?:it is|they are|it was)|limits?|limitations?|miss(?:es|ed)?|neither|caution"
    r"|falls? away|no longer"
    r"|un(?:avoid|escap)able|inevitable|indispensable|taken back|withdrawn|left|lost|gone"
    r"|(?:argues?|argued|militates?) against|refrain\w*|preclud\w*|similar\w*|comparable"
    r"|equal\w*|unlike"
    r"|wait\w*|delay\w*|fewer|less|postpon\w*)\b"
)
"""Words that may stand for a denial of the quotes."""
_NEARLY_NOTHING = re.compile(
    r"\b(?:only (?:\w+ )?(?:minor|small|slight|modest)|minor|minimal\w*|negligible|similar"
    r"|prefer\w*|unchanged|avoid\w*|contraindicat\w*|stop\w*|discontinu\w+|withh\w+|skipped"
    r"|resist\w*|refractory|insensitiv\w*|exclusive\w*|only|before|regardless|irrespective"
    r"|independent\w*|hardly)\b"
)
"""What a quote says so that a "not" or "hardly" may stand for it."""
_NEITHER_NOR = re.compile(r"\bneither\b[^;.]{1,80}?\bnor\b")
_BRACKETS = re.compile(r"[()]")
"""What stands in them is said by the clause around them, too: "severe impairment (class C)"."""
MOST_DENIALS = 24
"""Denials of one text that are held against each other. Chosen by hand: a long statement has
five."""
SHARED = 0.5
"""The share of a clause's own words that a clause of a quote must have, so that its denial may be
the same in other words. Chosen by hand."""
ENOUGH_SHARED = 2
"""Words that are enough in a long clause. Chosen by hand."""
_NOT_NAMED = re.compile(
    r"\bnot (?:\w+ )?(?:among|named?|list(?:ed)?|mention(?:ed)?|cover(?:ed)?|includ(?:e|ed)"
    r"|part|give|state|tell|contain"
    r"|specify|provide|hold)\b"
    r"|\bno (?:mention|word)\b"
)
_INSTEAD = re.compile(
    r"(?<![\w.])(?P<new>(?:[\w.]{1,40} ){1,4})(?:instead of|rather than)"
    r"(?P<old>(?: [\w.]{1,40}){1,3})"
)
_CHANGE = re.compile(r"\bfrom (?P<start>(?:[\w.]+ ){1,5}?)to (?P<end>(?:[\w.]+ ?){1,3})")
_LACKS = re.compile(
    r"\b(?:missing|lack\w*|without|no) (?:[a-z]+ ){0,2}(?P<what>[a-z]+\d\w*|enzymes?)"
)
_DEFICIENT = re.compile(r"\b(?:poor metaboli\w+|deficien\w+)")
_UNALTERED = re.compile(
    r"\b(?:without|no|not) (?:[\w/]+ ){0,4}(?:mutations?|alterations?|changes?|mutated|altered)\b"
)
_WILD_TYPE = re.compile(r"\b(?:wild type|unmutated|unaltered|intact|mutation negative)\b")
_NEGATIVE = re.compile(r"\b(?P<what>[a-z0-9]{3,20}) (?:negative|naive|free|deficient|lacking)\b")
_NOT_THE = re.compile(r" ?not (?:for |in |with |on |to |by |of )?(?:the|an?)\b")
_STATE = re.compile(
    r"\b(?:leaves? (?:it )?open|remains? open|left open|little|open question|immature|unclear"
    r"|unknown"
    r"|missing|undefined|unproven|insufficient)\b"
)
_JUDGES = re.compile(
    r"\b(?:benefit\w*|improv\w*|help\w*|better|prolong\w*|lengthen\w*|gain\w*|effective\w*|works?"
    r"|superior|advantage|useful|lower\w*|reduc\w*|rais\w*|adds|should|recommend\w*)\b"
)
REPORTED = 2
"""Values of a quote from which a sentence only reports them. Chosen by hand: those of two arms."""
_RULES_OUT = re.compile(
    r"\b(?:rul(?:es?|ed) [\w-]+ out|rul(?:es?|ed) out|preclud\w*|exclud\w*|contraindicat\w*"
    r"|(?:speaks?|argues?) against|forbid\w*|bars?|barred|not|no|must not|cannot)\b"
)
_IF = re.compile(r"\b(?:if|as long as|unless|since|because)\b")
_ONLY_IF = re.compile(r"\bonly (?:if|when|after|in|for)\b")
_EVEN = re.compile(r"\b(?:even|also|regardless|always)\b")
_EVEN_IF = re.compile(r"\beven (?:after|with|without|in|if|when|on|during|before)\b")
_SUPPOSES = re.compile(
    r"\b(?:if|when|where|unless|only|otherwise|in case|must|cannot|needs?|needed|necessary|despite"
    r"|although|nevertheless|un\w+able|impossible|once|after|until|provided|ask\w*|requires?"
    r"|without|she|he|her|his)\b"
)
_CONDITION = re.compile(
    r"\b(?:if|unless|only when|only if|provided|cannot be avoided|unavoidable|except|excluding"
    r"|otherwise|as long as|^should|, should)\b(?P<words>[^,;.]{0,120})"
)


def problem_with_denial(claim: CitedSentence) -> str:
    """Whether it affirms what its quotes deny, or denies what they affirm."""
    if any(len(DENIAL.findall(each)) > MOST_DENIALS for each in _texts(claim)):
        return "It or a cited quote denies too much to be checked."
    said = denied_stems(claim.sentence.words)
    text = claim.sentence.words
    told_open = any(_STATE.search(quote.words) for quote in claim.quotes())
    is_open = _STATE.search(text) or (told_open and DENIAL.search(text))
    if (
        not is_open
        and not _only_reports(claim)
        and (problem := _problem_with_omission(claim, said))
    ):
        return problem
    return "" if _may_deny(claim) else _problem_with_flip(claim)


def problem_with_even(claim: CitedSentence) -> str:
    """Whether it says "even after" something that its quotes exclude."""
    if not _EVEN_IF.search(claim.sentence.words):
        return ""
    if any(_EVEN_IF.search(quote.words) for quote in claim.quotes()):
        return ""
    return problem_with_denial(claim)


def _texts(claim: CitedSentence) -> list[str]:
    return [claim.sentence.words, *(quote.words for quote in claim.quotes())]


def _may_deny(claim: CitedSentence) -> bool:
    """Whether a denial may stand in other words than a quote's: it follows from a number or from
    the patient, or a quote leaves the matter open."""
    quotes = list(claim.quotes())
    return (
        bool(_IF.search(claim.sentence.words))
        or {significance(quote) for quote in quotes} == {False}
        or any(_STATE.search(quote.words) for quote in quotes)
        or any(figure.value == "0" for quote in quotes for figure in quote.figures)
        or any(is_computed(figure, claim) for figure in claim.sentence.figures)
    )


def _problem_with_flip(claim: CitedSentence) -> str:
    quotes = list(claim.quotes())
    told = [denied_stems(quote.words) for quote in quotes]
    any_denied = frozenset().union(*told)
    affirmed = frozenset().union(*(q.stems - d for q, d in zip(quotes, told, strict=True)))
    affirmed -= any_denied | _names_only(claim)
    denying = [
        stems
        for quote in quotes
        for text in {quote.words, _BRACKETS.sub(" ", quote.words)}
        for stems in denying_clauses(text)
    ]
    denying += [
        telling_stems(stems_of(part))
        for quote in quotes
        for part in clauses(quote.words)
        if _NEARLY_NOTHING.search(part)
    ]
    for clause, reach in denials(claim.sentence.words):
        if OF_PATIENT.search(clause) or _names_no_such(clause, claim):
            continue
        if _is_contrast(clause, claim):
            continue
        own = telling_stems(stems_of(clause))
        shared = max((len(own & stems) for stems in denying), default=0)
        if shared and shared >= min(SHARED * len(own), ENOUGH_SHARED):
            continue
        flipped = frozenset(reach) & affirmed
        flipped = telling_stems(flipped) if denying else flipped
        same = frozenset(reach[:HEAD_WORDS]) & any_denied
        if not same and len(flipped) >= (2 if denying and shared else 1):
            return "It denies something that the cited quotes do not deny."
    return ""


def _is_contrast(clause: str, claim: CitedSentence) -> bool:
    """Whether it only sets apart what the sentence affirms: "codes for the catalytic part, not for
    the regulatory one", where a quote tells the one and not the other of the same thing."""
    if not _NOT_THE.match(clause):
        return False
    other = telling_stems(stems_of(clause)) | frozenset(re.findall(r"\d+", clause))
    rest = telling_stems(stems_of(claim.sentence.words.replace(clause, " "))) - other
    parts = [stems_of(part) for quote in claim.quotes() for part in clauses(quote.words)]
    told = [part for part in parts if len(part & rest) >= ENOUGH_SHARED]
    return bool(told) and any(not part & other for part in told)


def _names_no_such(clause: str, claim: CitedSentence) -> bool:
    """Whether a denial says that a source does not name what none of them names, or that a change
    is absent where a quote says "wild type"."""
    quotes = list(claim.quotes())
    negative = frozenset().union(*(_called_negative(quote.words) for quote in quotes))
    if telling_stems(stems_of(clause)) & negative:
        return True
    if _UNALTERED.search(clause) and any(_WILD_TYPE.search(q.words) for q in quotes):
        return True
    lacks = _LACKS.search(clause)
    if lacks and any(_DEFICIENT.search(q.words) and lacks["what"] in q.words for q in quotes):
        return True  # who lacks an enzyme is a poor metaboliser
    told = frozenset().union(*(quote.stems for quote in quotes))
    return bool(_NOT_NAMED.search(clause) and telling_stems(stems_of(clause)) - told)


def _called_negative(text: str) -> frozenset[str]:
    """What a quote says to be absent by a word behind it: "node-negative", "treatment-naive"."""
    return stems_of(" ".join(found["what"] for found in _NEGATIVE.finditer(text)))


def _only_reports(claim: CitedSentence) -> bool:
    """Whether it gives measured values of one quote that stand beside no denial, and judges
    nothing."""
    if _JUDGES.search(claim.sentence.words):
        return False
    own = {(f.value, f.unit) for f in claim.sentence.figures if f.unit and not f.is_bound}
    for quote in claim.quotes():
        plain = ";".join(part for part in clauses(quote.words) if not DENIAL.search(part))
        told = {(f.value, f.unit) for f in CanonicalText(plain).figures}
        if REPORTED <= len(own) == len(own & told):
            return True
    return False


def _problem_with_omission(claim: CitedSentence, said: frozenset[str]) -> str:
    """Whether it affirms what a quote denies. ``said``: what the sentence denies itself."""
    quotes = list(claim.quotes())
    parts = [(clause, stems_of(clause)) for clause in clauses(claim.sentence.words)]
    negative = _called_negative(claim.sentence.words)
    own_state = is_on_the_patient(claim) and DENIAL.search(claim.asked.words)
    for quote in quotes:
        elsewhere = frozenset().union(*(q.stems for q in quotes if q is not quote))
        known = claim.sentence.stems - elsewhere - said - _affirmed_words(quote)
        for clause, reach in denials(quote.words):
            heads, common = frozenset(reach[:HEAD_WORDS]) & known, frozenset(reach) & known
            if own_state and frozenset(reach[:2]) <= claim.asked.stems:
                continue  # what the thread denies of the patient
            if heads & negative or _tells_the_change(claim.sentence.words, clause):
                continue
            if not heads or (len(common) < 2 and len(reach) > 2) or said & frozenset(reach):
                continue
            own = telling_stems(stems_of(clause))
            nearest = max(parts, key=lambda each: len(each[1] & own))
            kin = {nearest[0], *(text for text, stems in parts if len(stems & own) > 1)}
            fewer = _denials_of(kin, quote) < _count(clause)
            if fewer and not _denies(claim.sentence.words, heads):
                return "The cited quotes deny something that it leaves out."
    return ""


def _tells_the_change(text: str, clause: str) -> bool:
    """Whether a sentence goes from what a quote replaces to what stands in its place: "from twice
    to once daily" of "once daily instead of twice daily"."""
    told, said = _INSTEAD.search(clause), _CHANGE.search(text)
    if told is None or said is None or len(DENIAL.findall(clause)) > 1:
        return False
    new, old = frozenset(told["new"].split()), frozenset(told["old"].split())
    start, end = frozenset(said["start"].split()), frozenset(said["end"].split())
    return bool(start & (old - new) and end & (new - old)) and not start & (new - old)


def _count(text: str) -> int:
    """How often a text denies; "neither A nor B" does so once."""
    return len(DENIAL.findall(without_bounds(text))) - len(_NEITHER_NOR.findall(text))


def _denials_of(texts: Collection[str], quote: CanonicalText) -> int:
    """How often texts deny, or restrict in a word that the quote does not have itself."""
    denials = sum(map(_count, texts))
    soft = (found.group() for text in texts for found in _SOFT.finditer(text))
    return denials + sum(word not in quote.words for word in soft)


def _denies(text: str, words: frozenset[str]) -> bool:
    return any(words & frozenset(reach) for _, reach in denials(text))


def _affirmed_words(quote: CanonicalText) -> frozenset[str]:
    """What a quote says outside the reach of its denials, too: "82 days without a KIT mutation" of
    "687 days with a KIT mutation"."""
    text = without_bounds(quote.words)
    kept, at = [], 0
    for match, end in spans(text):
        kept.append(text[at:match])
        at = max(at, end)
    return stems_of("".join([*kept, text[at:]]))


def _names_only(claim: CitedSentence) -> frozenset[str]:
    """Stems of the drugs and trials: that one is named beside a denial denies nothing of it."""
    return stems_of(" ".join(claim.sentence.drugs | claim.sentence.trials))


def problem_with_condition(claim: CitedSentence) -> str:
    """Whether it leaves out the condition or exception of its only quote, or denies it."""
    if len(claim.sources) != 1:
        return ""
    quote, text = claim.sources[0].quote, claim.sentence
    found = _CONDITION.search(quote.words)
    if _ONLY_IF.search(quote.words) and _EVEN.search(text.words):
        return "It leaves out a condition of the cited quote."
    if found is None or _CONDITION.search(text.words):
        return ""
    if _is_told_by_numbers(found.span("words"), quote, text):
        return ""
    condition = {s for s in stems_of(found["words"]) if not is_neutral(s)}
    rest = stems_of(quote.words.replace(found.group(), " "))
    own = condition - rest - stems_of(" ".join(quote.drugs | quote.genes))
    if words_without_support(" ".join(own), text.words) and not _SUPPOSES.search(text.words):
        return "It leaves out a condition of the cited quote."
    is_exception = found.group().startswith(("unless", "except", "excluding"))
    if is_exception and condition <= text.stems and _RULES_OUT.search(text.words):
        return ""
    if condition and (not condition & text.stems or (is_exception and condition <= text.stems)):
        return "It leaves out a condition of the cited quote."
    return ""


def _is_told_by_numbers(
    span: tuple[int, int], quote: CanonicalText, sentence: CanonicalText
) -> bool:
    """Whether a sentence has all numbers of a condition, and the rest of the quote none of them."""
    own = {f.value for f in quote.figures if span[0] <= f.place < span[1]}
    others = {f.value for f in quote.figures if not span[0] <= f.place < span[1]}
    return bool(own) and own <= {f.value for f in sentence.figures} - others
