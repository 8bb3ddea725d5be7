"""A client of npm's yaml-language-server: opens files as an editor does, and hands over what gets marked."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PATIENCE = 60  # seconds for one file, on a busy machine
BINARY = "node_modules/yaml-language-server/bin/yaml-language-server"


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """What is underlined, from 1, and what it says."""

    line: int
    column: int
    message: str


class LanguageServer:
    """One server process with the settings of an editor."""

    def __init__(self, folder: Path, workspace: Path, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.workspace = workspace
        command = ["node", str(folder / BINARY), "--stdio"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.heard: queue.Queue[dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        root = workspace.as_uri()
        folders = [{"uri": root, "name": "packs"}]
        self._say("initialize", {
            "processId": None,
            "rootUri": root,
            "workspaceFolders": folders,
            "capabilities": {"workspace": {"configuration": True, "workspaceFolders": True}},
        }, number=0)  # fmt: skip
        self._wait(lambda message: message.get("id") == 0 and "result" in message)
        self._say("initialized", {})
        self._say("workspace/didChangeConfiguration", {"settings": dict(settings)})

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()

    def marks(self, path: Path, text: str) -> list[Mark]:
        """What is marked in a text that is opened, once, as this file of the workspace; there may be no such file."""
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": text}
        self._say("textDocument/didOpen", {"textDocument": document})
        said = self._wait(lambda message: _is_about(message, path.as_uri()))
        return sorted(map(_mark, said["params"]["diagnostics"]))

    def _wait(self, fits: Any) -> dict[str, Any]:
        while True:
            message = self.heard.get(timeout=PATIENCE)
            if message.get("method") == "workspace/configuration":
                sections = [item.get("section") for item in message["params"]["items"]]
                self._send({"id": message["id"], "result": [self.settings.get(name) for name in sections]})
            elif "id" in message and "method" in message:
                self._send({"id": message["id"], "result": None})
            elif fits(message):
                return message

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            size = int(header.partition(b":")[2])
            while stream.readline().strip():
                pass
            self.heard.put(json.loads(stream.read(size)))

    def _say(self, method: str, params: dict[str, Any], number: int | None = None) -> None:
        self._send({"method": method, "params": params} | ({} if number is None else {"id": number}))

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()


def _is_about(message: dict[str, Any], uri: str) -> bool:
    return message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri


def _mark(found: dict[str, Any]) -> Mark:
    start = found["range"]["start"]
    return Mark(start["line"] + 1, start["character"] + 1, found["message"])
