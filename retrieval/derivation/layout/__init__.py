"""How a text is laid out: rows of tables, headings without marks, values without their name."""
