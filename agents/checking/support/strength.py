"""Strength of advice, and questions: a sentence must claim no more than its quotes. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.words import TABLES
from names.recognise import recognise_passage
from names.tables.rows import read_rows

_NO_ADVICE = re.compile(
    r"\b(?:almost|hardly|nearly|practically|virtually) never\b"
    r"|\b(?:do|does|did) not (?:have|need) to\b"
    r"|\bnever (?=had|has|have|received|took|taken|smoked|been|smoker)"
    r"|\b(?:has|have) to (?=turn|look|be looked|be read)"
    r"|\bmust (?:thus |then |therefore )?have (?=(?:been |had |reached |come )|[a-z]+ed\b)"
    r"|\b(?:must|has to|have to|needs? to) (?:not )?be (?=absent|present|at least|at most|above"
    r"|below"
    r"|over|under|between|negative|positive|no |[<>\u2264\u2265\d]|[a-z0-9]+ (?:negative"
    r"|positive)\b)"
    r"|\b(?:should|must|has to|have to|needs? to|ought to)(?: \w+)? be (?=(?:\w+ )?(?:read|checked"
    r"|verified|confirmed|compared|clarified|discussed|interpreted|weighed|kept in mind)\b)"
    r"|(?<=\bthat the )?\b(?:indication|approval|eligibility|enrol\w+|use|label|criteri(?:a"
    r"|on)|definition|rule|start|limit"
    r"|threshold|entry"
    r"|dose)\b[^,.;]{0,60}\b(?:requires?|demands?|insists? on)\b"
)
"""What is needed for something, or what somebody never had, is no advice."""
_OPTIONAL = re.compile(
    r"\b(?:(?:may|can|could) be|options?|allow\w*|consider\w*|permit\w*|possible|optional|lists?)\b"
)
_INSTRUCTS = re.compile(
    r"\b(?:is|are) (?:not )?(?!(?:allow|accept|list|consider|permit|offer|call|nam|observ|associat"
    r"|report|record|expect|need|lack|limit|relat|bas|link|establish|includ|randomi[sz])ed\b)"
    r"(?:[a-z]{3,}ed|worn|given|taken|kept|held|withheld|put|cut)\b"
)
_USES = re.compile(
    r"\b(?:women|men|patients|people|adults|children|partners?) (?:[a-z]+ ){0,6}?(?:do not )?(?:use"
    r"|take|receive|avoid|breastfeed|need|stop|start|keep|continue|drink|get|undergo)\b"
)
"""What a label says that patients do they are told to do."""
_ASKS_FOR = re.compile(
    r"\b(?:asks? (?:for|to)\b|calls? for\b(?! (?:an? )?(?:discussion|consideration|caution|care)\b)"
    r"|needs? (?!no\b)|belongs? (?:before|in|into|to) (?:the|every|any|each)\b)"
)
_FOR_GOOD = re.compile(r"\b(?:discontinued permanently|permanently discontinued|contraindicated)\b")
"""An instruction that leaves no choice."""
_CONDITIONAL = re.compile(
    r"\b(?:where|when|if) (?:[^,;.]{3,160}) (?:is|are) [a-z]+,"
    r"|\b(?:where|when|if) [a-z0-9 ]{2,60} must (?:still )?be [a-z]+,"
)
"""What is said of a case is no advice: "where it is contraindicated, …"."""
_OF_A_CASE = re.compile(
    r"\b(?:where|when|if|once) [^,;.]{3,160}? (?:is|are) (?P<word>contraindicated|mandatory)\b"
)
"""The same in a sentence, which then says it of a case, too."""
_ORDERS = re.compile(
    r"\b(?:is|are) (?:then )?(?:withheld|discontinued|stopped|interrupted|evaluated|measured"
    r"|monitored|checked|examined|assessed|repeated)\b"
)
"""What a label tells to be done to keep a patient safe must be done."""
_STARTS = re.compile(
    r"\b(?:asco|esmo|nccn|cpic|dpwg|fda|guideline|revision|update|version)\b(?: [a-z]+){0,2}"
    r" (?:starts|gives|reduces|lowers|halves|tests|treats|uses|takes|keeps|begins)\b"
)
"""What a guideline does it recommends."""
_ADMITS = re.compile(
    r"\b(?:indicat\w+|approv\w+|labell?ed|eligib\w+|enrol\w+|includ\w+|criteri\w+)\b"
)
_REQUIRED = re.compile(r"\b(?:requires?|(?:is|are) required|requiring)\b")
_REQUIRES_LIMIT = re.compile(
    r"\b(?:requires?|needs?|demands?|takes?) (?:an? )?(?:[a-z0-9]+ ){1,4}?(?:of )?(?:at least "
    r"|at most |[<>≤≥] ?|(?:above|over|below|under) )(?P<value>\d{1,6}(?:\.\d+)?)"
)
_BY_WHOM = re.compile(r"\b(?:asco|esmo|nccn|cpic|dpwg|guideline)\b")
"""What an indication names it requires; that somebody requires it is advice."""
_INSTRUCTS_NOT = re.compile(
    r"\b(?:is|are) not (?:given|used|taken|started|combined|administered|repeated|resumed)\b"
    r"|\b(?:do|does|should|may) not (?:be |receive|take|have|use|breastfeed|start|combine)"
    r"|\bcannot be (?!avoided|excluded|ruled|resected|removed|determined|assessed|known|said)"
    r"[a-z]{3,}"
)
"""What is not done must not be done. "If they cannot be avoided" forbids nothing."""
_CAUTIONS = re.compile(
    r"\b(?:limitations? of use|not (?:yet )?(?:been )?(?:established|recommended|shown|studied"
    r"|known)"
    r"|risks?|fatal\w*|serious|severe|harm\w*|may (?:cause|increase|worsen|lead)|can (?:cause|be"
    r"|lead)|toxic\w*|caution\w*|precaution\w*|danger\w*)\b"
)
"""What a source warns of without the word."""
_PASSIVE = re.compile(r"(?:is|are) (?:not )?[a-z]+")
_ADVICE = re.compile(
    r"\b(?:(?P<firmly>(?:advises?|recommends?|prefers?)(?! against))|allows?|permits?|accepts?"
    r"|lists?|considers?|adds?|may be|against)\b"
)
_RATHER_THAN = re.compile(r"\b(?:rather than|instead of|over|after)\b")
_RATHER = re.compile(r"\bprefer\w* [^.;]{3,60} (?:to|over|rather than) ")
_CONTRAST = re.compile(r"\b(?:not|rather than|instead of|over) (?:an? )?[\w-]{3,}")
"""Advice for one thing and against another prefers the one to the other."""
_ASKED = re.compile(
    r"\b(?:(?:is|are|was) (?:being )?test(?:ing|ed)|question\w*|await\w*|not (?:yet )?(?:been )?"
    r"(?:report\w*|known|available|published)|no results?|ongoing|under way|still (?:open|run\w*)"
    r"|wants? to|seeks?|sets? out|ask(?:s|ed)?|whether|aim(?:s|ed)?|designed to|objective"
    r"|investigat\w+|request\w*|hypothes\w+|plan(?:s|ned)?|will|expected|to predict|to assess"
    r"|look up|to determine|evaluat\w+|orientation|unconfirmed|deserves?|warrants?|remains? to"
    r"|anticipat\w+|stud(?:y|ied) (?:if|whether)|test(?:s|ed)? if)\b"
)
_IS_TRIAL = re.compile(
    r"\b(?:is|was) an? (?:[\w-]+ ){0,4}(?:trial|study)\b|\b(?:tests|tested|studies|compares"
    r"|compared)\b"
)
_VALUES = re.compile(
    r"\b(?:as good as|as effective|non ?inferior|better|superior|effective|works?|improv\w+"
    r"|lengthen\w*|prolong\w*|showed|proved|beats?|safer?)\b"
)
_SAYS_LITTLE = re.compile(
    r"\b(?:says? little|tells? little|too (?:few|small|little|early)|cannot (?:tell|show|answer)"
    r"|(?:does|do|did) not (?:show|tell|prove|allow)(?= (?:how|which|whether|that|what))"
    r"|no control group|no conclusion\w*)\b"
)
_ASSERTS = re.compile(
    r"^(?!.*\b(?:not?|little|few|small|cannot|unclear|open|unproven|without|hardly|whether|miss\w*"
    r"|fail\w*|lack\w*)\b).*"
    r"\b(?:works?|is effective|effective|benefit\w*|active|improv\w+|prolong\w*|select\w*"
    r"|predict\w*"
    r"|proves?|shows?|helps?|responds?)\b"
)
_IS_QUESTION = re.compile(
    r"\b(?:ask(?:s|ed)? whether|(?:determine|assess|test|see|evaluate|examine) whether"
    r"|(?:aim|objective|purpose|goal)s? of [a-z0-9 ,-]{3,60} (?:was|is|were) to"
    r"|asked [a-z]+ for|(?<!is )(?<!are )(?<!also )aim(?:s|ed)? (?:to|at)|designed to"
    r"|to determine|objective was|plans|planned to (?:enrol|include|recruit)|to predict"
    r"|to assess|deserves? (?:further )?stud\w+|warrants? (?:further )?(?:stud\w+|investigat\w+)"
    r"|(?:could|should) be stud\w+|remains? to be|are still running|expected|look up"
    r"|hypothes\w+ that|request\w* that)\b"
)

_MAIN_CLAUSE = re.compile(r";|, but ")


def problem_with_strength(claim: CitedSentence) -> str:
    """Whether the sentence advises more strongly than its quotes do."""
    text = _NO_ADVICE.sub(" ", claim.sentence.words)
    if any(_ADMITS.search(quote.words) for quote in claim.quotes()) and not _BY_WHOM.search(text):
        text = _REQUIRED.sub(" ", text)
    text = _without_limits_required(text, claim)
    text = _OF_A_CASE.sub(lambda found: _unless_told(found, claim), text)
    said, word = _strength(text)
    quotes = [_CONDITIONAL.sub(" ", quote.words) for quote in claim.quotes()]
    told = max((_strength(quote)[0] for quote in quotes), default=0)
    instructs = (_INSTRUCTS, _ASKS_FOR, _STARTS)
    if any(pattern.search(q.words) for pattern in instructs for q in claim.quotes()) or any(
        _USES.search(quote) for quote in quotes
    ):
        told = max(told, 3)
    if any(map(_tells_both_sides, claim.quotes())):
        told = max(told, 3)  # a dose for either side of a limit is an instruction
    firmly = (_INSTRUCTS_NOT, _ASKS_FOR, _FOR_GOOD, _ORDERS)
    told = 5 if any(each.search(quote) for each in firmly for quote in quotes) else told
    if said == 4 and told == 3 and _RATHER.search(claim.sentence.words):
        told = 4 if any(_CONTRAST.search(quote.words) for quote in claim.quotes()) else told
    if word == "warns" and any(_CAUTIONS.search(quote.words) for quote in claim.quotes()):
        return ""
    optional = any(_OPTIONAL.search(quote.words) for quote in claim.quotes())
    if said == 3 and told < 2 and not optional and _PASSIVE.fullmatch(word):
        return ""  # an instruction in other words than "women use", "is injected"
    if said >= 3 and said > max(told, 2 if said == 3 and told == 2 else 1):
        return f"“{word}” says more than the cited quotes do."
    return ""


def _unless_told(found: re.Match[str], claim: CitedSentence) -> str:
    """Nothing in the place of a case that a quote names with the same word."""
    told = any(found["word"] in quote.words for quote in claim.quotes())
    return " " if told else found.group()


def _without_limits_required(text: str, claim: CitedSentence) -> str:
    """The text without "requires" before a limit that a quote gives: "requires a CPS of at least
    10" of "(CPS 10 or more)"."""
    limits = {(f.value, f.sign) for quote in claim.quotes() for f in quote.figures if f.sign}
    for figure in claim.sentence.figures:
        if (figure.value, figure.sign) in limits:
            text = _REQUIRES_LIMIT.sub(
                lambda found, value=figure.value: (  # type: ignore[misc]
                    " " if found["value"] == value else found.group()
                ),
                text,
            )
    return text


