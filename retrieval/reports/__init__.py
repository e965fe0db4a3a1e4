"""Sequencing reports: what their tables name, each row with the place in the document it stands."""
