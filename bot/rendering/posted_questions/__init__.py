"""How questions that are asked by a press or in a form look: the forms, and what is posted."""
