"""Each record of the corpus has a publisher, who is told beside its statement."""

from __future__ import annotations

import pytest

from retrieval.statements.publishers import Publisher, publisher_of


@pytest.mark.parametrize(
    ("record", "publisher"),
    [
        ("https://www.accessdata.fda.gov/a.pdf", Publisher("FDA label", "US")),
        ("https://www.fda.gov/a", Publisher("U.S. Food and Drug Administration", "US")),
        ("https://www.ema.europa.eu/a", Publisher("European Medicines Agency", "EU")),
        ("https://notfda.gov/a", Publisher("notfda.gov")),
        ("https://www.journal.example:443/a", Publisher("journal.example")),
        ("civic_2025-09:EID1", Publisher("CIViC")),
        ("medquad_cancergov_ghr:GHR-0000080-2", Publisher("Genetics Home Reference")),
        (
            "pgx:fda_pgx_associations_table/A (2)",
            Publisher("FDA table of pharmacogenetic associations", "US"),
        ),
        ("unknown:1", Publisher("unknown")),
        ("", Publisher("")),
    ],
)
def test_the_publisher_is_told_by_the_record(record: str, publisher: Publisher) -> None:
    assert publisher_of(record) == publisher
