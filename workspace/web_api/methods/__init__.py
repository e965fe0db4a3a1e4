"""The methods, one module for each family. `dispatch.py` collects them by name."""
