"""The part of a table that a message restricts its question to: "in women", "in arm A". What it
means must be told by a value of a column: numbers of all rows in the place of a part are wrong."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agents.analyses.columns import column_for, named_column, plain
from agents.analyses.computing.grouping import rows_with
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.intent import Intent, read_intents
from retrieval.tables.contract import DataTable, TableColumn

_PHRASE = re.compile(
    r"(?i)\b(?P<sure>in|among|within|where|only (?:in|among|for)|restricted to|limited to|excluding"
    r"|except|without)\s+(?P<what>[^,;?!()]{1,60}?)"
    r"(?=\s+(?:in|among|within|where|by|per|across|between|according|for|with|and|vs\.?|versus|at"
    r"|adjusted|adjusting|controlling)\b|[,;?!()]|\.?$)"
    r"|\b(?:for|of|only)\s+(?:the )?(?P<maybe>[\w<>=≥≤.-]+(?: [\w<>=≥≤.-]+)?)"
    r"(?=\s+(?:in|by|per|across|and|with|vs\.?|versus)\b|[,;?!()]|\.?$)"
    r"|\b(?P<before>\w+) (?:patients |subjects )?only\b"
)
_LEAD = re.compile(
    r"(?i)^(?:the |our |my |only )?(?:(?:patients?|subjects?|people|those|participants?|cases?"
    r"|rows?)\b ?)?(?:who (?:are|were|had|have) |with |of |in )?(?:the )?(?:sub)?(?:group of )?"
)
_AND = re.compile(r"(?i) (?:and|or|vs\.?|versus) (?P<what>[\w.=-]+(?: (?!by\b|per\b)[\w.=-]+)?)")
"""Behind a phrase: another one, which chooses with it."""
_ASKED = re.compile(r"(?i)\b(?:by|per|grade|severity|arms?|KM|ORR|DCR|PFS|OS)\b$")
_BEHIND = re.compile(r"(?i) (?:patients?|subjects?|people|participants?|cases?|rows?)$")
_WHOLE = re.compile(
    r"(?i)(?:(?:all|both|each|every|this|these|total|whole|overall|per|any|general)\b.*"
    r"|(?:(?:attached|uploaded|first|second|last|newest|new|same) )?(?:table|file|csv|sheet)"
    r"|\S{1,80}\.(?:csv|tsv|xlsx?|txt|pdf|docx)"
    r"|data(?: ?set)?|cohort|study|trial|sample|population|parallel|terms|detail|percent|numbers?"
    r"|patients?|weeks?|months?|days?|years?|mm|mg|one (?:plot|picture|table)|order"
    r"|(?:the )?(?:safety|itt|efficacy|intent(?:ion)?[- ]to[- ]treat)(?: population| set)?)"
)
"""What no row is chosen by, or what is chosen elsewhere."""
_TAKES_AWAY = re.compile(r"(?i)excluding|except|without")
_JOINT = re.compile(r"\s*(?:==?|:|\bis\b|\bequals\b)\s*|\s+")
_SEXES = (
    (re.compile(r"(?i)wom[ae]n|females?"), frozenset(("f", "female", "woman", "women"))),
    (re.compile(r"(?i)m[ae]n|males?"), frozenset(("m", "male", "man", "men"))),
)
MOST_VALUES = 60
"""Values of a column of which one may be named. Chosen by hand: more are no groups."""


@dataclass(frozen=True, slots=True)
class Subset:
    """The rows that a question is on, and the question without the words that choose them."""

    table: DataTable
    intent: Intent
    remarks: tuple[str, ...] = ()
    keep: tuple[tuple[str, str], ...] = ()

    def on_it(self, outcome: Analysis | NotAnalysed) -> Analysis | NotAnalysed:
        """The analysis with which rows it is of, in its title, its remarks and its code."""
        if isinstance(outcome, NotAnalysed) or not self.keep:
            return outcome
        told = ", ".join(f"{name} = {value}" for name, value in self.keep)
        return replace(
            outcome,
            title=f"{outcome.title}, {told}",
            warnings=(*self.remarks, *outcome.warnings),
            code=_with_kept_rows(outcome.code, self.keep),
        )


def subset_of(table: DataTable, intent: Intent, carried: str = "") -> Subset | NotAnalysed:
    """The rows that the words of a message choose; all where they choose none. ``carried``: words
    of the message behind this part, which may choose for it, too."""
    words, found = intent.words, Subset(table, intent)
    for phrase, what, is_sure in (*_phrases(words), *_phrases(carried)):
        takes_away = _TAKES_AWAY.match(phrase) is not None
        chosen = () if takes_away else tuple(_values_named(found.table, what))
        if not chosen and (_WHOLE.fullmatch(what) or _is_column(table, what)):
            continue
        if len(chosen) == 1:
            kept = rows_with(found.table, *chosen[0])
            found = Subset(
                kept.table, intent, (*found.remarks, *kept.remarks), (*found.keep, *kept.keep)
            )
            words = " ".join(words.replace(phrase, " ").split())
        elif is_sure or len(chosen) > 1:
            return NotAnalysed(_not_chosen(what, chosen))
    again = read_intents(words)
    if found.keep and again:
        asked = replace(again[0], by=again[0].by or intent.by, event=intent.event)
        return replace(found, intent=asked)
    return found


def _is_column(table: DataTable, what: str) -> bool:
    """Whether the words are a column and nothing of it, as in "in arm"; "arm C" is more."""
    column = named_column(table, what)
    return column is not None and (what.isalpha() or plain(what) == plain(column.name))


def _not_chosen(what: str, chosen: Sequence[tuple[TableColumn, str]]) -> str:
    if chosen:
        several = " or ".join(f"“in {column.name} = {value}”" for column, value in chosen)
        return f"“{what}” stands in several columns: say {several}."
    return (
        f"I do not know which rows “{what}” are, and the numbers of all rows would be others. Name"
        " a column and one of its values: “ORR in arm = A”."
    )


def _phrases(words: str) -> Iterator[tuple[str, str, bool]]:
    """Each phrase that may choose rows: its words, what it names, and whether it surely does."""
    for match in _PHRASE.finditer(words):
        what = match["what"] or match["maybe"] or match["before"]
        named = _BEHIND.sub("", _LEAD.sub("", what.strip())).strip(" .") or "patients"
        yield match[0], named, match["what"] is not None
        more = _AND.match(words, match.end()) if match["what"] else None
        if more and not _ASKED.search(more["what"]):
            yield more[0], _LEAD.sub("", more["what"]).strip(" ."), True


def _values_named(table: DataTable, what: str) -> Iterator[tuple[TableColumn, str]]:
    """Every column with the value of it that the words name; of a column that they name, too, only
    that one."""
    parts = [each for each in _JOINT.split(what) if each]
    for cut in range(1, len(parts)):
        one, other = " ".join(parts[:cut]), " ".join(parts[cut:])
        for name, value in ((one, other), (other, one)):
            column = named_column(table, name)
            if column is not None and (held := _value_of(column, value)):
                yield column, held
                return
    sex = column_for(table, "sex")
    for column in table.columns:
        named = what if column is not sex else _as_sex(column, what)
        if column.kind != "number" and (held := _value_of(column, named)):
            yield column, held


def _value_of(column: TableColumn, words: str) -> str:
    if len(column.distinct) > MOST_VALUES:
        return ""
    return next((each for each in column.distinct if each.lower() == words.lower()), "")


def _as_sex(column: TableColumn, words: str) -> str:
    for pattern, values in _SEXES:
        if pattern.fullmatch(words):
            return next((each for each in column.distinct if each.lower() in values), words)
    return words


def _with_kept_rows(code: str, keep: Sequence[tuple[str, str]]) -> str:
    """The code with these columns and values among those by which it chooses rows."""

    def more(match: re.Match[str]) -> str:
        merged = {**dict(keep), **ast.literal_eval(match[1])}
        return f"KEEP = {merged!r}".replace("`", "\\x60")

    return re.sub(r"^KEEP = (\{.*\})$", more, code, count=1, flags=re.MULTILINE)
