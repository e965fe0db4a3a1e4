"""The rules of the quotes held against what the thread says of its patient."""
