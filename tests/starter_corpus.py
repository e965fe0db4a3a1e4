"""Parts of the starter corpus."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from retrieval.embedding.cache import FILE_NAME


def copy_part(corpus: Path, folder: Path, part: Mapping[str, Sequence[str]]) -> None:
    """Copy these documents of each silo, or all that it has when none is named, to a new folder:
    names are those of the files without what says their format.

    The vectors of the corpus come with them: embedding them again costs minutes of a run."""
    folder.mkdir()
    shutil.copy(corpus / FILE_NAME, folder)
    for silo, names in part.items():
        if not names:
            shutil.copytree(corpus / silo, folder / silo)
            continue
        (folder / silo).mkdir()
        for name in names:
            (file,) = (corpus / silo).glob(f"{name}.*")
            shutil.copy(file, folder / silo)
