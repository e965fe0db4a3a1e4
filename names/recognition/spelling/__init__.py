"""How names are written: in small letters, misspelled, or like a name that no table has."""
