"""Causes, mechanisms and judgements that a sentence tells and its quotes do not. Pure."""

from __future__ import annotations

import re

from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, clauses
from agents.checking.support.reading.words import words_without_support

_MAY_CAUSE = re.compile(r"\b(?:can|may|might|could|possibly) (?:\w+ )?$")
_RISK = re.compile(r"\b(?:risks?|because of|due to|associated|warns?|warning)\b")
_ALONE = re.compile(r"\b(?:alone|monotherapy|by itself|single agent|on its own)\b")
_EACH = re.compile(r"\b(?:either|each|one)\b[^,;.]{0,40}$")
_CAUSES = re.compile(
    r"\b(?:caus(?:e|es|ed|ing)(?! (?:fewer|more|less)\b)|determin(?:es|ed)"
    r"|prov(?:e|es|ed|en)(?! by\b)|(?<!to )prevent(?:s|ed)?"
    r"|cur(?:e"
    r"|es|ed)"
    r"|shorten(?:s|ed)(?= (?:the )?(?:life|lives)\b)|harm(?:s|ed)|damag(?:es|ed)"
    r"|guarantee\w*|eliminat\w+|abolish\w*|ensures?|driv(?:es|en|ing)"
    r"|(?<!should )(?<!must )leads? to|results in(?! (?:an? |the )?[a-z]+ (?:of|from)\b)"
    r"|result(?:ed|ing) in"
    r"|because of its)\b"
)
_MAKES = re.compile(r"\b(?:made|makes?|confer\w*|induc\w+|because|brought about)\b")
_SINGLY = re.compile(r"\b(?:only|solely|single|exclusively|one drug)\b")
_JOINED = re.compile(r"\b(?:plus|combin\w*|together|added|adding)\b")
_EACH_WITH = re.compile(
    r"\b(?:each|both|all|either)(?: arms?| groups?| given)? (?:with|plus|combined with|on top of"
    r"|added to)\b"
)
"""What all arms had beside: "7.8 months with A and 5.6 with placebo, each with B"."""
_ONE_CASE = re.compile(
    r"\b(?:an?|one|single|the|this|that) (?:[a-z0-9]+ ){0,2}(?:patient|man|woman|child|boy|girl"
    r"|case(?! (?:control|series|mix|load|by)))\b"
    r"|\b(?:case report|anecdot\w+|(?:she|he) (?:had|has|was|responded))\b"
)
_MANY = re.compile(
    r"\b(?:patients|women|men|people|children|should|may|must|recommend\w*|advis\w+"
    r"|(?:when|if|where) an? (?:patient|woman|man|child)|asco|esmo|nccn|cpic|fda)\b"
)
_USUALLY = re.compile(r"\b(?:usually|typically|generally|commonly|often|regularly|mostly)\b")
_PLURAL = re.compile(
    r"\b(?:patients|women|men|people|children|[a-z]+omas|tumou?rs|cancers|trials?)\b"
)
_REASON = re.compile(
    r"\b(?:because|due to|owing to|through|by (?=[a-z]{3,15}ing\b))(?P<reason>[^,;.()]{3,90})"
)
_MECHANISM = re.compile(
    r"\b(?:through|via|by way of) (?P<by>[a-z-]{6,30})\b(?! (?:week|month|day|year)s?\b)"
)
"""A way in which one thing is said to bring about another."""
_BECAUSE = re.compile(r"because (?!of\b)")
_GIVES_REASON = re.compile(
    r"\b(?:because|since|due to|owing to|as it|as they|so that|thus|therefore|hence|leads?|led"
    r"|causes?|caused|by [a-z]+ing|so)\b"
)
_CHANGES = re.compile(
    r"\b(?:prolongs?|prolonged|lengthens?|lengthened|shortens?|shortened|improves"
    r"|improved(?= [a-z])"
    r"|worsens|raises|lowers|increases(?= (?:the )?(?:risk|surviv\w+|chance))"
    r"|reduces(?= (?:the )?(?:risk|surviv\w+|recurrence|mortality))|protects?)\b"
)
_TOGETHER = re.compile(
    r"\b(?:associat\w+|correlat\w+|predict\w+|linked|prognostic|independent(?:ly)? (?:factors?"
    r"|predictors?)|relat(?:ed|ion\w*)|goes along|go along|had (?:a )?(?:longer|shorter|better"
    r"|worse))\b"
)
"""What is seen together, of which none need cause the other."""
_EFFECT = re.compile(
    r"\b(?:randomi[sz]\w+|versus placebo|(?<!with )(?:significantly )?(?:prolonged|lengthened"
    r"|reduced|improved"
    r"|increased|lowered|raised)(?= (?:the )?(?:[a-z]+ )?(?:risk|surviv\w+|recurrence|progression"
    r"|overall|median|mortality))|prolongs?|lengthens?|improves|reduces|raises|lowers|increases"
    r"|protects?|benefit\w*)\b"
)
_BETTER = re.compile(
    r"\b(?:(?:better|worse|best|more|less|least|most) (?:well )?(?:tolerated|effective|toxic|active"
    r"|potent|safe|convenient|suitable|attractive|promising|reliable|accurate)|safer|safest|weaker"
    r"|stronger|superior|inferior|milder|fits (?:[a-z]+ ){1,3}best|works best|is best|(?:better"
    r"|worse)"
    r" than)\b"
)
_CHOSEN = re.compile(
    r"\b(?:most effective|most active|(?:better|best|obvious|clear|right) (?:choice|option)"
    r"|preferable|works best|is best|best of (?:the|these|all)"
    r"|(?:is|as|remains|becomes) (?:the |a )?(?:new |gold )?standard(?: of care)?(?= (?:after|in"
    r"|for|treatment|therapy|option|here)\b|[.,;]|$)|treatment of choice)(?![a-z])"
)
_PREFERS = re.compile(
    r"\b(?:prefer\w*|best|most|greatest|superior|recommend\w*|advis\w*|first choice|better"
    r"|standard|of choice"
    r"|rather than)\b"
)
_COMPARATIVE = re.compile(
    r"\b(?:than|better|best|worse|worst|safer|superior|inferior|versus|vs|against|compared"
    r"|prefer\w*|(?:more|less|most|least) [a-z]+|higher|lower\w*|severity"
    r"|longer|shorter|greater|fewer|milder"
    r"|stronger|weaker|favou?r\w*|improv\w+|reduc\w+|increas\w+|gain\w*|differ(?:ed|s)? by)\b"
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
_RESERVE = re.compile(
    r"\b(?:probably|possibly|perhaps|may|might|could|(?:seems?|appears?) to|suggests? that)"
    r"(?: [a-z]+){0,2} $"
)
_RESPONSE = re.compile(r"\b(?:respon[ds]\w*|resist\w*|sensitiv\w*|benefit\w*)\b")
_PEOPLE = re.compile(r"\b(?:patients?(?! derived)|women|men|people|clinical(?:ly)?|she|he)\b")


def problem_with_cause(claim: CitedSentence) -> str:
    """Whether it tells a cause where its quotes tell what was seen, a drug alone where they tell
    of a combination, or of patients what was seen in cells."""
    text, quotes = claim.sentence.words, " ".join(q.words for q in claim.quotes())
    for pattern in (_CAUSES, _ALONE):
        if (found := pattern.search(text)) and not pattern.search(quotes):
            before = text[max(0, found.start() - BEFORE_CAUSE) : found.start()]
            if pattern is _ALONE and (
                _SINGLY.search(quotes) or not (_JOINED.search(quotes) or _EACH_WITH.search(quotes))
            ):
                continue
            if pattern is _ALONE and _is_an_arm_alone(text[: found.start()], quotes):
                continue
            if found.group().startswith(("caus", "lead", "result")) and _MAKES.search(quotes):
                continue
            if DENIAL.search(before) or (_MAY_CAUSE.search(before) and _RISK.search(quotes)):
                continue
            return f"“{found.group()}” does not stand in the cited quotes."
    if problem := _problem_with_association(text, claim):
        return problem
    in_cells = all(_CELLS.search(q.words) and not _PEOPLE.search(q.words) for q in claim.quotes())
    in_cells = in_cells or _is_seen_in_cells(text, quotes)
    if in_cells and _PEOPLE.search(text) and not _LABORATORY.search(text):
        return "The cited quotes are on cells, not on patients."
    return ""


def _is_seen_in_cells(text: str, quotes: str) -> bool:
    """Whether it tells an effect that the quotes tell in clauses on cells only."""
    if not _RESPONSE.search(text):
        return False
    told = [part for part in clauses(quotes) if _RESPONSE.search(part)]
    return bool(told) and all(_CELLS.search(p) and not _PEOPLE.search(p) for p in told)


def _is_an_arm_alone(before: str, quotes: str) -> bool:
    """Whether the quotes name what is said to be given alone as an arm, joined to nothing: "78.9%
    on tamoxifen"; "either drug alone" is one of them."""
    what = before.split()[-1:]
    if _EACH_WITH.search(quotes):
        return False
    if not what or _EACH.search(before):
        return bool(what)
    arm = re.compile(
        rf"(?<!together )(?<!combined )(?<!combination )(?<!paired )\b(?:with|on|of|than|versus|vs"
        rf"|against|from) {re.escape(what[0])}\b(?! (?:plus|with|and|combined|together|in comb))"
    )
    return bool(arm.search(quotes))


def _problem_with_association(text: str, claim: CitedSentence) -> str:
    """Whether it says that one thing changes another where its quotes only see both together."""
    found = _CHANGES.search(text)
    if found is None or _TOGETHER.search(text) or DENIAL.search(text):
        return ""
    if _RESERVE.search(text[: found.start()]):
        return ""  # "probably lengthens life" infers with caution
    quotes = [quote.words for quote in claim.quotes()]
    if all(_TOGETHER.search(each) for each in quotes) and not any(map(_EFFECT.search, quotes)):
        return f"“{found.group()}” says more than the cited quotes do."
    return ""


def problem_with_judgement(claim: CitedSentence) -> str:
    """Whether it calls one thing better than another where its quotes compare nothing."""
    chosen = _CHOSEN.search(claim.sentence.words)
    told = " ".join(f"{each.quote.words} {each.about.words}" for each in claim.sources)
    if chosen and not _PREFERS.search(told) and not DENIAL.search(claim.sentence.words):
        return f"“{chosen.group()}” does not stand in the cited quotes."
    found = _BETTER.search(claim.sentence.words)
    if found is None or DENIAL.search(claim.sentence.words[: found.start()]):
        return ""
    for quote in claim.quotes():
        units = [f.unit for f in quote.figures if not f.is_bound]
        if _COMPARATIVE.search(quote.words) or len(units) > len(set(units)):
            return ""
    if any(_COMPARATIVE.search(s.about.words) for s in claim.sources) or claim.sentence.figures:
        return ""
    return f"“{found.group()}” does not stand in the cited quotes."


def problem_with_single_case(claim: CitedSentence) -> str:
    """Whether it tells of patients what was seen in one."""
    single = all(_ONE_CASE.search(q.words) and not _MANY.search(q.words) for q in claim.quotes())
    if (
        single
        and not _ONE_CASE.search(claim.sentence.words)
        and (_PLURAL.search(claim.sentence.words) or _USUALLY.search(claim.sentence.words))
    ):
        return "The cited quotes tell of a single patient."
    return ""


def problem_with_reason(claim: CitedSentence) -> str:
    """Whether it gives a reason or a mechanism that none of its sources gives."""
    told = [claim.asked.words] if is_on_the_patient(claim) and claim.asked.words.strip() else []
    told += [f"{source.quote.words} {source.about.words}" for source in claim.sources]
    for found in _REASON.finditer(claim.sentence.words):
        strange = words_without_support(found["reason"], " ".join(told))
        plain = not any(_GIVES_REASON.search(each) for each in told)
        if len(strange) >= (1 if plain and _BECAUSE.match(found.group()) else STRANGE_IN_A_REASON):
            return f"“{found.group().strip()}” does not stand in the cited quotes."
    for found in _MECHANISM.finditer(claim.sentence.words):
        if words_without_support(found["by"], " ".join(told)):
            return f"“{found.group()}” does not stand in the cited quotes."
    return ""
