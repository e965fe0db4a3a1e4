"""Strength, scope and cause: a sentence must claim no more than its quotes. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import (
    DENIAL,
    denied_stems,
    telling_stems,
    without_bounds,
)
from agents.checking.support.reading.words import read_lines, stems_of
from names.recognise import recognise_passage

_NO_ADVICE = re.compile(
    r"\bnever (?=had|has|have|received|took|taken|smoked|been|smoker)"
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
_UNIVERSAL = re.compile(
    r"(?<!of )(?<!at )(?<!over )(?<!with )(?<!before )(?<!after )(?<!above )\b(?:all|every"
    r"|any)\b (?!(?:in all\b|more|longer|went|second|third|two|three|four|five|six|seven|eight|nine"
    r"|ten|year|month|week|day|\d)|had\b|have\b|were\b|of\b|other\b|the\b|with\b)[a-z]|\beveryone\b"
    r"|\beverybody\b|\balways\b|\b(?:of all|at all|at any|of any|whatever) ages?\b"
    r"|\bwith all (?:[\w-]+ ){0,3}(?:inhibitors|inducers"
    r"|drugs|agents|tumou?rs|cancers)\b|\bregardless\b|\bwherever\b|\bthe (?:whole|entire)\b"
    r"|\bwhatever\b|\birrespective\b|(?<!twice )(?<!times )(?<!half )\bas often as\b"
    r"|\bas a class\b|\bclass effect\b"
)
_EVERYBODY = re.compile(
    r"\b(?:all(?! in all)|every|any) (?:[\w-]+ )?(?:patients?|women|woman|men|man|people|persons?"
    r"|carriers?|adults?|children)\b(?! (?:had|have|were|in the))|\beverybody\b|\beveryone\b"
)
_ALL = re.compile(r"\b(?:all|every|any|everyone|everybody|each)\b")
_HARDLY_ANY = re.compile(
    r"\b(?:hardly|not|never|no|without|nor|scarcely|barely)(?: [\w-]+){0,4}? (?<!for )(?<!in )any\b"
)
_NO_FOR_ANY = re.compile(r"\bno(?: [\w-]+){1,4} (?:for|in) any (?P<what>[a-z]{4,})")
"""What is denied of a whole kind, where a quote denies it of that kind, too."""
_IN_EITHER_CASE = re.compile(
    r"\b(?:alone or (?:with|in combination|combined|plus|together)|with or without|wherever"
    r"|with and without|whatever|not depend\w*|independent\w*"
    r"|consistent across|whether or not|without regard|no matter|both with and without"
    r"|mild,? (?:to |or )?moderate,? (?:and|or|to) severe|all (?:grades|degrees"
    r"|levels|stages)|[a-z]+, [a-z]+ (?:and|or) [a-z]+ (?:settings?|lines?|disease|stages?))\b"
)
"""What a quote says so that "with or without" or "irrespective" may stand for it."""
_BOTH = (
    frozenset(("altered", "wild type")),
    frozenset(("premenopausal", "postmenopausal")),
    frozenset(("hormone receptor-positive", "hormone receptor-negative")),
    frozenset(("HER2-positive", "HER2-negative")),
)
"""Concepts that quotes name both, where what they say is so "regardless"."""
_ENROLLED = re.compile(
    r"\b(?:enrol\w*|includ\w+|admitted|allowed|eligible|entered|recruited|required|selected)\b"
)
_ONLY_ENROLLED = re.compile(
    r"\b(?:enrol\w*|includ\w+|admitted|allowed|open|recruited|accepted|took|covers?|covered)"
    r" (?:\w+ )?only\b|\bonly (?:[\w-]+ ){1,6}(?:(?:were|was) (?:enrol\w*|includ\w+|admitted"
    r"|eligible)|entered|could enter)\b"
)
_ALL_ENROLLED = re.compile(r"\b(?:all|every) (?:[\w-]+ ){0,2}patients? had\b|\ball (?=\d)")
"""Who is enrolled by criteria is enrolled by these only; a number is held against the quotes."""
_AT_ANY = re.compile(
    r"\b(?:with or without|whether or not|at any|of any|in any|regardless|whatever|irrespective"
    r"|or not(?! [a-z]{3,}|[,.;]))\b"
)
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
    r"\b(?:asks? (?:for|to)\b|calls? for\b(?! (?:an? )?(?:discussion|consideration)\b)"
    r"|needs? (?!no\b))"
)
_FOR_GOOD = re.compile(r"\b(?:discontinued permanently|permanently discontinued|contraindicated)\b")
"""An instruction that leaves no choice."""
_CONDITIONAL = re.compile(
    r"\b(?:where|when|if) (?:[^,;.]{3,160}) (?:is|are) [a-z]+,"
    r"|\b(?:where|when|if) [a-z0-9 ]{2,60} must (?:still )?be [a-z]+,"
)
"""What is said of a case is no advice: "where it is contraindicated, …"."""
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
_BY_WHOM = re.compile(r"\b(?:asco|esmo|nccn|cpic|dpwg|guideline)\b")
"""What an indication names it requires; that somebody requires it is advice."""
_INSTRUCTS_NOT = re.compile(
    r"\b(?:is|are) not (?:given|used|taken|started|combined|administered|repeated|resumed)\b"
    r"|\b(?:do|does|should|may) not (?:be |receive|take|have|use|breastfeed|start|combine)"
    r"|\bcannot be (?:compared|combined|given|used|taken)"
)
"""What is not done must not be done."""
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
_RESTRICTING = re.compile(
    r"\b(?:(?<!not )only(?! (?:as|at|about|one|two|three|weakly|slightly|moderately|partly|little"
    r"|minor)\b)(?! [\d~])|solely|exclusively"
    r"|(?:is|are|be) (?:sufficient|enough)|suffices)\b"
)
_LEVEL = re.compile(r"\b(?:level [a-e]|cells?|cell line|preclinical|unconfirmed|retrospective)\b")
_RESTRICTED = re.compile(
    r"\b(?:only|alone|solely|confined|limited|restricted|unless|not?|without|except|just|until"
    r"|enough|sufficient|or less|at most|exclusively)\b"
)
_ENOUGH = re.compile(r"\b(?:is|are|be) (?:sufficient|enough)\b")
"""One of several things of which each will do."""
_REGARDLESS_OF = re.compile(r"\b(?:regardless|irrespective) of (?P<what>[^,;.]{3,60})")
_ONLY_NAMED = re.compile(
    r"\bonly (?:for )?(?P<what>[a-z]{7,25})(?= (?:has|is|was|had|does|showed|gave)\b)"
)
_ONLY_IN = re.compile(
    r"\bonly (?:in|for) (?P<who>adults|women|men|children|adolescents|premenopausal|postmenopausal"
    r"|elderly|older|younger)\b"
)
_ONLY_IF = re.compile(
    r"\bonly (?:if|when|where|after|once|in case|for (?:those|patients)|with|in)\b"
)
_IF = re.compile(r"\b(?:if|when|where|after|once|in case|provided|who|whose|needs?|requires?)\b")
"""A condition: "allowed when …" is "only if …"."""
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


def problem_with_strength(claim: CitedSentence) -> str:
    """Whether the sentence advises more strongly than its quotes do."""
    text = _NO_ADVICE.sub(" ", claim.sentence.words)
    if any(_ADMITS.search(quote.words) for quote in claim.quotes()) and not _BY_WHOM.search(text):
        text = _REQUIRED.sub(" ", text)
    said, word = _strength(text)
    quotes = [_CONDITIONAL.sub(" ", quote.words) for quote in claim.quotes()]
    told = max((_strength(quote)[0] for quote in quotes), default=0)
    instructs = (_INSTRUCTS, _ASKS_FOR, _STARTS)
    if any(pattern.search(q.words) for pattern in instructs for q in claim.quotes()) or any(
        _USES.search(quote) for quote in quotes
    ):
        told = max(told, 3)
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


def problem_with_scope(claim: CitedSentence) -> str:
    """Whether it says "all" or "only" where its quotes do not."""
    text, quotes = claim.sentence.words, " ".join(q.words for q in claim.quotes())
    text = _ALL_ENROLLED.sub(" ", _HARDLY_ANY.sub(" ", text))
    denied = denied_stems(quotes)
    text = _NO_FOR_ANY.sub(lambda m: " " if stems_of(m["what"]) <= denied else m.group(), text)
    names = frozenset().union(*(quote.names for quote in claim.quotes()))
    in_both = any(pair <= names for pair in _BOTH)
    if (found := _EVERYBODY.search(text)) and not _ALL.search(quotes):
        return f"“{found.group().split()[0]}” says more than the cited quotes do."
    if problem := _problem_with_object(text, quotes):
        return problem
    for pattern in (_UNIVERSAL, _AT_ANY):
        found = pattern.search(text)
        if (
            found
            and not pattern.search(quotes)
            and not (_AT_ANY.match(found.group()) and (in_both or _IN_EITHER_CASE.search(quotes)))
            and f" of {found.group().split()[0]} " not in quotes
        ):
            return f"“{found.group().split()[0]}” says more than the cited quotes do."
    quotes = without_bounds(quotes)
    if DENIAL.search(without_bounds(text)) or _LEVEL.search(text):
        return ""
    text = _ONLY_IF.sub(" ", text) if _IF.search(quotes) else text
    text = _ENOUGH.sub(" ", text) if " or " in quotes else text
    text = _ONLY_ENROLLED.sub(" ", text) if _ENROLLED.search(quotes) else text
    if (found := _RESTRICTING.search(text)) and not _RESTRICTED.search(quotes):
        return f"“{found.group()}” does not stand in the cited quotes."
    return ""


def _problem_with_object(text: str, quotes: str) -> str:
    """Whether it says "only" of another thing, or "regardless" of another one, than the quotes."""
    for found in _ONLY_IN.finditer(text):
        if stems_of(found["who"]) - stems_of(quotes):
            return f"“{found.group()}” does not stand in the cited quotes."
    for pattern in (_REGARDLESS_OF, _ONLY_NAMED):
        said, told = (
            [_telling_words(m["what"]) for m in pattern.finditer(each)] for each in (text, quotes)
        )
        known = frozenset().union(*told)
        for named in said:
            if named and known and not named & known and pattern is _REGARDLESS_OF:
                return "It says “regardless” of something else than the cited quotes."
            if named and known and not named & known and named <= _telling_words(quotes):
                return "It says “only” of something else than the cited quotes."
    return ""


def _telling_words(text: str) -> frozenset[str]:
    return telling_stems(stems_of(text))


def problem_with_question(claim: CitedSentence) -> str:
    """Whether it tells what a trial asked, or somebody requested, as a fact."""
    if _ASKED.search(claim.sentence.words):
        return ""
    quotes = list(claim.quotes())
    if quotes and all(_IS_QUESTION.search(quote.words) for quote in quotes):
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
    rows = (line.split("\t") for line in read_lines("scales.tsv"))
    return tuple((int(rank), re.compile(rf"\b(?:{words})\b")) for rank, words in rows)
