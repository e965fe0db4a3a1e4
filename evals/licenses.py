"""The licences of everything that is installed beside Curbside, from the packages' own metadata.

    python -m evals.licenses [--flagged]

A line for each package: name, version, licence, and a mark when somebody should look: ``copyleft``
(the terms ask for something when the software is passed on) or ``unknown`` (the metadata name no
licence). It needs no network. A mark is a hint, not legal advice: many packages offer a choice or
are only linked to.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions

OWN = "curbside"
UNKNOWN = "unknown"
_COPYLEFT = re.compile(r"\b[AL]?GPL|General Public|\bMPL|Mozilla|\bEPL|\bEUPL|\bCDDL|CC-BY-SA")
_CLASSIFIER = "License :: "
_SHORT = 60
"""Characters; a longer licence field is the whole text instead of a name. Chosen by hand: the
longest names of the packages at hand have about 40."""


@dataclass(frozen=True, slots=True, order=True)
class PackageLicense:
    """One installed package."""

    name: str
    version: str
    license: str

    @property
    def flag(self) -> str:
        """Why somebody should look; empty when nobody needs to."""
        if self.license == UNKNOWN:
            return UNKNOWN
        return "copyleft" if _COPYLEFT.search(self.license) else ""


def package_licenses(installed: Iterable[Distribution]) -> list[PackageLicense]:
    """The licence of each distribution but our own, by name. A package that is found in several
    folders counts once: the first, which is the one that Python imports."""
    found: dict[str, PackageLicense] = {}
    for distribution in installed:
        name = distribution.metadata["Name"]
        if name.lower() != OWN:
            package = PackageLicense(name, distribution.version, license_of(distribution))
            found.setdefault(name.lower(), package)
    return [found[name] for name in sorted(found)]


def license_of(distribution: Distribution) -> str:
    """The licence as the metadata name it: the SPDX expression, else the classifiers, else the
    first line of the licence field, else :data:`UNKNOWN`."""
    metadata = distribution.metadata
    if "License-Expression" in metadata:
        return metadata["License-Expression"]
    names = [
        each.split(" :: ")[-1]
        for each in metadata.get_all("Classifier") or ()
        if each.startswith(_CLASSIFIER) and each.count(" :: ") > 1
    ]
    stated = metadata["License"].strip().split("\n")[0].strip() if "License" in metadata else ""
    if names:
        return "; ".join(names)
    return stated if stated.lower() != UNKNOWN and 0 < len(stated) <= _SHORT else UNKNOWN


def report_lines(packages: Iterable[PackageLicense], *, flagged_only: bool) -> Iterator[str]:
    """A line for each package, and how many of them are marked."""
    every = list(packages)
    flagged = [package for package in every if package.flag]
    for package in flagged if flagged_only else every:
        line = f"{package.name:<34} {package.version:<16} {package.license:<50} {package.flag}"
        yield line.rstrip()
    yield f"{len(every)} packages, {len(flagged)} to look at."


def main(arguments: list[str]) -> None:
    """The command line of this module."""
    parser = argparse.ArgumentParser("python -m evals.licenses")
    parser.add_argument("--flagged", action="store_true", help="only those to look at")
    options = parser.parse_args(arguments)
    for line in report_lines(package_licenses(distributions()), flagged_only=options.flagged):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
