"""What a model wrote as an answer, as values. Pure.

A look-up is plain sentences, one a line. A case has labels: a headline, a table of options, what is
not for this patient, what is missing, what sources disagree in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from agents.llm.writing.lacks import fit_option_name, names_a_lack
from agents.turns import DraftSentence, MissingFact, SentenceCell, SentenceRole, View
from names.clinical.treatment.agents import find_agents
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes

NO_ANSWER = "NO ANSWER"
LONGEST_WRITTEN = 20_000
"""Characters of an answer that are read. Chosen by hand: the longest table of five options has
8,000; a model that repeats itself has no end."""
MOST_OPTIONS = 5
"""Rows of a table; further ones are left out. Chosen by hand: as many as a board compares."""
_KEYS = re.compile(r"\[(c\d+)\]")
_NOT_FOUND = re.compile(r"^\s*not found:\s*", re.I)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_INNER_END = re.compile(r"(?<=[.!?])((?:\s*\[c\d+\])+)\s+(?=\S)")
_LABEL = re.compile(
    r"^\W{0,4}(headline|option|evidence|for|against|not for this patient|missing|dissent)"
    r"\s?\*{0,2}:\*{0,2}\s*",
    re.I,
)
_CELLS: dict[str, SentenceCell] = {"evidence": "evidence", "for": "for", "against": "against"}
_ROLES: dict[str, SentenceRole] = {
    "headline": "headline",
    "not for this patient": "not for",
    "dissent": "dissent",
}
READY = re.compile(r"\W{0,3}READY\b[*_]{0,2}[.:,;–—-]{0,2} ?")
_SENTENCE_END = re.compile(r"(?<=[.!?]) ")
ONLY_READY = "Nothing more is to be looked up."
"""The thought of a model that says no more than that."""
_MORE_THAN_STATE = re.compile(
    r"\b(?:scores?|ihc|immunohistochemi\w*|ish|fish|ultra-?low|low|degree|levels?|extent|exact"
    r"|copy numbers?|ratio|fraction|vaf|zygosity|biallelic|somatic|germline|subclon\w+|re-?biopsy"
    r"|loss of heterozygosity|partners?|co-?(?:alter|mutat)\w+|resistance|[0-3]\+)",
    re.I,
)
_HANGS_ON_IT = re.compile(r"\(([^()]{1,300})\)\W{0,3}$")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenAnswer:
    """An answer as a model wrote it."""

    sentences: tuple[DraftSentence, ...] = ()
    """None for ``NO ANSWER``."""
    not_found: tuple[str, ...] = ()
    missing: tuple[MissingFact, ...] = ()


def parse_written(text: str) -> WrittenAnswer:
    """Sentences with their keys and places, each once, what was not found, and which facts are
    missing. What stands behind :data:`LONGEST_WRITTEN` characters is no answer."""
    text = text[:LONGEST_WRITTEN]
    sentences: list[DraftSentence] = []
    not_found: list[str] = []
    missing: list[MissingFact] = []
    label = option = ""
    named: list[str] = []
    if ready := READY.match(text.strip()):
        text = _behind_ready(text.strip()[ready.end() :])[1]
    for line in text.splitlines():
        found = _LABEL.match(line)
        label, rest = (found[1].lower(), line[found.end() :]) if found else ("", line)
        if label == "option":
            option = fit_option_name(_plain(rest))
            named.append(option)
        elif label == "missing":
            missing.append(_missing_fact(_plain(rest)))
        elif _NOT_FOUND.match(_BULLET.sub("", line)):
            not_found.append(_plain(_NOT_FOUND.sub("", _BULLET.sub("", line))))
        elif label in _CELLS and option:
            sentences += _cells(rest, option, _CELLS[label])
        else:
            words = line if label in _CELLS else rest
            sentences += _sentences(words, _ROLES.get(label, "point"))
    kept = tuple(dict.fromkeys(named))[:MOST_OPTIONS]
    told = dict.fromkeys(each for each in sentences if not each.option or each.option in kept)
    return WrittenAnswer(
        sentences=tuple(told),
        not_found=tuple(not_found),
        missing=tuple(each for each in missing if each.name),
    )


def has_keys(text: str) -> bool:
    """Whether a text cites anything."""
    return bool(_KEYS.search(text))


def is_answer(text: str) -> bool:
    """Whether a model said anything, were it that there is no answer."""
    written = parse_written(text)
    told = written.sentences or written.not_found or written.missing
    return bool(told) or NO_ANSWER in text


def known_missing(missing: tuple[MissingFact, ...], view: View) -> tuple[MissingFact, ...]:
    """The facts that nobody told, each with the options that the run has evidence on. One on a
    gene whose state is known is none, unless it asks for more than the state."""
    told = {name for fact in view.sheet.facts for name in _genes(fact.text)}
    quotes = " ".join(f"{each.title} {each.quote}" for each in view.citations.values())
    drugs = recognise_passage(quotes).names("drug")
    return tuple(
        replace(each, options=tuple(o for o in each.options if _drugs(o) and _drugs(o) <= drugs))
        for each in missing
        if names_a_lack(each.name, view)
        and (not (genes := _genes(each.name)) or not genes <= told or _asks_for_more(each.name))
    )


def _asks_for_more(name: str) -> bool:
    """Whether a fact on a gene is more than whether it is altered: how strongly it is expressed, in
    which share of cells, from which sample."""
    return bool(_MORE_THAN_STATE.search(name))


def _cells(text: str, option: str, cell: SentenceCell) -> Iterator[DraftSentence]:
    """The sentences of a cell. One that does not name its option, or the class of one of its drugs,
    gets it in front: it must hold by itself, and is checked as it reads."""
    for sentence in _sentences(text, "row"):
        names = _drugs(sentence.text) & _drugs(option) or option.lower() in sentence.text.lower()
        names = names or _names_class_of(sentence.text, option)
        words = sentence.text if names else f"{option}: {sentence.text}"
        yield replace(sentence, text=words, option=option, cell=cell)


def _names_class_of(text: str, option: str) -> bool:
    """Whether a sentence speaks of a class that a drug of the option is of: "HER2-targeted therapy"
    in a line on tucatinib."""
    spoken = frozenset(name for agent in find_agents(text) for name in agent.classes)
    own = (drug_classes(drug) for drug in _drugs(option)) if spoken else ()
    return any(spoken & each for each in own)


def _sentences(text: str, role: SentenceRole) -> Iterator[DraftSentence]:
    """The sentences of a line, also where a model wrote several on one."""
    split = _INNER_END.sub(lambda match: f"{match[1].strip()}\n", _BULLET.sub("", text))
    for line in split.splitlines():
        words = _plain(line)
        if words and words.strip(".") != NO_ANSWER and words not in ("-", "–", "—"):
            keys = tuple(dict.fromkeys(_KEYS.findall(line)))
            yield DraftSentence(text=words, keys=keys, role=role)


def _missing_fact(words: str) -> MissingFact:
    """``ESR1 status (elacestrant, imlunestrant)``: a fact, and what hangs on it."""
    found = _HANGS_ON_IT.search(words)
    if found is None:
        return MissingFact(name=words.rstrip(" ."))
    options = [part.strip() for part in re.split(r"[,;]", found[1])]
    return MissingFact(
        name=words[: found.start()].strip(" ."), options=tuple(filter(None, options))
    )


def _plain(text: str) -> str:
    """The words without keys, and without the emphasis that a model puts around labels."""
    words = _KEYS.sub("", text).strip().strip("*").strip()
    return re.sub(r"(?<!\s)\s+([.,;:])", r"\1", words)


def _drugs(text: str) -> frozenset[str]:
    return recognise_passage(text).names("drug")


def _genes(text: str) -> frozenset[str]:
    return recognise_passage(text).names("gene")


def split_ready(text: str) -> tuple[str, str]:
    """What a model wrote that calls no tool: its last thought, and the answer behind it; no answer
    where it only says that it is ready. The word itself is for the program, not for people."""
    ready = READY.match(text.strip())
    told = _behind_ready(text.strip()[ready.end() :]) if ready else ("", text.strip())
    thought, written = told
    if _KEYS.search(written) or NO_ANSWER in written:
        return thought, written
    return (thought or ONLY_READY if ready else text.strip()), ""


def _behind_ready(text: str) -> tuple[str, str]:
    """The words behind READY on its line, and what follows; an answer that begins on the same line
    begins with its first sentence that has a key, or with a label."""
    first, _, rest = text.lstrip(" –—-").partition("\n")
    opening, *others = _SENTENCE_END.split(first.strip(), maxsplit=1)
    if not (_KEYS.search(first) or NO_ANSWER in first):
        return first.strip(), rest.strip()
    if _KEYS.search(opening) or _LABEL.match(opening) or NO_ANSWER in opening:
        opening, others = "", [first.strip()]
    return opening, "\n".join([*others, rest]).strip()
