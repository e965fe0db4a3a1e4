"""What the readers share: numbers with their comparisons and units, and what is denied."""
