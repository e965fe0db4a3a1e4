"""What public pages said where no record is at hand: address, date seen and the bare facts.

``pages_*.toml`` holds, for each page that a document names in ``facts_from``, the facts taken from
it in note form. A number of a document that only pages can confirm must stand in those notes.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class NotedPage:
    """A public page and the facts that were read there."""

    url: str
    title: str
    notes: tuple[str, ...]
    name: str = ""
    """Short name of the page."""
    organisation: str = ""
    dated: str = ""
    """The date that the page states for itself; ISO, possibly only a year."""

    @property
    def text(self) -> str:
        return "\n".join((self.url, self.title, self.dated, *self.notes))


def read_pages(folder: Path) -> dict[str, NotedPage]:
    """The pages noted in every ``pages*.toml`` of a folder, by address."""
    pages: dict[str, NotedPage] = {}
    for path in sorted(folder.glob("pages*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("page", []):
            told = {
                key: str(entry[key]) for key in ("name", "organisation", "dated") if key in entry
            }
            page = NotedPage(entry["url"], entry["title"], tuple(entry["notes"]), **told)
            pages[page.url] = page
    return pages
