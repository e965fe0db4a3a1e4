"""Made sequencing reports: is every row of them read, and none that they do not hold."""
