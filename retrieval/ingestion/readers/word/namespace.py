"""How the names of Word's own elements begin."""

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
"""ECMA-376, part 1, WordprocessingML."""
