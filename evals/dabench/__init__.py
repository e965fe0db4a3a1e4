"""InfiAgent-DABench: questions on tables, answered by code of a chat model."""
