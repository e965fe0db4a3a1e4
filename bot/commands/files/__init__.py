"""Commands on one file: what a sequencing report names, what a table comes to."""
