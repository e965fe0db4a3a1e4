"""The HTTP API: questions in, steps and answers out, each client with a token."""
