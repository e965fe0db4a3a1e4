"""What is known by name. The tables are files in ``data``; each is read once, when first needed."""

from names.tables.drugs import drugs, effects_on_others, strategies
from names.tables.genes import Gene, genes, not_genes, symbols_by_name
from names.tables.rows import read_rows, split_cell
from names.tables.trials import trial_numbers
from names.tables.tumours import is_same_tumour, lineage, tumour_parents
from names.tables.wordings import Wording, tokens, wordings

__all__ = [
    "Gene",
    "Wording",
    "drugs",
    "effects_on_others",
    "genes",
    "is_same_tumour",
    "lineage",
    "not_genes",
    "read_rows",
    "split_cell",
    "strategies",
    "symbols_by_name",
    "tokens",
    "trial_numbers",
    "tumour_parents",
    "wordings",
]
