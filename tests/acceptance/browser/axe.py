"""axe-core from npm, in the version of `tests/page/package.json`, run on what a window shows."""

from __future__ import annotations

import fcntl
import functools
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.acceptance.browser.page import Window
from tests.conftest import absent

DECLARED = Path(__file__).parents[2] / "page" / "package.json"
INSTALLED = Path(__file__).parents[3] / ".cache" / "axe"
INSTALL = ("install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund")
RUN = "axe.run(document, {resultTypes: ['violations']})"


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule of axe that the page breaks, how bad that is, and where."""

    rule: str
    impact: str
    where: tuple[str, ...]


@functools.cache
def axe_source() -> str:
    """The script, installed once for each version."""
    version = json.loads(DECLARED.read_text(encoding="utf-8"))["devDependencies"]["axe-core"]
    folder = INSTALLED / version
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    npm = shutil.which("npm")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        # Two test processes that install at once would take files away from each other.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not script.exists():
            if npm is None:
                absent("Node with npm")
            wanted = [str(npm), *INSTALL, "--prefix", str(folder), f"axe-core@{version}"]
            subprocess.run(wanted, check=True, timeout=120, capture_output=True)
    return script.read_text(encoding="utf-8")


async def findings(window: Window) -> list[Finding]:
    """What axe finds on the page as it is shown now."""
    await window.page.evaluate(axe_source())
    found = await window.page.evaluate(RUN)
    return [
        Finding(
            each["id"],
            each["impact"],
            tuple(" ".join(map(str, node["target"])) for node in each["nodes"]),
        )
        for each in found["violations"]
    ]
