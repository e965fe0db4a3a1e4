"""Sources of trials: ClinicalTrials.gov."""
