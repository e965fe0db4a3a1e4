"""Functions by which statements are told again where a pattern is not enough: by subject."""
