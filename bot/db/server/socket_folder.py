"""Where Unix sockets can stand: the path of one has a longest length."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path

LONGEST_SOCKET_FOLDER = 90
"""Characters. A socket's whole path may have 107 bytes, its name takes the rest."""

PLAIN = re.compile(r"[\w./ -]*", re.ASCII)
"""What a socket's folder may be named with: PostgreSQL's setting is a list, split and quoted by
rules."""


def socket_folder(folder: Path) -> Path:
    """The folder itself where its path is short and plain, else one of this user below the
    temporary folder, named by a hash of the path. Nothing is made."""
    if len(os.fsencode(folder)) <= LONGEST_SOCKET_FOLDER and PLAIN.fullmatch(str(folder)):
        return folder
    digest = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"curbside-{os.geteuid()}-{digest}"
