"""The core that thinks with a language model. The only room that imports LangChain."""
