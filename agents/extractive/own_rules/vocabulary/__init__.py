"""The words of a hospital's rules and of questions on them: short forms, everyday words, groups."""
