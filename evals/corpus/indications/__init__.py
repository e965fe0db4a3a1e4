"""The silo of indications, written from records: FDA labels and CIViC."""
