"""Answers that people marked, asked again and compared with what was said then."""
