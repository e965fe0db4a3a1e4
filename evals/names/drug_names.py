"""Make the table of further drug names: brands of other countries, older and foreign names.

    python -m evals.names.drug_names DICTIONARY FOLDER

``DICTIONARY`` is ``drug_ner_dictionary.pkl.bz2`` of the package drug-named-entity-recognition
(version 2.0.9 of 2025-07-15 on PyPI), which joins the names of MedlinePlus, the NHS, MeSH, DrugBank
and Wikipedia. ``FOLDER`` holds the data sets, as in :mod:`evals.names.tables`.

A name is kept if it is one word that means one drug of the tables only, and if it is no word of
ordinary prose: "actos" is kept, "sone" is not.
"""

from __future__ import annotations

import bz2
import pickle
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from evals.names.tables import SUFFIX, TABLES, case_counts, write_table
from names.recognise import recognise
from names.tables.drugs import drugs
from names.tables.drugs import further_names as rare_names
from names.tables.other_drugs import other_drugs

FILE = "treatment/drug_names.tsv"
HEADER = """\
Further names of the drugs of the other tables, bare facts: generic name, other names.
Names of MedlinePlus, the NHS, MeSH, DrugBank and Wikipedia, as drug-named-entity-recognition 2.0.9
(2025-07-15) joins them."""
SHORTEST = 5
"""Letters of a name; shorter ones are abbreviations of too many things."""
NOT_MEANT = frozenset(
    ("maalox", "copal", "planum", "caelyx", "myocet", "onureg", "juluca", "triptafen", "adderall")
)
"""Names that mostly mean another thing or several drugs, or another form with a dose of its own."""
IN_PROSE = 3
"""Occurrences in lower case from which a name may be an ordinary word. Chosen by hand."""


def further_names(
    owners: Mapping[str, Iterable[str]], lower: Mapping[str, int]
) -> Iterator[tuple[str, str]]:
    """Rows of the table. ``owners``: name → the drugs it means; ``lower``: word → how often it
    stands in prose."""
    known = {*drugs(), *other_drugs()}
    found: dict[str, set[str]] = defaultdict(set)
    for name, meant in owners.items():
        generics = {each if each in known else SUFFIX.sub("", each) for each in meant}
        if len(generics) != 1 or not generics <= known:
            continue
        (generic,) = generics
        if name != generic and _is_distinct(name, lower) and not _is_known(name):
            found[generic].add(name)
    return ((generic, "|".join(sorted(found[generic]))) for generic in sorted(found))


def _is_distinct(name: str, lower: Mapping[str, int]) -> bool:
    of_letters = len(name) >= SHORTEST and name.isascii() and name.isalpha()
    return of_letters and name not in NOT_MEANT and lower.get(name, 0) < IN_PROSE


def _is_known(name: str) -> bool:
    """Whether a name means something already, in another table than this one."""
    here = any(name in names for names in rare_names().values())
    return not here and bool(recognise(name).mentions)


def main() -> None:
    dictionary, data = map(Path, sys.argv[1:])
    with bz2.open(dictionary) as packed:
        owners = pickle.load(packed)["drug_variant_to_canonical"]  # noqa: S301
    write_table(TABLES / FILE, HEADER, further_names(owners, case_counts(data)[0]))


if __name__ == "__main__":
    main()
