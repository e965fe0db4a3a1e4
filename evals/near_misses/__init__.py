"""Made patients for whom a statement of the corpus holds, and the same patients with one thing
changed, for whom it does not."""
