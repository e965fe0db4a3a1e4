"""How likely each rule of a hospital is the one that a question asks for, by fitted weights."""
