"""Files that a person chooses in a form."""

from __future__ import annotations

from workspace.json_types import JsonObject
from workspace.model.file_store import FileStore
from workspace.slack_objects.input_values import Entries, stateful_elements


def describe_files(
    files: FileStore, user: str, blocks: list[JsonObject], entries: Entries
) -> Entries:
    """The entries, with the files themselves where the page named them by their ids.

    Refuses with `file_not_found` if one is not a file that the person sees.
    """
    described = {block_id: dict(block) for block_id, block in entries.items()}
    for block_id, element in stateful_elements(blocks):
        block, action_id = described.get(block_id, {}), element["action_id"]
        if element["type"] == "file_input" and action_id in block:
            chosen = block[action_id]
            ids = chosen if isinstance(chosen, list) else []
            block[action_id] = [files.get_for(user, one) for one in ids if isinstance(one, str)]
    return described


def give_files(files: FileStore, app_user: str, values: JsonObject) -> None:
    """Let the app see the files of a form that it is given."""
    for block in values.values():
        for entry in block.values():
            for file in entry.get("files", ()):
                files.give(file["id"], app_user)
