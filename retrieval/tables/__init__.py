"""Tables of data: rows and columns of a file as values, and what can be told of them."""
