"""What a message in a thread is beside a question, by its words alone: whom it is meant for, a fact
of the patient, another way to go on, a question on what was no option."""
