"""Licences are read from the metadata of packages, and those to look at are marked."""

from __future__ import annotations

from importlib.metadata import Distribution, distributions
from pathlib import Path

import pytest

from evals.licenses import package_licenses, report_lines


def install(folder: Path, name: str, *fields: str) -> None:
    made = folder / f"{name}-1.0.dist-info"
    made.mkdir(parents=True)
    head = ["Metadata-Version: 2.4", f"Name: {name}", "Version: 1.0", *fields]
    (made / "METADATA").write_text("\n".join(head) + "\n")


def installed(folder: Path) -> list[Distribution]:
    return list(distributions(path=[str(folder)]))


@pytest.mark.parametrize(
    ("fields", "license", "flag"),
    [
        (["License-Expression: MIT OR Apache-2.0"], "MIT OR Apache-2.0", ""),
        (["License-Expression: LGPL-3.0-only"], "LGPL-3.0-only", "copyleft"),
        (
            ["Classifier: License :: OSI Approved :: BSD License", "License: see the file"],
            "BSD License",
            "",
        ),
        (
            ["Classifier: License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)"],
            "Mozilla Public License 2.0 (MPL 2.0)",
            "copyleft",
        ),
        (["Classifier: License :: OSI Approved", "License: BSD"], "BSD", ""),
        (["License: " + "Permission is hereby granted " * 9], "unknown", "unknown"),
        (["License: UNKNOWN"], "unknown", "unknown"),
        ([], "unknown", "unknown"),
    ],
)
def test_a_licence_is_what_the_metadata_name(
    tmp_path: Path, fields: list[str], license: str, flag: str
) -> None:
    install(tmp_path, "one", *fields)
    (package,) = package_licenses(installed(tmp_path))
    assert (package.license, package.flag) == (license, flag)


def test_our_own_package_is_left_out_and_one_found_twice_counts_once(tmp_path: Path) -> None:
    install(tmp_path / "first", "Numbers", "License: BSD")
    install(tmp_path / "second", "numbers", "License: MIT")
    install(tmp_path / "second", "curbside", "License: MIT")
    both = [*installed(tmp_path / "first"), *installed(tmp_path / "second")]
    assert [(one.name, one.license) for one in package_licenses(both)] == [("Numbers", "BSD")]


def test_the_report_can_be_cut_to_those_to_look_at(tmp_path: Path) -> None:
    install(tmp_path, "free", "License: MIT")
    install(tmp_path, "strict", "License: GPLv3")
    *lines, last = report_lines(package_licenses(installed(tmp_path)), flagged_only=True)
    assert [line.split() for line in lines] == [["strict", "1.0", "GPLv3", "copyleft"]]
    assert last == "2 packages, 1 to look at."


def test_every_package_that_is_installed_here_can_be_read() -> None:
    packages = package_licenses(distributions())
    assert {"numpy", "sqlalchemy"} <= {one.name.lower() for one in packages}
    assert sum(one.license == "unknown" for one in packages) < len(packages) / 10