def _tells_both_sides(quote: CanonicalText) -> bool:
    """Whether it has what is below a limit and what is not: "<77 kg" and "≥77 kg"."""
    below, above = (
        {(each.value, each.unit) for each in quote.figures if each.sign == sign}
        for sign in ("<", "≥")
    )
    return bool(below & above)


def problem_with_advised_drug(claim: CitedSentence) -> str:
    """Whether it recommends a drug that its quotes only allow, beside one that they recommend."""
    said = _advice_by_drug(claim.sentence.words)
    told: dict[str, bool] = {}
    for quote in claim.quotes():
        for drug, firmly in _advice_by_drug(quote.words).items():
            told[drug] = told.get(drug, False) or firmly
    if not any(told.values()):
        return ""
    for drug, firmly in said.items():
        if firmly and told.get(drug) is False:
            return f"The cited quotes only allow {drug}."
    return ""


def _advice_by_drug(text: str) -> dict[str, bool]:
    """Whether each drug behind a word of advice is recommended, or only allowed."""
    found: dict[str, bool] = {}
    marks = list(_ADVICE.finditer(text))
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):
        part = _RATHER_THAN.split(text[mark.end() : end].partition(";")[0], maxsplit=1)[0]
        for drug in recognise_passage(part).names("drug"):
            firmly = bool(mark["firmly"])
            found[drug] = found.get(drug, False) or firmly
    return found


