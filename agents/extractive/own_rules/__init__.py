"""How a question is compared with the rules that a hospital keeps in silos of its own."""
