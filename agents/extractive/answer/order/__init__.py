"""The order in which the statements of an answer are said."""
