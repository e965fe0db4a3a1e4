"""Messages of ours, known by the mark that each carries: found again, and deleted if sent twice."""
