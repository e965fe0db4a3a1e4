"""One recogniser per sort of name. Each takes a text and yields mentions; none calls another."""
