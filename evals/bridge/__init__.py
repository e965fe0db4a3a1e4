"""A chat model played by hand: each request becomes a file, and a file is its answer."""
