"""Made documents of many layouts: are their rows read as they stand, and no sentence made up."""
