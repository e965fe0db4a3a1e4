"""How the weights of the learned fusion are found from public judgements."""
