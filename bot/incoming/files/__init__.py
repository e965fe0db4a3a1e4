"""The files of a thread: listed, switched off and on again."""
