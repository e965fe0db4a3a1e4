"""Scope: "all", "any", "regardless" and "only" must stand in a quote. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import (
    DENIAL,
    denied_stems,
    telling_words,
    without_bounds,
)
from agents.checking.support.reading.words import stems_of

_UNIVERSAL = re.compile(
    r"(?<!of )(?<!at )(?<!over )(?<!with )(?<!before )(?<!after )(?<!above )\b(?:all|every"
    r"|any)\b (?!(?:in all\b|more|longer|went|second|third|two|three|four|five|six|seven|eight|nine"
    r"|ten|year|month|week|day|\d)|had\b|have\b|were\b|of\b|other\b|the\b|with\b)[a-z]|\beveryone\b"
    r"|\beverybody\b|\balways\b|\b(?:of all|at all|at any|of any|whatever) ages?\b"
    r"|\bwith all (?:[\w-]+ ){0,3}(?:inhibitors|inducers"
    r"|drugs|agents|tumou?rs|cancers)\b|\bregardless\b|\bwherever\b|\bthe (?:whole|entire)\b"
    r"|\bas a whole\b|\bin the overall population\b"
    r"|\bwhatever\b|\birrespective\b|(?<!twice )(?<!times )(?<!half )\bas often as\b"
    r"|\bas a class\b|\bclass effect\b|\b(?:for )?as long as (?:[a-z]+ ){1,3}(?:is|are) (?:taken"
    r"|given|used|continued)\b|\bat all times\b|\bthroughout (?:the )?(?:whole )?(?:treatment"
    r"|therapy)\b|\bindefinitely\b|\blifelong\b|\bfor life\b"
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
    r"\b(?:with or without|whether or not|(?:at|in) every|at any|of any|in any"
    r"|regardless|whatever|irrespective"
    r"|or not(?! [a-z]{3,}|[,.;]))\b"
)
_RESTRICTING = re.compile(
    r"\b(?:(?<!not )only(?! (?:as|at|about|one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|half|hal[fv]\w*|a few|some|weakly|slightly|moderately|partly|little"
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
_ONLY_LIMIT = re.compile(
    r"\bonly (?:with|in|for|if|when|from|above|below) (?:[a-z]+ ){0,6}?(?:at least |at most |≥ ?"
    r"|≤ ?"
    r"|> ?|< ?)\d"
)
"""A limit of a rule, which the numbers are held against."""
_IF = re.compile(r"\b(?:if|when|where|after|once|in case|provided|who|whose|needs?|requires?)\b")
"""A condition: "allowed when …" is "only if …"."""
_ANY_ABOVE = re.compile(
    r"\bany (?:[a-z]+ ){0,3}?(?:above|over|beyond|elevation|rise|increase|excess)\b"
)
_ABOVE = re.compile(r"\b(?:above|over|exceed\w*|beyond)\b|>")
"""Any value above a limit is what the limit says."""
_WHATEVER_THE = re.compile(
    r"\b(?:whatever|regardless of|irrespective of|no matter) (?:the |its |their )?"
    r"(?P<what>[a-z0-9]+)"
)


def _word_that_says_more(found: str) -> str:
    """The word that says more, with the article before it: "the" alone tells nobody anything."""
    first, _, rest = found.partition(" ")
    return f"{first} {rest.split()[0]}" if rest and first in ("the", "a", "an") else first


def problem_with_scope(claim: CitedSentence) -> str:
    """Whether it says "all" or "only" where its quotes do not."""
    text, quotes = claim.sentence.words, " ".join(q.words for q in claim.quotes())
    text = _ALL_ENROLLED.sub(" ", _HARDLY_ANY.sub(" ", text))
    denied = denied_stems(quotes)
    text = _NO_FOR_ANY.sub(lambda m: " " if stems_of(m["what"]) <= denied else m.group(), text)
    text = _ANY_ABOVE.sub(" ", text) if _ABOVE.search(quotes) else text
    text = _WHATEVER_THE.sub(
        lambda m: " " if re.search(rf"\b(?:any|all) {re.escape(m['what'])}", quotes) else m.group(),
        text,
    )
    names = frozenset().union(*(quote.names for quote in claim.quotes()))
    in_both = any(pair <= names for pair in _BOTH)
    if (found := _EVERYBODY.search(text)) and not _ALL.search(quotes):
        return f"“{_word_that_says_more(found.group())}” says more than the cited quotes do."
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
            return f"“{_word_that_says_more(found.group())}” says more than the cited quotes do."
    quotes = without_bounds(quotes)
    if DENIAL.search(without_bounds(text)) or _LEVEL.search(text):
        return ""
    text = _ONLY_IF.sub(" ", text) if _IF.search(quotes) else text
    text = _ONLY_LIMIT.sub(" ", text)
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
            [telling_words(m["what"]) for m in pattern.finditer(each)] for each in (text, quotes)
        )
        known = frozenset().union(*told)
        for named in said:
            if named and known and not named & known and pattern is _REGARDLESS_OF:
                return "It says “regardless” of something else than the cited quotes."
            if named and known and not named & known and named <= telling_words(quotes):
                return "It says “only” of something else than the cited quotes."
    return ""
