"""The name tables: where they come from, how they are read, and when."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files

from names.genes import by_name
from names.tables import drugs, exact_only, genes, rows, tokens, tumour_parents
from tests.waiting import HANG_SECONDS


def test_every_table_says_in_its_header_where_it_comes_from() -> None:
    for name in ("drugs.tsv", "drug_targets.tsv", "trials.tsv", "tumours.tsv", "wordings.tsv"):
        first = (files("names") / "data" / name).read_text().splitlines()[0]
        assert first.startswith("#")
        assert len(first) > 40


def test_every_tumour_type_belongs_to_one_that_exists() -> None:
    parents = tumour_parents()
    assert all(parent in parents for parent in parents.values() if parent)


def test_every_wording_has_three_fields() -> None:
    assert all(len(row) == 3 for row in rows("wordings.tsv"))


def test_an_alias_shared_by_genes_stands_only_for_a_clinical_one() -> None:
    assert by_name()["HER2"] == ("ERBB2",)
    assert all(len(symbols) == 1 for symbols in by_name().values())


def test_a_symbol_is_never_taken_for_an_alias_of_another_gene() -> None:
    assert all(by_name()[symbol] == (symbol,) for symbol in genes())


def test_brands_are_listed_under_the_generic_name() -> None:
    assert "Verzenio" in drugs()["abemaciclib"]
    assert "Enhertu" in drugs()["trastuzumab deruxtecan"]


def test_short_capitals_and_mixed_case_count_only_in_these_letters() -> None:
    assert exact_only("ALL")
    assert exact_only("eGFR")
    assert not exact_only("NSCLC")
    assert not exact_only("breast cancer")


def test_hyphens_and_slashes_separate_words() -> None:
    assert tokens("CDK4/6-inhibitor") == ("cdk4", "6", "inhibitor")


def test_the_tables_are_read_at_the_first_question_and_only_once() -> None:
    """How long reading them takes is a figure of ``curbside bench``."""
    code = (
        "import sys\n"
        "from names.recognise import recognise\n"
        "opened = []\n"
        "note = lambda event, args: event == 'open' and opened.append(str(args[0]))\n"
        "sys.addaudithook(note)\n"
        "tables = lambda: [path for path in opened if '.tsv' in path]\n"
        "assert not tables()\n"
        "recognise('HER2 abemaciclib tumour')\n"
        "first = tables()\n"
        "recognise('KRAS sotorasib lung')\n"
        "assert first and tables() == first, tables()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=HANG_SECONDS)
