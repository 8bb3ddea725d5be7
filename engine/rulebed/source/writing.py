"""The one place where files are written: a new one beside the old one, which then takes its place.

Whoever reads sees the old file or the new one, never a part; whatever stops the writing leaves the old one whole.
"""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex

PRIVATE, USUAL = 0o600, 0o666  # before what the system takes away
NEW = ".new"


def write_text(path: Path, text: str) -> None:
    """Write a file as it stands in the text, in UTF-8."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file; a private one is readable by its owner alone, any other as it was before."""
    if path.exists() and not path.is_file():  # such as /dev/stdout: nothing could take its place
        path.write_bytes(data)
        return
    target = Path(os.path.realpath(path))  # a link goes on pointing where it did
    beside = target.with_name(f".{target.name[:50]}.{token_hex(6)}{NEW}")
    try:
        _fill(beside, data, PRIVATE if private else USUAL)
        if target.exists() and not private:
            beside.chmod(target.stat().st_mode & 0o7777)
        beside.replace(target)
    except BaseException as error:
        beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # as whoever asked for it knows it
        raise


def _fill(path: Path, data: bytes, mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(data)
