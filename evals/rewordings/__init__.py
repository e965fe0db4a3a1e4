"""Whether a question gets the same answer in other words: each way of writing is an operator."""
