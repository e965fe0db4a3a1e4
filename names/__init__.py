"""The vocabulary of oncology: genes, drugs, variants, trials, tumours and how they are worded.

A leaf package: it imports nothing of ours. ``recognise`` finds the names in a text, ``synonyms``
says what a name is also called, ``tables`` holds what is known, ``entities`` the values handed out.
"""
