"""A hospital's pathways: rules that say what is given for a tumour and its markers."""