def problem_with_question(claim: CitedSentence) -> str:
    """Whether it tells what a trial asked, or somebody requested, as a fact."""
    if _ASKED.search(claim.sentence.words):
        return ""
    quotes = list(claim.quotes())
    parts = [part for quote in quotes for part in _MAIN_CLAUSE.split(quote.words) if part.strip()]
    if parts and all(map(_IS_QUESTION.search, parts)):
        return "The cited quotes only ask this."
    if (
        quotes
        and all(_SAYS_LITTLE.search(q.words) for q in quotes)
        and _ASSERTS.search(claim.sentence.words)
    ):
        return "The cited quotes say too little for this."
    describes = all(_IS_TRIAL.search(q.words) and not q.figures for q in quotes)
    if quotes and describes and _VALUES.search(claim.sentence.words):
        return "The cited quotes only say what is tested."
    return ""


def _strength(text: str) -> tuple[int, str]:
    """The strongest advice of a text, 0 without any, and its words."""
    best, word = 0, ""
    for rank, pattern in _scales():
        found = pattern.search(text)
        if found and rank > best:
            best, word = rank, found.group()
    return best, word


@lru_cache(maxsize=1)
def _scales() -> tuple[tuple[int, re.Pattern[str]], ...]:
    rows = read_rows("scales.tsv", TABLES)
    return tuple((int(rank), re.compile(rf"\b(?:{words})\b")) for rank, words in rows)
