"""What a file of the thread says of one thing: "the HbA1c in the report?". Its own words, each with
page or row. Nothing is put in other words, and no source is searched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from agents.turns import Reply, ThreadQuote, View
from agents.turns.personal import personal_of
from names.recognise import recognise
from retrieval.reports.lines import TextLine, lines_of
from retrieval.tables.tables_in_text import tables_of
from retrieval.text.pages import pages_at
from retrieval.text.sentences import split

MOST_QUOTES = 8
"""Places that are quoted. Chosen by hand: what is read at a glance."""
LONGEST_QUOTE = 300
"""Characters of one. Chosen by hand: a row or a sentence; a paragraph is cut to its sentences."""
MOST_WORDS = 5
"""Words of the thing that is asked for. Chosen by hand: what has more asks something else."""
QUOTES_FILE = "This asks what a file of the thread says; I quote it."
"""What a core thinks that ends with it."""
_UNREAD = "What the file says cannot be told, and nothing was searched for it."
_NO_FILE = (
    "No file has come with a question to me in this thread, so I cannot look for “{named}”, and"
    " searched nothing for it. Attach it to a question, or write what it says."
)
_SURELY_FILE = re.compile(
    r"(?i)\b(?:reports?|letters?|files?|pdf|spreadsheet|workbook|csv|attachment|labs|lab values"
    r"|lab results)\b"
)
"""Of what may also be a table of an answer, or a document of a source, nobody can tell."""
_FILE = (
    r"(?:reports?|letters?|files?|pdf|spreadsheet|workbook|sheet|csv|table|attachment|document"
    r"|labs|lab values|lab results|summary)"
)
_PICTURE = r"(?:images?|pictures?|photos?|scans?|screenshots?|slides?|archive|presentation)"
_NO_TEXT = re.compile(rf"(?i)\b{_PICTURE}\b")
"""What files are called that cannot be read. Of a file that was read it is another thing: a scan
that its words tell of."""
_NAME = (
    r"\S(?:.{0,100}\S)?\.(?:pdf|docx?|xlsx?|csv|tsv|html?|md|txt|png|jpe?g|gif|tiff?|bmp|webp|heic"
    r"|dcm|zip|pptx?|odt|rtf)"
)
_THIS = (
    rf"(?:(?:the|this|that|her|his|their|my|our|an?) (?:attached )?(?:\w+ ){{0,2}}?{_FILE}|{_NAME})"
)
_LEAD = (
    r"(?:(?:and|so|ok|okay|please|then)[, ]{1,3}){0,3}"
    r"(?P<lead>what(?:['’]?s| is| was| are| were)?|which"
    r"|how (?:high|low|large|big|much|many)(?: is| was| are| were)?|when(?: was| is)?"
    r"|(?:is|was|are) there|show(?: me)?|give(?: me)?|tell me|find|quote|read(?: me)?)?"
)
_ASKED = (
    re.compile(rf"(?i){_LEAD} ?(?P<thing>.{{2,60}}?) (?:in|from|of|on|per|according to) {_THIS}"),
    re.compile(
        rf"(?i)(?P<lead>what) (?:does|do|did) {_THIS} (?:say|tell|state|show|mention|give)"
        r"(?: us| me)? (?:about|on|of|for|as) (?P<thing>.{2,60})"
    ),
    re.compile(
        rf"(?i)(?P<lead>does|do) {_THIS} (?:mention|say|contain|give|show|state|have)"
        r" (?P<thing>.{2,60})"
    ),
    re.compile(rf"(?i)(?:according to|in|per) {_THIS},? {_LEAD} (?P<thing>.{{2,60}})"),
)
_POINTS = re.compile(rf"(?i)^(?:th(?:is|at|ese|ose)|it|here|attached|{_FILE}|{_PICTURE})$")
_BESIDE_POINTING = re.compile(
    r"(?i)^(?:what|which|whats?|does|do|is|are|can|could|would|will|you|your|please|me|us|i|we|the"
    r"|an?|in|on|of|at|to|for|from|into|about|with|and|or|there|show\w*|sa(?:y|ys|id)|tell\w*"
    r"|mean\w*|read\w*|descri\w+|interpret\w*|expl\w+|summar\w*|look\w*|see|seen?|check"
    r"|comment\w*|opinion|thoughts?|think|any|have|take|make|contain\w*|contents?|s)$"
)
"""Words of a message that says no more than that somebody should look."""
_NO_THING = re.compile(
    r"(?i)^(?:the|an?|any|her|his|their|its|patient|patient['’]?s|pt['’]?s|level|levels|values?"
    r"|results?|status|exact|stated|given|reported|measured|latest|last|newest|number|about|is|was"
    r"|are|were|said|of|for|in)$"
)
_OTHERWISE = re.compile(
    r"(?i)\b(?:options?|treat\w*|therap\w*|recommend\w*|trials?|stud(?:y|ies)|guidelines?|mean\w*"
    r"|interpret\w*|evidence|approv\w*|standard|actionable|target\w*|resist\w*|variants?|mutations?"
    r"|alterations?|findings?|should|could|can|would|summar\w*|conclu\w*|column\w*|rows?|median"
    r"|by|versus|vs|i|we|you|it|us|them|he|she|they|will|put|add\w*|writ\w*|wrote|sen[dt]|need\w*"
    r"|have|had|see|look\w*|went|attached|posted)\b"
)
"""Words of a message that asks for more than what is written there, or asks nothing of it."""
_TOKEN = re.compile(r"[^\W_]+(?:[-/.][^\W_]+)*")
_PIECE = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class AskedOfFile:
    """The thing that is asked for, by its words, and whether the message plainly asks."""

    words: tuple[str, ...]
    is_plain: bool

    @property
    def named(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    text: str


def asked_of_file(text: str) -> AskedOfFile | None:
    """What a message asks of a file by name; None if it asks for anything else."""
    words = " ".join(text.split()).rstrip(" ?.!")
    found = next(filter(None, (pattern.fullmatch(words) for pattern in _ASKED)), None)
    if found is None or _OTHERWISE.search(found["thing"]):
        return None
    thing = [each for each in _TOKEN.findall(found["thing"]) if not _NO_THING.match(each)]
    if not 0 < len(thing) <= MOST_WORDS or not (found["lead"] or "?" in text or len(thing) == 1):
        return None
    return AskedOfFile(tuple(thing), bool(found["lead"]) or len(thing) == 1)


def reply_on_files(view: View) -> Reply | None:
    """What the files of the thread say of the thing asked for; None for a message that asks for
    something else, or where no file lies at hand. Where those that came with it cannot be read, it
    ends with that: what a file says stands in no source."""
    text, files = view.question.text, _files_of(view)
    unread = [each.problem for each in view.question.attachments if each.problem and not each.text]
    if not files:
        in_vain = unread and (_asks_of_unread(text) or (_only_points(text) and _is_first(view)))
        return Reply(text=" ".join([_UNREAD, *unread])) if in_vain else _reply_on_no_file(view)
    asked = asked_of_file(text)
    if asked is None:
        return None
    quotes = [quote for file in files for quote in quotes_of(file.name, file.text, asked.words)]
    names = ", ".join(each.name for each in files)
    if not quotes:
        nothing = f"I find no “{asked.named}” in {names}; I looked for these words only."
        also = ["Not read:", *unread] if unread else []
        return Reply(text=" ".join([nothing, *also])) if asked.is_plain else None
    hiding = personal_of(view)
    quotes = [replace(each, words=" ".join(hiding.blank(each.words).split())) for each in quotes]
    left = len(quotes) - MOST_QUOTES
    return Reply(
        text="This stands in the file; I put nothing into words of mine:",
        quotes=tuple(quotes[:MOST_QUOTES]),
        end=f"{left} further places are not quoted." if left > 0 else "",
    )


def _reply_on_no_file(view: View) -> Reply | None:
    """That there is no file, where one is asked for a thing that the thread does not speak of and
    that is of no drug or trial; None for any other message."""
    text = view.question.text
    asked = asked_of_file(text)
    if asked is None or not asked.is_plain or not _SURELY_FILE.search(text):
        return None
    named = recognise(text).of("drug", "drug_class", "trial", "registration")
    said = "\n".join(each.text for each in view.earlier).lower()
    if named or any(word.lower() in said for word in asked.words):
        return None
    return Reply(text=_NO_FILE.format(named=asked.named))


def _asks_of_unread(text: str) -> bool:
    asked = asked_of_file(_NO_TEXT.sub("file", text))
    return asked is not None and asked.is_plain


def _only_points(text: str) -> bool:
    """Whether a message asks nothing but to look at what it points to."""
    words = _TOKEN.findall(text)
    pointing = [word for word in words if _POINTS.match(word)]
    return bool(pointing) and all(map(_BESIDE_POINTING.match, set(words) - set(pointing)))


def _is_first(view: View) -> bool:
    """Whether nothing was said before that "this" may mean."""
    return not view.turns and not view.question.discussion.said


class ListedFile(Protocol):
    """A file of a thread, and whether it is used."""

    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def is_used(self) -> bool: ...


File = TypeVar("File", bound=ListedFile)


def files_asked_in_vain(text: str, files: Sequence[File]) -> tuple[File, ...]:
    """The files that a message asks of and that are switched off: those that it names, or where no
    file that is used says it, those that do. With none in use, all of them."""
    asked = asked_of_file(text)
    off = [each for each in files if each.text and not each.is_used]
    if asked is None or not off:
        return ()
    if named := [each for each in off if each.name.lower() in text.lower()]:
        return tuple(named)
    used = [each for each in files if each.text and each.is_used]
    if any(_says(each, asked) for each in used):
        return ()
    return tuple([each for each in off if _says(each, asked)] if used else off)


def _says(file: ListedFile, asked: AskedOfFile) -> bool:
    return next(quotes_of(file.name, file.text, asked.words), None) is not None


def quotes_of(name: str, text: str, words: Sequence[str]) -> Iterator[ThreadQuote]:
    """Each place of a file that speaks of the thing: the values of a column of this name, rows,
    and sentences."""
    wanted = [_pattern(word) for word in words]
    columns = list(_values_of_columns(name, text, wanted))
    yield from columns
    lines = list(lines_of(text))
    row, sheet = 0, ""
    for number, line in enumerate(lines):
        row = row + 1 if line.is_row else 0
        sheet = line.words.lstrip("# ") if line.words.startswith("#") else sheet
        if line.is_row and columns and row == 1:
            continue  # the head, whose values are told
        for start, end in _places_in(line, lines[number + 1 :], wanted):
            place = _place(text, start, end, sheet if line.is_row else "", max(0, row - 1))
            yield ThreadQuote(name=_where(name, place), words=_as_shown(text[start:end]))


def _values_of_columns(
    name: str, text: str, wanted: Sequence[re.Pattern[str]]
) -> Iterator[ThreadQuote]:
    for table in tables_of(text):
        for column in table.columns:
            if all(each.search(column.name) for each in wanted):
                for number, value in enumerate(column.values, start=1):
                    if value:
                        place = ", ".join(filter(None, (table.name, f"row {number}")))
                        words = f"{column.name}: {value}"
                        yield ThreadQuote(name=_where(name, place), words=words)


def _places_in(
    line: TextLine, next_lines: Sequence[TextLine], wanted: Sequence[re.Pattern[str]]
) -> Iterator[tuple[int, int]]:
    """Where the line, or the sentences of a long one, speak of the thing. Where its value stands in
    the line below, that one belongs to it."""
    if line.words.startswith("#") or not all(each.search(line.words) for each in wanted):
        return
    if not line.is_row and len(line.words) > LONGEST_QUOTE:
        for span in split(line.words):
            if all(each.search(line.words[span.start : span.end]) for each in wanted):
                yield line.start + span.start, line.start + span.end
        return
    below = next_lines[0] if next_lines else line
    yield line.start, line.end if _has_value(line, wanted) or not below.words else below.end


def _has_value(line: TextLine, wanted: Sequence[re.Pattern[str]]) -> bool:
    """Whether the line says more than the words that are asked for."""
    rest = line.words
    for each in wanted:
        rest = each.sub("", rest)
    return line.is_row or sum(map(str.isalnum, rest)) > 1


def _place(text: str, start: int, end: int, sheet: str, row: int) -> str:
    page = pages_at(text, start, end)
    told = [f"p. {page}"] if page else [sheet] if sheet else []
    return ", ".join([*told, *([f"row {row}"] if row else [])])


def _where(name: str, place: str) -> str:
    return f"{name}, {place}" if place else name


def _as_shown(words: str) -> str:
    """A row as its cells, anything else as it is."""
    cells = [cell.strip() for cell in words.strip("|").split("|")] if words[:1] == "|" else [words]
    shown = " · ".join(filter(None, (" ".join(cell.split()) for cell in cells)))
    return shown if len(shown) <= LONGEST_QUOTE else f"{shown[: LONGEST_QUOTE - 1]}…"


def _pattern(word: str) -> re.Pattern[str]:
    """A word, however its letters and numbers are joined: Ki-67, Ki67."""
    pieces = r"[\s/.-]?".join(map(re.escape, _PIECE.findall(word)))
    return re.compile(rf"(?i)(?<![^\W_]){pieces}(?![^\W_])")


def _files_of(view: View) -> tuple[_File, ...]:
    """The files of the question; if none came with it, those of the thread, the newest first, of
    which one that is named in the question comes alone."""
    own = [_File(each.name, each.text) for each in view.question.attachments if each.text]
    before = [
        _File(each.file_name or "the file above", each.text)
        for each in view.messages
        if each.place == "attachment"
    ]
    files = own or before[::-1]
    asked = view.question.text.lower()
    named = [each for each in (*own, *before) if each.name.lower() in asked]
    return tuple(dict.fromkeys(named or files))
