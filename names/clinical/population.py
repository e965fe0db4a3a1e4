"""Who: age, sex, menopause, pregnancy, performance status."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from names.clinical.disease.performance_status import read_performance_status
from names.clinical.grammar.bounds import Bounds, read_bounds
from names.clinical.grammar.polarity import polarity_at
from names.clinical.grammar.requirements import is_beside_requirement
from names.clinical.organs.menopause import MENOPAUSE
from names.clinical.treatment.agents import find_agents
from names.clinical.values import FoundValue, Population
from names.patterns.filtered import FilteredPattern, filtered_pattern

AGE = filtered_pattern(
    r"(?i)\b(?P<age>\d{1,3})\s?-?\s?(?:y/?o\b|yo\b|y\.\s?o\b\.?|y-o\b|y(?=\s?[fm]\b)"
    r"|yrs?[\s-]?old|years?[\s-]olds?|-?year-?olds?"
    r"|yrs?\b(?=\s(?:man|woman|male|female|old|patient))|y\b(?=\s(?:old|man|woman|male|female"
    r"|pt)|\s?[-–,.;()]|\s\d{2,3}\s?kg|$))"
    r"|(?<!\d[.,])\b(?P<short>\d{2})\s?(?P<letter>[FM])\b(?=[\s,.;:)]|$)"
    r"|(?<![\w-])(?-i:(?P<before>[FM]))\s?(?P<behind>(?!18\b)[1-9]\d)(?![\w%/.+-])"
    r"|(?P<sign>[♀♂])\s?(?P<signed>[1-9]\d)\b|\b(?P<signed2>[1-9]\d)\s?(?P<sign2>[♀♂])"
)
OF_A_PERSON = filtered_pattern(
    r"(?i)\b(?:woman|man|lady|gentleman|gent|female|male|patient|pt)(?:,|\sof|\sis|\saged?)?\s"
    r"(?P<age>[1-9]\d)(?:\s?(?:y|yrs?|years?))?(?=\s?(?:[,.;:)]|$|and\b|with\b|w/|on\b|(?:who"
    r"|wants?|has|had"
    r"|diagnosed|dx|ex-?smoker|never|fit|frail|ECOG|(?-i:PS\b|[A-Z]{2}))))"
    r"|\b(?:s?he|patient|pt)(?:['’]s|\sis|\swas|:)\s(?:actually\s|really\s|only\s)?"
    r"(?P<age2>[1-9]\d)"
    r"(?:\s?(?:y|yrs?|years?))?(?=\s?(?:[,.;:)]|$|and\b|with\b|w/))"
    r"|\b(?P<title>Mrs?|Ms|Miss"
    r"|Mr)\.?\s(?-i:[A-Z])[\w.'’-]{0,20}(?:\s(?-i:[A-Z])[\w.'’-]{0,20})?,?\s"
    r"\(?(?P<age3>[1-9]\d)(?:\s?(?:y|yrs?|years?))?(?=\s?(?:[,.;:)]|$|and\b|with\b|w/))"
    r"|\b(?P<age4>[1-9]\d)\s?(?:yrs?|years?),?\s(?:old\s)?(?=(?:fe)?male\b|[FM]\b|woman\b|man\b"
    r"|and (?:fe)?male\b)"
    r"|\b(?P<age6>[3-9]\d)\s?(?:y|yrs?)\s(?=(?:un)?fit\b|frail\b|(?:pre|peri|post)-?menop|ECOG\b"
    r"|(?-i:PS)\s?[0-4])"
    r"|(?:^|[,;.(]\s)(?P<age5>[2-9]\d),?\s(?=(?:pre|peri|post)-?\s?menop)"
)
"""An age without the word for it, beside the word for a person."""
AGED = filtered_pattern(
    r"(?i)\b(?:aged?|age(?: of)?:?)\s(?:is\s|of\s)?(?=(?:\d|[<>≤≥]|between|from|at least|over|under"
    r"|less|more|up to|older|younger|below|above))"
)
AGE_RANGE = filtered_pattern(
    r"(?i)\b(?P<aged>aged? )?(?P<from>from )?(?P<age>\d{1,2})(?:\s?(?:to|-|–)\s?(?P<to>\d{1,2}))?"
    r"\s(?:years?|yrs?)\b(?P<of> of age)?"
    r"(?P<tail>\s(?:and|or) (?:older|over|above|younger|under)\b)?(?P<of2> of age)?"
)
OVER = filtered_pattern(
    r"(?i)\b(?P<word>over|above|older than|under|below|younger than|at least|≥|>|<|≤)\s?"
    r"(?P<age>\d{2})\s?(?:years?|yrs?|y/?o)\b"
)
ADULTS_AND_CHILDREN = filtered_pattern(
    r"(?i)\b(?P<groups>adults?(?: patients)?\s(?:and|or)\s(?:children|pa?ediatric patients"
    r"|adolescents|pa?ediatric)|children\s(?:and|or)\sadults)\b"
)
"""Both groups are everybody; an age beside them ("12 years and older") counts alone."""
LIFE: tuple[tuple[FilteredPattern, Population], ...] = (
    (filtered_pattern(r"(?i)\badults?\b(?! tumou?r)"), Population(age_from=18)),
    (
        filtered_pattern(
            r"(?i)\b(?:children|child(?!['’]?s?[\s\u2010-\u2015−-]{0,3}(?:pugh"
            r"|turcotte)|(?:['’]s)?[\s-][abc]\b)"
            r"|pa?ediatric patients?|infants?|adolescents?|teenagers?"
            r"|pa?ediatric)\b"
        ),
        Population(age_to=17),
    ),
)
OF_A_PARENT = re.compile(
    r"(?i)\b(?:(?:his|her|my|their|whose|last|only|youngest|oldest|eldest|\w{3,20}['’]s)\s"
    r"|(?:has|have|had|with|of)\s(?=(?:an?|one|two|three|four|five|\d|small|young|little)\s)"
    r"|(?:delivered|birth to|carrying|nursing)\s"
    r"|(?:to have|having|wants?|would like|wish(?:es)? for)\s(?:more\s)?|\bas\s)"
    r"(?:(?:an?|one|two|three|four|five|\d|own|small|young|little|baby|last|first|second|youngest|oldest"
    r"|eldest|only|healthy|grown-?up)\s){0,3}$"
)
"""Before a child that somebody has ("her last child", "has two children"), or that the patient once
was: "rash as a child"."""
CHILD = re.compile(r"(?i)boy|girl")
SEX: tuple[tuple[FilteredPattern, Population], ...] = (
    (
        filtered_pattern(
            r"(?i)\b(?:wom[ae]n|females?|lady|ladies|girl|mother|she|her(?!2|\b[\s-]?2))\b"
            r"|(?-i:\bMrs\b|\bMs\b\.?(?= [A-Z]))"
        ),
        Population(sex="female"),
    ),
    (
        filtered_pattern(
            r"\b\d{2}[\s-]?(?:y/?o|y|yrs?|years? old|year-old)[\s,]{0,2}[fF]\b(?![\w-])|♀"
        ),
        Population(sex="female"),
    ),
    (
        filtered_pattern(
            r"\b\d{2}[\s-]?(?:y/?o|y|yrs?|years? old|year-old)[\s,]{0,2}[mM]\b(?![\w²/-])|♂"
        ),
        Population(sex="male"),
    ),
    (
        filtered_pattern(
            r"(?i)(?<!wo)(?<!fe)\b(?:m[ae]n|males?|gentleman|gent|boy|he|his|him)\b(?!-)"
            r"|(?-i:\bMr\b\.?(?= [A-Z]))"
        ),
        Population(sex="male"),
    ),
)
_PREGNANCY_TEST = (
    r"(?:(?:urine |serum )?preg(?:nancy)? test|UPT|(?:urine |serum )?(?:beta|[bβ])?[ -]?hCG)"
)
PREGNANCY: tuple[tuple[FilteredPattern, Population], ...] = (
    (
        filtered_pattern(
            r"(?i)\bpregnan(?:t|cy)\b(?! test)|\bpreg\b(?!-)|\bgravid\b|(?-i:\bIUP\b)"
            r"|(?-i:\bG\d\s?P\d\b)(?=[,\s]{1,2}(?:at )?\d{1,2}\s?(?:w|/40))"
            r"|\b(?:[1-3]?\d|4[0-2])(?:\+\d)?/40\b"
            r"|\b\d{1,2}\s?(?:wks?|weeks?|w)(?: of)?\s(?:gestation|GA)\b"
            r"|\bgestation(?:al age)?[\s:]{1,2}\d{1,2}\b"
            r"|\bgestational (?:(?:breast )?(?:ca|cancer|carcinoma)|BC|melanoma|lymphoma)\b"
            r"|\b(?:1st|2nd|3rd|first|second|third|early|late|mid)[\s-]trim(?:ester)?s?\b(?! of )"
            r"|\bexpecting(?= (?:an? )?(?:baby|child|twins)\b|,? \(?\d{1,2}\s?(?:w|/40))"
        ),
        Population(pregnancy="pregnant"),
    ),
    (
        filtered_pattern(
            rf"(?i)\bpos(?:itive)? {_PREGNANCY_TEST}\b"
            rf"|\b{_PREGNANCY_TEST}(?: (?:is|was|has come back|came back|comes back|today|now)|:)?"
            r"(?: (?:pos(?:itive)?\b|\+ve\b)|\s?\+(?!\w))"
        ),
        Population(pregnancy="pregnant"),
    ),
    (
        filtered_pattern(
            r"(?i)\b(?:breast[\s-]?feed(?:s|ing)|lactating|lactation"
            r"|(?-i:BF)(?= (?:mother|mom|mum))"
            r"|nursing (?:mothers?|woman|women|patients?)|(?:feeds|nurses|nursing) (?:the|her) "
            r"(?:baby|child|infant|newborn))\b"
        ),
        Population(pregnancy="breastfeeding"),
    ),
    (
        filtered_pattern(
            r"(?i)\b(?:miscarried|had a miscarriage|(?<!drug )(?<!be )(?<!is )(?<!was )delivered(?="
            r" (?:yesterday|vaginally|(?:the|her|a) (?:baby|child|twins)"
            r"|(?:last|this|\d{1,2}|two|three|four|six|a) (?:few )?(?:week|day|month)s?))"
            r"|gave birth|given birth|post-?\s?partum|after (?:the )?(?:delivery|birth)"
            r"|(?:had|has had) (?:the|her) baby)\b"
        ),
        Population(pregnancy="not pregnant"),
    ),
    (
        filtered_pattern(
            r"(?i)\b(?:pregnancy tests?|preg test|UPT)\s?[:=(]?\s?"
            r"(?:(?:is|was|today|urine|serum)\s){0,2}"
            r"(?:neg(?:ative|\.)?\b|-(?=\s?(?:[,.;)\n]|$)))"
        ),
        Population(pregnancy="not pregnant"),
    ),
)
"""The pregnant state; "20/40" are weeks of it."""
WISH = re.compile(
    r"(?i)(?:\b(?:wish(?:es|ing)?|want(?:s|ing)?|would like|hop(?:es?|ing)|tr(?:y|ies|ying)|able"
    r"|desires?|plan(?:s|ning)?|keen|unable)(?: for| to)?|avoid(?:ing)?|prevent(?:ing)?|before"
    r"|(?<!may )(?:become|\bget|\bfall)|becoming|getting|falling)\s"
    r"(?:a\s|(?:be|become|get|fall)\s)?$"
)
"""Before a pregnancy that there is not, or not yet: "she wants to get pregnant"."""
OLDEST = 115
"""A larger number is no age. Chosen by hand."""


def read_population(text: str) -> tuple[FoundValue, ...]:
    """Who the text speaks of, one value for each thing it tells, ordered by place."""
    found = [*_ages(text), *_find_ages(text), *read_performance_status(text), *_pregnancy(text)]
    joint = {
        place
        for match in ADULTS_AND_CHILDREN.finditer(text)
        for place in range(*match.span("groups"))
    }
    for table in (LIFE, SEX, MENOPAUSE):
        for pattern, value in table:
            found += [
                FoundValue(value, *match.span())
                for match in pattern.finditer(text)
                if polarity_at(text, *match.span()) != "absent"
                and match.start() not in joint
                and not _is_of_a_parent(text, match.start(), value)
            ]
    return tuple(sorted(set(found), key=lambda each: (each.start, each.end, repr(each.value))))


def _is_of_a_parent(text: str, start: int, value: Population) -> bool:
    """Whether a child is one that the patient has."""
    before = OF_A_PARENT.search(text, max(0, start - 30), start)
    return before is not None and (value.age_to is not None or bool(CHILD.match(text, start)))


def _ages(text: str) -> Iterator[FoundValue]:
    matches = list(AGE.finditer(text))
    ends = [agent.end for agent in find_agents(text)] if matches else []
    told: set[int] = set()
    for match in matches:
        place = next(name for name in AGES if match[name])
        age = float(match[place])
        if age > OLDEST or _is_time_on_drug(text, match, ends):
            continue
        told.add(match.start(place))
        yield FoundValue(Population(age_from=age, age_to=age), *match.span())
        letter = match["letter"] or match["before"] or match["sign"] or match["sign2"]
        if letter:
            female = letter.upper() in "F♀"
            yield FoundValue(Population(sex="female" if female else "male"), *match.span())
    for match in OF_A_PERSON.finditer(text):
        place = next(name for name in PERSON_AGES if match[name])
        if match.start(place) not in told and not is_beside_requirement(text, match.start()):
            age = float(match[place])
            yield FoundValue(Population(age_from=age, age_to=age), *match.span(place))


AGES = ("age", "short", "behind", "signed", "signed2")
PERSON_AGES = ("age", "age2", "age3", "age4", "age5", "age6")
"""Groups of :data:`AGE` and :data:`OF_A_PERSON` that hold the years."""
OUTCOME = re.compile(
    r"(?:(?:OS|[A-Za-z]?[DPERM]FS|survival|rate)(?:\s(?:at|after))?[\s:,]{1,2}"
    r"|\b(?:smoker|smoking|remission|free|m?CR|PR|NR|SD|NED)\s)$"
)
"""Before the years after which an outcome was measured, or which something lasted: "iDFS 3y"."""
ADULT = 18
BARE_YEARS = re.compile(r"\d\s?y$")
OF_WHOM = re.compile(
    r"(?i)(?:^|[,.;:(\n]\s{0,2}|\b(?:pt|patient|child|boy|girl|pe?ds|pa?ediatric|aged?|an?"
    r"|with)\s)$"
)
"""Before the age of a child that is told as "3 y": behind other words it is a time ("SSA 3y")."""
SINCE = re.compile(r"[\s,:(~]{0,3}(?:(?:for|x|of|about|over)\s?)?")
"""What stands between a drug and the time that it was given."""


def _is_time_on_drug(text: str, match: re.Match[str], ends: Sequence[int]) -> bool:
    """ "Osimertinib 14m", "letrozole for 2y": months or years of a treatment, nobody's age.

    ``ends``: where the drugs of the text end, in their order."""
    if match.group().rstrip().lower()[-1] not in "my" or match["before"]:
        return False
    before = max(0, match.start() - 14)
    if OUTCOME.search(text, before, match.start()):
        return True
    if match["age"] and float(match["age"]) < ADULT and BARE_YEARS.search(match.group()):
        return not OF_WHOM.search(text, before, match.start())
    known = bisect_right(ends, match.start())
    return known > 0 and bool(SINCE.fullmatch(text, ends[known - 1], match.start()))


def _find_ages(text: str) -> Iterator[FoundValue]:
    for match in AGED.finditer(text):
        bounds = read_bounds(text, match.end(), lead=False)
        if AGE_RANGE.regex.match(text, match.start()):
            continue
        if bounds and not IN_MONTHS.match(text, bounds.end) and _oldest(bounds) <= OLDEST:
            value = Population(age_from=bounds.low, age_to=bounds.high)
            yield FoundValue(value, match.start(), bounds.end)
    for match in MONTHS_OLD.finditer(text):
        years = int(match[1]) / 12
        yield FoundValue(Population(age_from=years, age_to=years), *match.span())
    limits = {match.start("age") for match in OVER.finditer(text)}
    for match in AGE_RANGE.finditer(text):
        if match.start("age") in limits:
            continue
        if match["tail"] or match["of"] or match["aged"]:
            yield FoundValue(_age_range(match), *match.span())
    for match in OVER.finditer(text):
        age, word = float(match["age"]), match["word"].lower()
        younger = word in {"under", "below", "younger than", "<", "≤"}
        under = age if word == "≤" else age - 1
        value = Population(age_to=under) if younger else Population(age_from=age)
        yield FoundValue(value, *match.span())


MONTHS_OLD = re.compile(r"(?i)\b(\d{1,2})[\s-]?(?:months?|mos?|mths?)[\s-]olds?\b")
IN_MONTHS = re.compile(r"(?i)\s?-?(?:days?|weeks?|wks?|months?|mos?|mths?|hours?)\b")
"""Behind an age that is not one in years: "age 3 weeks"."""


def _oldest(bounds: Bounds) -> float:
    return max(bounds.low or 0, bounds.high or 0)


def _age_range(match: re.Match[str]) -> Population:
    age, tail = float(match["age"]), (match["tail"] or "").lower()
    if match["to"]:
        return Population(age_from=age, age_to=float(match["to"]))
    if tail.endswith(("younger", "under")):
        return Population(age_to=age)
    return Population(age_from=age, age_to=None if tail or match["from"] else age)


PAST = re.compile(r"(?i)\b(?:no longer|was|(?<!\bshe )were|had been|previously|formerly|last)\s$")
"""Before a pregnancy that is over. "If she were pregnant" supposes it."""
BIRTH_TO_COME = re.compile(r"(?i)(?:after (?:the )?(?:delivery|birth)|post-?\s?partum)")
"""Of a pregnancy that is told beside it, what is planned for then: "trastuzumab after delivery"."""
OVER_SINCE = re.compile(
    r"(?i)\s(?:in\s)?(?:(?:19|20)\d\d\b|last year\b|\d{1,2} (?:years?|yrs?) ago\b)"
    r"|\s?[,;]\s(?:but\s)?(?:not|no longer)(?:\s(?:now|any ?more|currently))?(?=\s?(?:[.,;)]|$))"
)
"""Behind a pregnancy that is over."""
WITH_CHILD = filtered_pattern(r"(?i)\b(?:pregnan(?:t|cy)|gravid\w?|gestation|trimester|IUP)\b")


def _pregnancy(text: str) -> Iterator[FoundValue]:
    for pattern, value in PREGNANCY:
        for match in pattern.finditer(text):
            if value.pregnancy == "pregnant" and OVER_SINCE.match(text, match.end()):
                continue
            if BIRTH_TO_COME.fullmatch(match.group()) and WITH_CHILD.search(text):
                continue
            before = max(0, match.start() - 30)
            if WISH.search(text, before, match.start()) or PAST.search(text, before, match.start()):
                continue
            absent = polarity_at(text, *match.span()) == "absent"
            if absent and value.pregnancy == "pregnant":
                yield FoundValue(Population(pregnancy="not pregnant"), *match.span())
            elif not absent:
                yield FoundValue(value, *match.span())
