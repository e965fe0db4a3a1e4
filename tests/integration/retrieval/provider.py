"""A provider of embeddings and re-ranking on loopback: speaks what Cohere and OpenAI speak."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

Body = Any


@dataclass(frozen=True)
class Answer:
    """What the provider says instead of what was asked for."""

    status: int = 200
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass
class Provider:
    """``troubles`` are given out one by one, ``always`` for every request after them."""

    url: str = ""
    dimensions: int = 8
    troubles: list[Answer] = field(default_factory=list)
    always: Answer | None = None
    asked: list[tuple[str, Body]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    change: Callable[[Body], Body] = lambda body: body
    """What is done to an answer before it is sent."""
    lock: Lock = field(default_factory=Lock)

    def bodies(self) -> list[Body]:
        return [body for _, body in self.asked]

    def next_trouble(self) -> Answer | None:
        with self.lock:
            return self.troubles.pop(0) if self.troubles else self.always

    def answer(self, path: str, asked: Body) -> Body:
        if path == "/v2/embed":
            size = asked.get("output_dimension", self.dimensions)
            rows = [row(text, size) for text in asked["texts"]]
            return {"id": "1", "response_type": "embeddings_by_type", "embeddings": {"float": rows}}
        if path == "/v1/embeddings":
            size = asked.get("dimensions", self.dimensions)
            data = [
                {"object": "embedding", "index": index, "embedding": row(text, size)}
                for index, text in enumerate(asked["input"])
            ]
            usage = {"prompt_tokens": 1, "total_tokens": 1}
            return {"object": "list", "data": data, "model": asked["model"], "usage": usage}
        if path == "/v2/rerank":
            return {"id": "1", "results": ranked(asked)}
        raise AssertionError(f"nobody serves {path}")


def row(text: str, size: int) -> list[float]:
    """Not of unit length; the same text, the same row."""
    digest = hashlib.shake_128(text.encode()).digest(size)
    return [(byte - 127.5) / 16 for byte in digest]


def ranked(asked: Body) -> list[Body]:
    """By how often a document has the query, most first, with where it stands if asked."""
    query, found = asked["query"], []
    for index, text in enumerate(asked["documents"]):
        result = {"index": index, "relevance_score": min(text.count(query) / 10, 1.0)}
        if asked.get("relevant_spans", {}).get("mode") == "enabled" and query in text:
            start = text.rindex(query)
            result["relevant_spans"] = [{"start": start, "end": start + len(query), "score": 0.9}]
        found.append(result)
    return sorted(found, key=lambda each: -each["relevance_score"])


@contextmanager
def serving() -> Iterator[Provider]:
    """A provider on a free port of loopback."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with provider.lock:
                provider.asked.append((self.path, asked))
                provider.keys.append(self.headers["authorization"] or "")
            trouble = provider.next_trouble() or Answer()
            time.sleep(trouble.seconds)
            body = trouble.body
            if body is None:
                body = json.dumps(provider.change(provider.answer(self.path, asked))).encode()
            try:
                self.send_response(trouble.status)
                for name, value in {"content-type": "application/json", **trouble.headers}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                self.close_connection = True

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    provider.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
