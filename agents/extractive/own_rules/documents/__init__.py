"""What a document of a hospital says of its own rules: versions, footnotes, markers."""
