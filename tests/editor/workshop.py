"""The settings of an editor, as schemas/README.md shows them, and where yaml-language-server is to be had."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "schemas" / "README.md"
PACKAGE = "yaml-language-server@2"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSTALLING = 300  # seconds


def blocks(sort: str) -> list[str]:
    """The blocks of one sort on the page."""
    return [text for header, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")) if header == sort]


def settings() -> dict[str, Any]:
    """What the page says for VS Code, nested as a server gets it."""
    nested: dict[str, Any] = {}
    for key, value in json.loads(blocks("json")[0]).items():
        *above, last = key.split(".")
        place = nested
        for part in above:
            place = place.setdefault(part, {})
        place[last] = value
    return nested


def helix() -> dict[str, Any]:
    """What the page says for Helix."""
    stated: dict[str, Any] = tomllib.loads(blocks("toml")[0])
    config: dict[str, Any] = stated["language-server"]["yaml-language-server"]["config"]
    return config


def installed(folder: Path) -> Path:
    """The folder with yaml-language-server in it; where it can't be had, the test is skipped and says why."""
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("there is no node here")
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), PACKAGE]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=INSTALLING)
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm does not get {PACKAGE} in {INSTALLING} seconds")
    if done.returncode:
        pytest.skip(f"npm can't get {PACKAGE}: {done.stderr[-200:]}")
    return folder
