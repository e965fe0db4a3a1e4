"""What a statement is for, held against what is known of the patient: one module a dimension."""
