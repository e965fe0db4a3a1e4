"""What is built by what is set: who answers, who summarises, and how services are reached."""
