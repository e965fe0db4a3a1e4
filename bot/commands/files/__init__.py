"""Commands on one file: what a sequencing report names."""
