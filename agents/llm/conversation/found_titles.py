"""The documents of a search that are only named to a model. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from agents.checking.documents.unsuited_documents import NOT_FOR_PATIENT
from agents.llm.conversation.shown_so_far import ShownSoFar
from agents.turns import Observation
from retrieval.documents import DocumentRef
from retrieval.text.words import words

_HERE = re.compile(r"; here: [^;]*")
_DIGEST = re.compile(r"(?:^|, )digest(?=[,;]|$)")
_YEAR = re.compile(r"^(?P<year>\d{4})[\d-]*(?:, [^;]*)?")
"""The date, and what stands beside it: how strong the evidence is, is told when it is shown."""
_OF_OTHERS = re.compile(r"; of the others: .*")
"""What the statements need that are not for this patient; how many are stands before it."""
ENOUGH = 2
"""Words of its title that an id must have to stand for it. Chosen by hand: a tumour and a gene."""
MOST_TITLED = 1
"""Documents of a search that are named with their titles where a step has many searches; the others
by their ids where these tell what they are on. Chosen by hand: in the wide cases of
``tests/integration/llm/economy`` titles were a fifth of what the tools told."""
LEAST_LETTERS = 3
"""Of such a word: two letters tell nothing. Chosen by hand: "nccn"."""
MORE_FIT = "More documents fit: the same search with more=true."


def found_titles(observation: Observation, told: ShownSoFar) -> list[str]:
    """Documents that were found and of which nothing follows here."""
    # A step of many calls names many.
    brief = any(call == observation.call_id for call, _ in told.parts)
    # Behind a dash a title lists its sections.
    heads = (title.partition(" — ")[0] for title in observation.titles)
    titles = dict(zip(observation.documents, heads, strict=False))
    for ref, mark in zip(observation.documents, observation.marks, strict=False):
        mark = _OF_OTHERS.sub("", _YEAR.sub(r"\g<year>", mark)) if brief else mark
        titles[ref] = _with_mark(titles[ref], mark, tells=_tells(ref.id, titles[ref]))
    used = {each.ref for finding in observation.findings for each in finding.citations}
    used |= {each.ref for each in observation.offered}
    above = [ref for ref in titles if ref in told.refs and ref not in used]
    rest = [ref for ref in titles if ref not in used and ref not in above]
    unread = [ref for ref in rest if ref in observation.unread]
    unused = [ref for ref in rest if ref not in observation.unread]
    groups = (
        ("Shown above", above),
        ("Found and not read; open_document reads one", unread),
        ("Read, nothing in it bears on the query", unused),
    )
    lines = [
        f"{what}: " + "; ".join(_names(refs, titles, told, brief)) for what, refs in groups if refs
    ]
    return lines + ([MORE_FIT] if observation.left else [])


def _names(
    refs: Sequence[DocumentRef], titles: Mapping[DocumentRef, str], told: ShownSoFar, brief: bool
) -> Iterator[str]:
    """The documents by name: where many are named, from the second on by an id that has a word of
    the title, so not by a number."""
    for place, ref in enumerate(refs):
        if brief and place >= MOST_TITLED and _tells(ref.id, titles[ref], words_shared=1):
            against = f" ({NOT_FOR_PATIENT.strip(': ')})" * (NOT_FOR_PATIENT in titles[ref])
            yield f"{ref.silo}/{ref.id}{against}"
        else:
            yield _name_once(ref, titles[ref], told)


def _name_once(ref: DocumentRef, title: str, told: ShownSoFar) -> str:
    """A document by its id, the first time with its title and what limits it."""
    known = ref in told.titles or ref in told.refs
    told.titles.add(ref)
    return f"{ref.silo}/{ref.id}" if known else f"{ref.silo}/{ref.id} {title}"


def _with_mark(title: str, mark: str, *, tells: bool) -> str:
    """A title with what limits its document. Of one that is not for this patient only why, where
    its id *tells* what it is on; what the patient has is known. That it is a digest is told when it
    is shown."""
    limits = _HERE.sub("", mark)
    _, is_against, reason = limits.partition(NOT_FOR_PATIENT)
    if is_against:
        why = f"({NOT_FOR_PATIENT}{reason})"
        return why if tells else f"{title} {why}"
    limits = _DIGEST.sub("", limits).strip(" ,;")
    return f"{title} ({limits})" if limits else title


def _tells(name: str, title: str, words_shared: int = ENOUGH) -> bool:
    """Whether an id has words of the title: ``ovarian-cancer-brca1-and-brca2``."""
    shared = set(words(name.replace("-", " "))) & set(words(title))
    return len([each for each in shared if len(each) >= LEAST_LETTERS]) >= words_shared
