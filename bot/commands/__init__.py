"""The commands of ``curbside``, a file per purpose."""
