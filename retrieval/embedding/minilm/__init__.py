"""The default embedder, computed with NumPy."""
