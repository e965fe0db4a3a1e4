"""What a treatment has to weigh in a patient: phenotypes, pregnancy, organs, comorbidities."""
