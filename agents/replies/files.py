"""Messages on the files of a thread: "files of this thread", "ignore report.pdf", "use report.pdf
again". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

_LONGEST = 150
"""Characters of a message on files. Chosen by hand: a name may be long, a question is longer."""
_FILES = r"(?:files?|attachments?|uploads?)"
_HERE = r"(?: (?:of|in|from|for) (?:this|the) (?:thread|case|channel|conversation)| here)?"
_LIST = re.compile(
    r"(?i)(?:please )?(?:(?:list|show|name)(?: me)? )?"
    rf"(?:all |the |your |my |our ){{0,3}}{_FILES}{_HERE}"
    rf"|(?:which|what) {_FILES} (?:do|did|have|can|are|is) (?:you|there|we|i|it|in|being|used)\b"
    rf".{{0,60}}|(?:which|what) {_FILES}{_HERE}"
)
_ENDING = r"\.(?:pdf|docx|xlsx|csv|tsv|html?|xhtml|md|markdown|txt|ya?ml|jsonl|vcf|zip)"
_NAMED = rf"[\"“'`]?(?P<name>\S(?:.{{0,118}}\S)?{_ENDING})[\"”'`]?"
_POINTED = (
    r"(?:(?:the|this|that|my|our|her|his|their) )(?P<pointed>(?:\w+ )?"
    r"(?:file|report|pdf|table|spreadsheet|workbook|csv|letter|attachment))"
)
_THOSE = r"(?:(?:the|these|those|my|our) )?(?:(?:attached|uploaded) )?"
_ALL = (
    rf"(?P<all>(?:(?:all|any|every|both) (?:of )?{_THOSE}{_FILES}"
    rf"|{_THOSE}(?:files|attachments|uploads)){_HERE})"
)
_WHICH = rf"(?:(?:the |this |that )?(?:file |report )?{_NAMED}|{_POINTED}|{_ALL})"
_COURTESY = r"(?:please |pls |now |ok,? |and ){0,4}"
_BEHIND = r"(?: (?:again|now|please|for (?:this|the) (?:thread|case)|any ?more|from now on)){0,4}"
_OFF = re.compile(
    rf"(?i){_COURTESY}(?:ignore|disregard|drop|skip|exclude|leave out|without"
    rf"|(?:do not|don['’]?t|stop) (?:use|using|read|reading)|(?:turn|switch) off) {_WHICH}{_BEHIND}"
    rf"|{_COURTESY}(?:turn|switch|leave) {_WHICH.replace('?P<', '?P<x_')} (?:off|out){_BEHIND}"
)
_ON = re.compile(
    rf"(?i){_COURTESY}(?:use|include|read|consider|(?:turn|switch) on) {_WHICH}{_BEHIND}"
    rf"|{_COURTESY}(?:turn|switch) {_WHICH.replace('?P<', '?P<x_')} (?:back )?on{_BEHIND}"
)
_ANEW = re.compile(r"(?i)\bagain\b|\bback on\b|\b(?:turn|switch) (?:\S+ ){0,12}on\b")


class NamedFile(Protocol):
    """What a file is called by."""

    @property
    def name(self) -> str: ...


Named = TypeVar("Named", bound=NamedFile)


@dataclass(frozen=True, slots=True)
class FileSwitch:
    """Which files a message wants used or not: one by its name or its kind, or ``all``."""

    is_used: bool
    name: str = ""
    pointed: str = ""
    """What kind of file is meant where none is named: "report", "lab report"."""

    @property
    def is_plain(self) -> bool:
        """Whether it can mean nothing but a file."""
        return not self.pointed


def asks_for_files(text: str) -> bool:
    """Whether a message asks which files of the thread there are."""
    words = _plain(text)
    return len(words) <= _LONGEST and bool(_LIST.fullmatch(words))


def read_switch(text: str) -> FileSwitch | None:
    """What a message wants used, or not; None for anything else."""
    words = _plain(text)
    if len(words) > _LONGEST:
        return None
    if found := _OFF.fullmatch(words):
        return _switch(found, is_used=False)
    found = _ON.fullmatch(words)
    # "Use the report" may be a wish on how to answer.
    if found is None or not (_ANEW.search(words) or found["name"]):
        return None
    return _switch(found, is_used=True)


def files_meant(switch: FileSwitch, files: Sequence[Named]) -> tuple[Named, ...]:
    """The files of the thread that a message means: by its name, else the only one of the kind."""
    if switch.name:
        wanted = switch.name.lower()
        return tuple(each for each in files if each.name.lower() == wanted)
    if not switch.pointed:
        return tuple(files)
    words = switch.pointed.lower().split()
    told = [each for each in files if all(word in each.name.lower() for word in words)]
    meant = told or (list(files) if len(files) == 1 else [])
    return tuple(meant if len(meant) == 1 else ())


def _switch(found: re.Match[str], *, is_used: bool) -> FileSwitch:
    name = found["name"] or found["x_name"] or ""
    pointed = found["pointed"] or found["x_pointed"] or ""
    return FileSwitch(is_used, name.strip(), pointed)


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(" .!?")
