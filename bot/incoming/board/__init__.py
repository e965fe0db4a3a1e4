"""What people do with the decision of a board: record it, change it, sign it."""
