"""What a sentence puts to its quotes that none of them tells: a reason, a route, a total, a
permission."""
