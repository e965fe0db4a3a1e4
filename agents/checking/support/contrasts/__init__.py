"""What a sentence turns round or moves in words that its quotes do not have: another beginning of a
word, regimen, grade or line of treatment, a limit not reached, an effect on exposure."""
