"""The code that gives the numbers of an analysis from the table as CSV, for whoever wants to run it
again without Curbside. Names of columns and values stand in it as literals and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.analyses.choosing.conditions import RowCondition
from retrieval.tables.contract import MISSING
from retrieval.tables.joining import JoinedTable

_READ = """
def value_of(cell):
    words = (cell or "").strip()
    return "" if words.lower() in MISSING else words

def rows_of(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return [
            {(name or "").strip(): value_of(cell) for name, cell in row.items() if name is not None}
            for row in csv.DictReader(file)
        ]

read = rows_of(TABLE)
def is_met(cell, sign, values):
    if sign == "missing" or not cell:
        return sign == "missing" and not cell
    if sign in "=≠":
        return (cell in values) == (sign == "=")
    if sign == "known":
        return True
    one, other = float(cell), float(values[0])
    return {"<": one < other, "≤": one <= other, ">": one > other, "≥": one >= other}[sign]

rows = [row for row in read if all(is_met(row[name], *what) for name, *what in KEEP)]
groups = {}
for row in rows:
    group = row[GROUP] if GROUP else "all"
    if group:
        groups.setdefault(group, []).append(row)
"""
SURVIVAL = """
def half(times, shares):
    return next((time for time, share in zip(times, shares) if share <= 0.5), None)

samples, followed = {}, []
for name, found in sorted(groups.items()):
    told = [row for row in found if row[TIME] and row[EVENT]]
    pairs = [(float(row[TIME]), row[EVENT] in HAD) for row in told if float(row[TIME]) >= 0]
    followed += [(time, name, had) for time, had in pairs]
    samples[name] = CensoredData.right_censored([t for t, _ in pairs], [not e for _, e in pairs])
    curve = ecdf(samples[name]).sf
    ends = curve.confidence_interval(0.95, method="log-log")
    times, shares = curve.quantiles, curve.probabilities
    low, high = (
        [share if isnan(end) else end for end, share in zip(each.probabilities, shares)]
        for each in (ends.low, ends.high)
    )
    print(name, "patients", len(pairs), "events", sum(had for _, had in pairs))
    print("  median", half(times, shares), "interval", half(times, low), half(times, high))
    for time in LANDMARKS:
        reached = [share for at, share in zip(times, shares) if at <= time]
        print("  at", time, reached[-1] if reached else 1.0)
if len(samples) == 2:
    test = logrank(*samples.values())
    print("log-rank: chi-square", test.statistic**2, "p", test.pvalue)
elif len(samples) > 2:
    from lifelines.statistics import multivariate_logrank_test

    test = multivariate_logrank_test(*zip(*followed))
    print("log-rank: chi-square", test.test_statistic, "p", test.p_value)
"""
RESPONSE = """
counts = []
for name, found in sorted(groups.items()):
    had = sum(row[COLUMN] in HAD for row in found)
    ends = binomtest(had, len(found)).proportion_ci(0.95, method="exact")
    print(name, had, "of", len(found), "share", had / len(found), ends.low, ends.high)
    counts.append([had, len(found) - had])
if len(counts) == 2:
    print("Fisher: p", fisher_exact(counts).pvalue)
"""
TWO_BY_TWO = """
pairs = [
    (NAMES[row[COLUMN] in HAD] if HAD else row[COLUMN], row[OTHER])
    for row in rows
    if row[COLUMN] and row[OTHER]
]
ones, others = (sorted({pair[place] for pair in pairs}) for place in (0, 1))
cells = [[pairs.count((a, b)) for b in others] for a in ones]
found = odds_ratio(cells)
print(ones, others, cells)
print("odds ratio", found.statistic, found.confidence_interval(0.95))
print("Fisher: p", fisher_exact(cells).pvalue)
"""
SUMMARY = """
for name, found in sorted(groups.items()):
    values = [float(row[COLUMN]) for row in found if row[COLUMN]]
    if len(values) < 2:
        print(name, values)
        continue
    quarters = statistics.quantiles(values, n=4, method="inclusive")
    print(name, len(values), "mean", statistics.fmean(values), "SD", statistics.stdev(values))
    print("  quartiles", quarters, "range", min(values), max(values))
"""
COUNTS = """
for name, found in sorted(groups.items()):
    print(name, Counter(row[COLUMN] for row in found if row[COLUMN]))
"""
PEOPLE = """
for name, found in sorted(groups.items()):
    print(name, len({row[COLUMN] for row in found if row[COLUMN]}) if COLUMN else len(found))
"""
_IS_EVENT = """
def is_event(row):
    term, grade = row[TERM] if TERM else "", row[GRADE] if GRADE else ""
    if re.fullmatch(NO_EVENT, term) or re.fullmatch(NO_GRADE, grade):
        return False
    return bool(term or grade) or not (TERM or GRADE)
"""
ADVERSE_EVENTS = f"""{_IS_EVENT}
WORDS = ("mild", "moderate", "severe", "life threatening", "fatal")

def severity(grade):
    digit = re.search(r"\\d", grade)
    if digit:
        return int(digit[0])
    return WORDS.index(grade.lower()) + 1 if grade.lower() in WORDS else 0

for name, found in sorted(groups.items()):
    highest = {{}}
    for row in found:
        grade = row[GRADE] if GRADE else ""
        if row[COLUMN] and is_event(row):
            highest[row[COLUMN]] = max(highest.get(row[COLUMN], ""), grade, key=severity)
    patients = len({{row[COLUMN] for row in found if row[COLUMN]}})
    counted = Counter(grade for grade in highest.values() if grade)
    print(name, "any event", len(highest), "of", patients, counted)
"""
FREQUENT_EVENTS = f"""{_IS_EVENT}
for name, found in sorted(groups.items()):
    had = {{}}
    for row in found:
        if row[COLUMN] and row[TERM] and is_event(row):
            had.setdefault(row[TERM], set()).add(row[COLUMN])
    with_one = len({{who for each in had.values() for who in each}})
    print(name, "with an event", with_one, "of", len({{r[COLUMN] for r in found if r[COLUMN]}}))
    for term, who in sorted(had.items(), key=lambda each: (-len(each[1]), each[0])):
        print(" ", term, len(who))
"""
COX = """
named = [TIME, EVENT, *NUMBERS, *WORDS]
used = [row for row in rows if all(row[name] for name in named)]
frame = pandas.DataFrame({"time": [float(row[TIME]) for row in used]})
frame["event"] = [row[EVENT] in HAD for row in used]
for name in NUMBERS:
    frame[name] = [float(row[name]) for row in used]
for name in WORDS:
    for level in sorted({row[name] for row in used})[1:]:
        frame[f"{name}: {level}"] = [float(row[name] == level) for row in used]
fitter = CoxPHFitter().fit(frame, "time", "event")
for name, row in fitter.summary.iterrows():
    ends = row["exp(coef) lower 95%"], row["exp(coef) upper 95%"]
    print(name, "hazard ratio", row["exp(coef)"], "interval", *ends, "p", row["p"])
"""
FOREST = """
used = [
    row for row in rows
    if row[TIME] and row[EVENT] and row[COMPARED] and all(row[name] for name in SUBGROUPS)
]
parts = {"All": used}
for name in SUBGROUPS:
    for level in sorted({row[name] for row in used}):
        parts[f"{name}: {level}"] = [row for row in used if row[name] == level]
for name, part in parts.items():
    frame = pandas.DataFrame({"time": [float(row[TIME]) for row in part]})
    frame["event"] = [row[EVENT] in HAD for row in part]
    frame["other"] = [float(row[COMPARED] == AGAINST[1]) for row in part]
    if frame["event"].sum() < 2 or frame["other"].nunique() < 2:
        print(name, "too few")
        continue
    found = CoxPHFitter().fit(frame, "time", "event").summary.loc["other"]
    ends = found["exp(coef) lower 95%"], found["exp(coef) upper 95%"]
    print(name, "hazard ratio", found["exp(coef)"], "interval", *ends, "p", found["p"])
"""
WATERFALL = """
for name, found in sorted(groups.items()):
    values = sorted((float(row[COLUMN]) for row in found if row[COLUMN]), reverse=True)
    print(name, len(values), "shrank", sum(each <= -30 for each in values))
    print("  grew", sum(each >= 20 for each in values), "median", statistics.median(values))
"""
SWIMMER = """
for name, found in sorted(groups.items()):
    told = [row for row in found if row[TIME] and row[EVENT]]
    times = [float(row[TIME]) for row in told]
    going = sum(row[EVENT] not in HAD for row in told)
    print(name, len(told), "go on", going, "median", statistics.median(times))
"""
_LIFELINES = "\nimport pandas\nfrom lifelines import CoxPHFitter\n"
_IMPORTS: Mapping[str, str] = {
    SURVIVAL: "from math import isnan\n\nfrom scipy.stats import CensoredData, ecdf, logrank\n",
    RESPONSE: "\nfrom scipy.stats import binomtest, fisher_exact\n",
    TWO_BY_TWO: (
        "\nfrom scipy.stats import fisher_exact\nfrom scipy.stats.contingency import odds_ratio\n"
    ),
    COX: _LIFELINES,
    FOREST: _LIFELINES,
    WATERFALL: "import statistics\n",
    SWIMMER: "import statistics\n",
    SUMMARY: "import statistics\n",
    COUNTS: "from collections import Counter\n",
    PEOPLE: "",
    ADVERSE_EVENTS: "import re\nfrom collections import Counter\n",
    FREQUENT_EVENTS: "import re\n",
}


def script(
    body: str,
    *,
    group: str = "",
    keep: Sequence[RowCondition] = (),
    **named: str | Sequence[str] | Sequence[float],
) -> str:
    """The whole script: ``named`` are the columns and values that the body asks for, in capitals
    there. ``keep``: only rows that meet these conditions."""
    given = {
        "GROUP": group,
        "KEEP": [each.as_code() for each in keep],
        **{k.upper(): v for k, v in named.items()},
    }
    lines = [f"{name} = {_literal(value)}" for name, value in given.items()]
    return "\n".join(
        [
            "# Python 3.11. Save the table with commas as table.csv beside this file.",
            f"import csv\n{_IMPORTS[body]}",
            'TABLE = "table.csv"',
            *lines,
            f"MISSING = {_literal(sorted(MISSING))}{_READ}{body.rstrip()}",
        ]
    )


def code_of_joined(code: str, pair: JoinedTable) -> str:
    """The code of an analysis of joined tables, which joins them first."""
    base, more = (_literal(each) for each in pair.keys)
    names = f"Save {pair.base.name} with commas as table1.csv and {pair.more.name} as table2.csv"
    joint = (
        f'more = {{row[{more}]: row for row in rows_of("table2.csv") if row[{more}]}}\n'
        f'base = [row for row in rows_of("table1.csv") if row[{base}] in more]\n'
        f"read = [{{**more[row[{base}]], **row}} for row in base]"
    )
    first, rest = code.split("\n", 1)
    named = first.replace("Save the table with commas as table.csv", " ".join(names.split()))
    return f"{named}\n{rest}".replace("read = rows_of(TABLE)", joint)


def _literal(value: object) -> str:
    """As Python writes it. A backtick would end the block of code that a thread shows it in."""
    return repr(value).replace("`", "\\x60")
