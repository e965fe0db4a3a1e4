"""The prompts: text files beside this one, and what loads them."""

from agents.prompts.loading import Prompt, every_prompt, load_prompt

__all__ = ["Prompt", "every_prompt", "load_prompt"]
