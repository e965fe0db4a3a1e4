"""The prompts: text files beside this one, and what loads them."""

from agents.prompts.loading import Prompt, load_prompt

__all__ = ["Prompt", "load_prompt"]
