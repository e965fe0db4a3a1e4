"""files.*: uploads, sharing and listing. The bytes travel over `workspace.http.file_routes`."""

from __future__ import annotations

from workspace.errors import refuse, refuse_arguments
from workspace.json_types import JsonObject
from workspace.model.messages.new_message import NewMessage
from workspace.web_api.call import ApiCall, ApiMethod
from workspace.web_api.content import read_content

MAX_ALT_TEXT = 1_000
"""Characters (docs.slack.dev/reference/methods/files.getUploadURLExternal)."""

MAX_UPLOAD = 1024**3
MAX_SNIPPET = 1024**2
"""Bytes of a file and of a snippet (docs.slack.dev/messaging/working-with-files)."""
MAX_CHANNELS = 100
"""In which files are shared at once, by the error of files.completeUploadExternal."""
_KINDS = {"images": ("image/",), "pdfs": ("application/pdf",), "zips": ("application/zip",)}
"""How the type of a file begins, by the kinds that `types` asks for and that are here."""
_OTHER_KINDS = frozenset({"all", "spaces", "snippets", "gdocs"})


def get_upload_url(call: ApiCall) -> JsonObject:
    """Where the bytes of a file go; refuses what is larger than Slack takes."""
    name, _ = call.arguments.required_texts("filename", "length")
    if call.arguments.integer("length", 0) <= 0:
        refuse_arguments("must be more than 0 [json-pointer:/length]")
    if call.arguments.integer("length", 0) > MAX_UPLOAD:
        refuse("file_upload_size_restricted")
    if call.arguments.text("snippet_type") and call.arguments.integer("length", 0) > MAX_SNIPPET:
        refuse("snippet_too_large")
    alt_text = call.arguments.text("alt_txt")
    if len(alt_text) > MAX_ALT_TEXT:
        refuse("alt_txt_too_large")
    ticket, body = call.workspace.files.start_upload(call.app.user, name, alt_text)
    return {"upload_url": f"{call.server.base_url}/upload/v1/{ticket}", "file_id": body["id"]}


def complete_upload(call: ApiCall) -> JsonObject:
    """Give the files their titles and share them, in one message for each channel."""
    entries = call.arguments.objects("files", "invalid_arguments")
    if not entries or not all(isinstance(one.get("id"), str) for one in entries):
        refuse("invalid_arguments")
    channels = call.arguments.text("channels") or call.arguments.text("channel_id")
    shared_in = [one for one in channels.split(",") if one]
    if len(shared_in) > MAX_CHANNELS:
        refuse("channels_limit_exceeded")
    files = call.workspace.files
    ids = tuple(str(one["id"]) for one in entries)
    for one in entries:
        files.complete_upload(one["id"], str(one.get("title") or ""))
    for channel in shared_in:
        call.workspace.timeline.post(_message_with_files(call, channel, ids))
    return {"files": [files.get(file_id) for file_id in ids]}


def info(call: ApiCall) -> JsonObject:
    file_id = call.arguments.required_text("file")
    call.workspace.files.refuse_deleted(call.app.user, file_id)
    found = call.workspace.files.get_for(call.app.user, file_id)
    return {"file": found, "comments": [], "response_metadata": {"next_cursor": ""}}


def list_all(call: ApiCall) -> JsonObject:
    """files.list: shared files, newest first, by user and channel, in numbered pages."""
    arguments = call.arguments
    if user := arguments.text("user"):
        call.workspace.people.user(user)
    begin = _beginnings(arguments.text("types", "all"))
    found = [
        one
        for one in call.workspace.files.list_shared(call.app.user)
        if user in ("", one["user"])
        and str(one.get("mimetype") or "").startswith(begin)
        and arguments.text("channel") in ("", *one["channels"], *one["groups"], *one["ims"])
    ]
    size = min(max(arguments.integer("count", 100), 1), 1000)
    number = max(arguments.integer("page", 1), 1)
    shown = found[(number - 1) * size : number * size]
    pages = -(-len(found) // size)
    paging = {"count": size, "total": len(found), "page": number, "pages": pages}
    return {"files": shown, "paging": paging}


def _beginnings(types: str) -> tuple[str, ...]:
    """How the types of the wanted files begin; all of them begin with nothing."""
    wanted = [each.strip() for each in types.split(",")]
    if not _OTHER_KINDS.union(_KINDS).issuperset(wanted):
        refuse("unknown_type")
    found = tuple(begin for each in wanted for begin in _KINDS.get(each, ()))
    return ("",) if "all" in wanted else found


def delete(call: ApiCall) -> JsonObject:
    file_id = call.arguments.required_text("file")
    call.workspace.files.refuse_deleted(call.app.user, file_id)
    if call.workspace.files.get_for(call.app.user, file_id)["user"] != call.app.user:
        refuse("cant_delete_file")
    call.workspace.files.delete(file_id)
    return {}


def _message_with_files(call: ApiCall, channel: str, ids: tuple[str, ...]) -> NewMessage:
    content = read_content(call)
    return NewMessage(
        channel=channel,
        user=call.app.user,
        text=call.arguments.text("initial_comment"),
        blocks=content.blocks or (),
        thread_ts=call.arguments.text("thread_ts") or None,
        file_ids=ids,
    )


METHODS = {
    "files.getUploadURLExternal": ApiMethod(get_upload_url, "tier_4", ("files:write",)),
    "files.completeUploadExternal": ApiMethod(complete_upload, "tier_4", ("files:write",)),
    "files.info": ApiMethod(info, "tier_4", ("files:read",)),
    "files.list": ApiMethod(list_all, "tier_3", ("files:read",)),
    "files.delete": ApiMethod(delete, "tier_3", ("files:write",)),
}
