"""Text as text: words, sentences, passages, chunks."""
