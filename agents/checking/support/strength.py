"""Strength, scope and cause: a sentence must claim no more than its quotes. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from agents.checking.support.population.subject import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_stems, without_bounds
from agents.checking.support.reading.words import read_lines, stems_of, words_without_support

_NO_ADVICE = re.compile(
    r"\bnever (?=had|has|have|received|took|taken|smoked|been|smoker)"
    r"|\b(?:has|have) to (?=turn|look|be looked|be read)"
    r"|\b(?:must|has to|have to|needs? to) (?:not )?be (?=absent|present|at least|at most|above"
    r"|below"
    r"|over|under|between|negative|positive|no |[<>\u2264\u2265\d]|[a-z0-9]+ (?:negative"
    r"|positive)\b)"
    r"|(?<=\bthat the )?\b(?:indication|approval|eligibility|enrol\w+|use|label|criteri(?:a"
    r"|on)|definition|rule|start|limit"
    r"|threshold|entry"
    r"|dose)\b[^,.;]{0,60}\b(?:requires?|demands?|insists? on)\b"
)
"""What is needed for something, or what somebody never had, is no advice."""
_UNIVERSAL = re.compile(
    r"(?<!of )(?<!at )(?<!with )(?<!before )(?<!after )(?<!above )\b(?:all|every"
    r"|any)\b (?!(?:two|three|four|five|six|year|month|week|day|\d)|had\b"
    r"|have\b|were\b|of\b|other\b|the\b|with\b)[a-z]|\beveryone\b"
    r"|\beverybody\b|\balways\b|\bregardless\b|\bthe (?:whole|entire)\b|\bwhatever\b"
    r"|\birrespective\b|\bas often as\b"
    r"|\bas a class\b|\bclass effect\b"
)
_EVERYBODY = re.compile(
    r"\b(?:all|every|any) (?:[\w-]+ )?(?:patients?|women|woman|men|man|people|persons?"
    r"|carriers?|adults?|children)\b(?! (?:had|have|were|in the))|\beverybody\b|\beveryone\b"
)
_ALL = re.compile(r"\b(?:all|every|any|everyone|everybody|each)\b")
_HARDLY_ANY = re.compile(
    r"\b(?:hardly|not|never|no|without|nor|scarcely|barely)(?: [\w-]+){0,4}? any\b"
)
_IN_EITHER_CASE = re.compile(
    r"\b(?:alone or (?:with|in combination|combined|plus|together)|with or without"
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
_ALL_ENROLLED = re.compile(r"\b(?:all|every) (?:[\w-]+ ){0,2}patients? had\b")
"""Who is enrolled by criteria is enrolled by these only."""
_AT_ANY = re.compile(
    r"\b(?:with or without|at any|of any|in any|regardless|whatever|irrespective"
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
_ASKS_FOR = re.compile(
    r"\b(?:asks? (?:for|to)\b|calls? for\b(?! (?:an? )?(?:discussion|consideration)\b)"
    r"|needs? (?!no\b))"
)
_FOR_GOOD = re.compile(r"\b(?:discontinued permanently|permanently discontinued|contraindicated)\b")
"""An instruction that leaves no choice."""
_CONDITIONAL = re.compile(r"\b(?:where|when|if) (?:[^,;.]{3,160}) (?:is|are) [a-z]+,")
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
)
"""What is not done must not be done."""
_PASSIVE = re.compile(r"(?:is|are) (?:not )?[a-z]+")
_RATHER = re.compile(r"\bprefer\w* [^.;]{3,60} (?:to|over|rather than) ")
_CONTRAST = re.compile(r"\b(?:not|rather than|instead of|over) (?:an? )?[\w-]{3,}")
"""Advice for one thing and against another prefers the one to the other."""
_MAY_CAUSE = re.compile(r"\b(?:can|may|might|could|possibly) (?:\w+ )?$")
_RISK = re.compile(r"\b(?:risks?|because of|due to|associated|warns?|warning)\b")
_ALONE = re.compile(r"\b(?:alone|monotherapy|by itself|single agent|on its own)\b")
_CAUSES = re.compile(
    r"\b(?:caus(?:e|es|ed|ing)|determin(?:es|ed)|prov(?:e|es|ed|en)(?! by\b)"
    r"|(?<!to )prevent(?:s|ed)?"
    r"|cur(?:e"
    r"|es|ed)"
    r"|guarantee\w*|eliminat\w+|abolish\w*|ensures?|driv(?:es|en|ing)"
    r"|(?<!should )(?<!must )leads? to|results? in"
    r"|because of its)\b"
)
_MAKES = re.compile(r"\b(?:made|makes?|confer\w*|induc\w+|because|brought about)\b")
_SINGLY = re.compile(r"\b(?:only|solely|single|exclusively|one drug)\b")
_JOINED = re.compile(r"\b(?:plus|combin\w*|together|added|adding)\b")
_ONE_CASE = re.compile(
    r"\b(?:an?|one|single|the|this|that) (?:[a-z0-9]+ ){0,2}(?:patient|man|woman|child|case|boy"
    r"|girl)\b"
    r"|\b(?:case report|anecdot\w+|(?:she|he) (?:had|has|was|responded))\b"
)
_MANY = re.compile(
    r"\b(?:patients|women|men|people|children|should|may|must|recommend\w*|advis\w+"
    r"|(?:when|if|where) an? (?:patient|woman|man|child)|asco|esmo|nccn|cpic|fda)\b"
)
_PLURAL = re.compile(
    r"\b(?:patients|women|men|people|children|[a-z]+omas|tumou?rs|cancers|trials?)\b"
)
_REASON = re.compile(
    r"\b(?:because|due to|owing to|through|by (?=[a-z]{3,15}ing\b))(?P<reason>[^,;.()]{3,90})"
)
BEFORE_CAUSE = 24
"""Characters before a cause in which "not" or "may" stands. Chosen by hand."""
STRANGE_IN_A_REASON = 2
"""Words of a reason that no source knows: one may be a synonym. Chosen by hand."""
_CELLS = re.compile(
    r"\b(?:cell lines?|(?<!small )(?<!squamous )(?<!renal )(?<!germ )(?<!large )(?<!clear )"
    r"(?<!plasma )(?<!blood )(?<!basal )(?<!hairy )(?<!mast )(?<!ring )(?<!transitional )"
    r"(?<!\bb )(?<!\bt )(?<!stem )(?<!merkel )cells?(?!/)|in vitro|preclinical(?:ly)?|mice|mouse"
    r"|animals?|rats?|xenograft\w*|laborator\w+)\b"
)
_LABORATORY = re.compile(
    r"\b(?:(?:in|of|on) (?:[\w-]{1,30} ){0,3}(?:cells?|cell lines?|mice|mouse|animals?|rats?)"
    r"|cell lines?"
    r"|cells (?:with|that|were|are|of)|cells,|in vitro|preclinical(?:ly)?|xenograft\w*"
    r"|laborator\w+)\b"
)
_PEOPLE = re.compile(r"\b(?:patients?|women|men|people|clinical(?:ly)?|she|he)\b")
_RESTRICTING = re.compile(
    r"\b(?:(?<!not )only(?! (?:as|at|about|one|two|three|weakly|slightly|moderately|partly"
    r"|little|minor)\b)(?! [\d~])|solely|exclusively"
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
_ONLY_IF = re.compile(
    r"\bonly (?:if|when|where|after|once|in case|for (?:those|patients)|with|in)\b"
)
_IF = re.compile(r"\b(?:if|when|where|after|once|in case|provided|who|whose|needs?|requires?)\b")
"""A condition: "allowed when …" is "only if …"."""
_ASKED = re.compile(
    r"\b(?:ask(?:s|ed)?|whether|aim(?:s|ed)?|designed to|objective|investigat\w+|request\w*"
    r"|hypothes\w+|plan(?:s|ned)?|will|expected|to predict|to assess|look up|to determine"
    r"|evaluat\w+|orientation|unconfirmed|deserves?|warrants?|remains? to"
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
_IS_QUESTION = re.compile(
    r"\b(?:ask(?:s|ed)? whether|(?:determine|assess|test|see|evaluate|examine) whether"
    r"|(?:aim|objective|purpose|goal)s? of [a-z0-9 ,-]{3,60} (?:was|is|were) to"
    r"|asked [a-z]+ for|aim(?:s|ed)? (?:to|at)|designed to"
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
    if any(_INSTRUCTS.search(q.words) or _ASKS_FOR.search(q.words) for q in claim.quotes()):
        told = max(told, 3)
    if any(_STARTS.search(q.words) for q in claim.quotes()):
        told = max(told, 3)
    told_firmly = (_INSTRUCTS_NOT, _ASKS_FOR, _FOR_GOOD, _ORDERS)
    if any(pattern.search(quote) for pattern in told_firmly for quote in quotes):
        told = max(told, 5)
    if said == 4 and told == 3 and _RATHER.search(claim.sentence.words):
        told = 4 if any(_CONTRAST.search(quote.words) for quote in claim.quotes()) else told
    optional = any(_OPTIONAL.search(quote.words) for quote in claim.quotes())
    if said == 3 and told < 2 and not optional and _PASSIVE.fullmatch(word):
        return ""  # an instruction in other words than "women use", "is injected"
    if said >= 3 and said > max(told, 2 if said == 3 and told == 2 else 1):
        return f"“{word}” says more than the cited quotes do."
    return ""


def problem_with_scope(claim: CitedSentence) -> str:
    """Whether it says "all" or "only" where its quotes do not."""
    text, quotes = claim.sentence.words, " ".join(q.words for q in claim.quotes())
    text = _ALL_ENROLLED.sub(" ", _HARDLY_ANY.sub(" ", text))
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
    for pattern in (_REGARDLESS_OF, _ONLY_NAMED):
        said, told = (
            [_telling(m["what"]) for m in pattern.finditer(each)] for each in (text, quotes)
        )
        known = frozenset().union(*told)
        for named in said:
            if named and known and not named & known and pattern is _REGARDLESS_OF:
                return "It says “regardless” of something else than the cited quotes."
            if named and known and not named & known and named <= _telling(quotes):
                return "It says “only” of something else than the cited quotes."
    return ""


def _telling(text: str) -> frozenset[str]:
    return telling_stems(stems_of(text))


def problem_with_cause(claim: CitedSentence) -> str:
    """Whether it tells a cause where its quotes tell what was seen, a drug alone where they tell
    of a combination, or of patients what was seen in cells."""
    text, quotes = claim.sentence.words, " ".join(q.words for q in claim.quotes())
    for pattern in (_CAUSES, _ALONE):
        if (found := pattern.search(text)) and not pattern.search(quotes):
            before = text[max(0, found.start() - BEFORE_CAUSE) : found.start()]
            if pattern is _ALONE and (_SINGLY.search(quotes) or not _JOINED.search(quotes)):
                continue
            if found.group().startswith(("caus", "lead", "result")) and _MAKES.search(quotes):
                continue
            if DENIAL.search(before) or (_MAY_CAUSE.search(before) and _RISK.search(quotes)):
                continue
            return f"“{found.group()}” does not stand in the cited quotes."
    in_cells = all(_CELLS.search(q.words) and not _PEOPLE.search(q.words) for q in claim.quotes())
    if in_cells and _PEOPLE.search(text) and not _LABORATORY.search(text):
        return "The cited quotes are on cells, not on patients."
    return ""


def problem_with_single_case(claim: CitedSentence) -> str:
    """Whether it tells of patients what was seen in one."""
    single = all(_ONE_CASE.search(q.words) and not _MANY.search(q.words) for q in claim.quotes())
    if (
        single
        and not _ONE_CASE.search(claim.sentence.words)
        and _PLURAL.search(claim.sentence.words)
    ):
        return "The cited quotes tell of a single patient."
    return ""


def problem_with_reason(claim: CitedSentence) -> str:
    """Whether it gives a reason or a mechanism that none of its sources gives."""
    told = [claim.asked.words] if is_on_the_patient(claim) and claim.asked.words.strip() else []
    told += [f"{source.quote.words} {source.about.words}" for source in claim.sources]
    for found in _REASON.finditer(claim.sentence.words):
        strange = words_without_support(found["reason"], " ".join(told))
        if len(strange) >= STRANGE_IN_A_REASON:
            return f"“{found.group().strip()}” does not stand in the cited quotes."
    return ""


def problem_with_question(claim: CitedSentence) -> str:
    """Whether it tells what a trial asked, or somebody requested, as a fact."""
    if _ASKED.search(claim.sentence.words):
        return ""
    quotes = list(claim.quotes())
    if quotes and all(_IS_QUESTION.search(quote.words) for quote in quotes):
        return "The cited quotes only ask this."
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
