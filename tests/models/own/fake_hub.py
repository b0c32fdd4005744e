"""A hub of a few answers on a port of this machine: one model, as the hub's client asks for it."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

REPO, COMMIT = "somebody/some-model", "1" * 40
GATED = "somebody/gated-model"


@contextmanager
def fake_hub(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """The address, and the files that were asked for so far. folder: the model's."""
    asked: list[str] = []
    files = {path.name: path.read_bytes() for path in folder.iterdir()} | {"modeling.py": b"raise SystemExit"}

    class Answer(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._answer(body=False)

        def do_GET(self) -> None:
            self._answer(body=True)

        def _answer(self, body: bool) -> None:
            path = urlsplit(self.path).path
            if path.startswith(f"/api/models/{REPO}"):
                self._send(200, json.dumps(self._about(tree="/tree/" in path)).encode(), body)
            elif path.startswith(f"/{REPO}/resolve/") and (name := path.rpartition("/")[2]) in files:
                asked.append(name)
                etag = hashlib.sha256(files[name]).hexdigest()
                self._send(200, files[name], body, {"ETag": f'"{etag}"', "X-Repo-Commit": COMMIT})
            elif GATED in path:
                self._send(403, b"{}", body, {"X-Error-Code": "GatedRepo"})
            else:
                self._send(404, b"{}", body, {"X-Error-Code": "RepoNotFound"})

        def _about(self, tree: bool) -> object:
            if tree:
                return [
                    {"type": "file", "path": name, "size": len(data), "oid": "0" * 40} for name, data in files.items()
                ]
            siblings = [{"rfilename": name, "size": len(data), "blobId": "0" * 40} for name, data in files.items()]
            numbers = len(files["model.safetensors"]) // 4
            return {"id": REPO, "sha": COMMIT, "siblings": siblings,
                    "safetensors": {"parameters": {"F32": numbers}, "total": numbers}}  # fmt: skip

        def _send(self, status: int, data: bytes, body: bool, headers: dict[str, str] | None = None) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(data)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            if body:
                self.wfile.write(data)

        def log_message(self, *arguments: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()
