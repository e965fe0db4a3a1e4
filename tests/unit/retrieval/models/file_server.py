"""A server of files on loopback, as a model hub is one: it serves ranges, sends on to its store,
and does to the next requests what it was told."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Trouble:
    """What happens to one request."""

    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    """Bytes of the body that are sent before the connection ends."""
    whole: bool = False
    """The range is not looked at."""
    shift: int = 0
    """A range begins so much further than the one asked for."""


@dataclass
class FileServer:
    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    troubles: list[Trouble] = field(default_factory=list)
    """Of the next requests, in turn; then none."""
    ranges: list[str] = field(default_factory=list)
    """What was asked for: the header of each request, or nothing."""
    sent: int = 0


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        if self.path.startswith("/sent-on/"):
            return self._head(302, {"Location": self.path.removeprefix("/sent-on")}, 0)
        told, asked = self.server.told, self.headers.get("Range", "")
        told.ranges.append(asked)
        trouble = told.troubles.pop(0) if told.troubles else Trouble()
        content = told.files.get(self.path)
        if trouble.status or content is None:
            return self._head(trouble.status or 404, trouble.headers, 0)
        return self._part(content, _start_of(asked, trouble), trouble)

    def _part(self, content: bytes, start: int, trouble: Trouble) -> None:
        if start >= len(content):
            return self._head(416, {"Content-Range": f"bytes */{len(content)}"}, 0)
        headers = dict(trouble.headers)
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        self._head(206 if start else 200, headers, len(content) - start)
        end = None if trouble.cut_after is None else start + trouble.cut_after
        # Counted before it is sent: who has read it all may look at once.
        self.server.told.sent += len(content[start:end])
        self.wfile.write(content[start:end])
        self.close_connection = end is not None
        return None

    def _head(self, status: int, headers: Mapping[str, str], length: int) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(length), **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


class _Server(ThreadingHTTPServer):
    told: FileServer

    def handle_error(self, *_: object) -> None:
        """A client that goes away in the middle is no failure here."""


def _start_of(asked: str, trouble: Trouble) -> int:
    if not asked or trouble.whole:
        return 0
    return int(asked.removeprefix("bytes=").rstrip("-")) + trouble.shift


@contextmanager
def file_server() -> Iterator[FileServer]:
    """Serve until the block ends."""
    with _Server(("127.0.0.1", 0), Handler) as own:
        own.told = FileServer(f"http://127.0.0.1:{own.server_port}")
        thread = threading.Thread(target=own.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield own.told
        finally:
            own.shutdown()
            thread.join()
