"""Whether a statement holds for a patient: one verdict a dimension."""
