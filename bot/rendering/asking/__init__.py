"""What is shown of questions that are asked by a press or in a form."""
