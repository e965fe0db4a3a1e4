"""What a thread shows of marks: the lines below an answer or a step, the buttons, the form."""
