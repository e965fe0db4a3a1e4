"""Chains of silos beside those that a question needs, after RadABench.

The tool sets are shipped, made redundant, made insufficient, and made to differ in quality."""
