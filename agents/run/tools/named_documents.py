"""Which stored document somebody means who names it as it was observed. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches

from agents.turns import Arguments, View
from retrieval.documents import DocumentRef

MOST_HINTS = 3
"""Documents that are named to who named none. Chosen by hand."""
_Name = Callable[[DocumentRef, str], str]
_NAMES: tuple[_Name, ...] = (
    lambda ref, title: f"{ref.silo}/{ref.id}",
    lambda ref, title: ref.id,
    lambda ref, title: title.casefold(),
)
"""By what a document may be named, the surest first."""


def named_document(arguments: Arguments, views: Sequence[View]) -> DocumentRef | None:
    """The document in the version that was seen last; None when none of that name was, or several
    silos have one. It is named ``silo/id``, by its id alone, by its title, or by the key of a quote
    of it. *views*: this run, then earlier ones of the thread, newest first."""
    wanted = document_name(arguments)
    if views and (ref := _by_key(views[0], wanted)):
        return ref
    for view in views:
        seen = _newest_first(view)
        for name in _NAMES:
            found = [ref for ref, title in seen if name(ref, title) in (wanted, wanted.casefold())]
            if len({(ref.silo, ref.id) for ref in found}) == 1:
                return found[0]
    return None


def document_name(arguments: Arguments) -> str:
    """How a call names the document: the silo may stand apart."""
    name = str(arguments.get("document_id", "")).strip().strip("[]")
    silo = str(arguments.get("silo", "")).strip()
    return f"{silo}/{name}" if silo and not name.startswith(f"{silo}/") else name


def not_seen_message(arguments: Arguments, views: Sequence[View]) -> str:
    """What to do about a name that no document of the thread has, or several have."""
    wanted = document_name(arguments)
    seen = {f"{ref.silo}/{ref.id}": title for view in views for ref, title in _newest_first(view)}
    same = [name for name in seen if name.endswith(f"/{wanted}")]
    near = same or get_close_matches(wanted, seen, n=MOST_HINTS, cutoff=0.5)
    hint = f" Seen were: {'; '.join(f'{name} {seen[name]}' for name in near)}." if near else ""
    return f"No document {wanted} was seen in this thread; search for it first.{hint}"


def _by_key(view: View, key: str) -> DocumentRef | None:
    if key in view.citations:
        return view.citations[key].ref
    seen = (each for step in view.all_steps for each in step.observations)
    shown = (each for one in seen for each in one.offered)
    return next((each.ref for each in shown if key in {span.key for span in each.spans}), None)


def _newest_first(view: View) -> list[tuple[DocumentRef, str]]:
    return list(_documents_seen(view))[::-1]


def _documents_seen(view: View) -> Iterator[tuple[DocumentRef, str]]:
    for step in view.all_steps:
        for seen in step.observations:
            yield from zip(seen.documents, seen.titles, strict=False)
