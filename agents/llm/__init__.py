"""The core that thinks with a language model. The only package of ``agents`` that
imports LangChain."""
