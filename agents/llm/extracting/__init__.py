"""Code of a model that reads what a source of records sent in a form that is not declared."""
