"""Do the citations of an answer support its sentences, and does each of them help?"""
