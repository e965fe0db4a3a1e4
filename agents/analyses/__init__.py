"""Fixed analyses of tables: what is asked, which columns it is on, and what comes out."""
