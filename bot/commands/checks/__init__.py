"""What ``curbside doctor`` looks at."""
