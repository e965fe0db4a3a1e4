"""Sources on drugs: labels, names, indications."""
