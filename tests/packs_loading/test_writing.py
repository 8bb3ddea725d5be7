"""Files are written beside the old one, which stays whole until the new one takes its place."""

import os
import stat
import threading

import pytest

from rulebed.source import writing


class FullDisk:
    """A file that takes half of what is written to it."""

    def __init__(self, file):
        self.file = file

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def write(self, data):
        self.file.write(data[: len(data) // 2])
        raise OSError(28, "No space left on device")


def test_a_write_that_fails_half_way_leaves_the_old_file_whole(tmp_path, monkeypatch):
    """The disk is full: what was there is still there, and nothing lies beside it."""
    path = tmp_path / "pack.yaml"
    path.write_text("title: Old\n")
    opened = os.fdopen
    monkeypatch.setattr(writing.os, "fdopen", lambda *args: FullDisk(opened(*args)))
    with pytest.raises(OSError, match="No space left"):
        writing.write_text(path, "title: New\n" * 100)
    assert path.read_text() == "title: Old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_write_leaves_the_old_file_whole(tmp_path, monkeypatch):
    """The same where somebody presses Ctrl-C before the new file takes its place."""
    path = tmp_path / "game.save"
    path.write_text("old")

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(writing.Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        writing.write_text(path, "new")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("game.save", "old")]


def test_a_file_keeps_who_may_read_it_and_a_link_its_goal(tmp_path):
    """A new file is as the system makes them, a private one its owner's alone."""
    path, link = tmp_path / "script", tmp_path / "link"
    writing.write_text(path, "é\n")
    assert path.read_bytes() == b"\xc3\xa9\n"
    path.chmod(0o751)
    link.symlink_to(path)
    writing.write_text(link, "two")
    assert link.is_symlink()
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("two", 0o751)
    writing.write_bytes(tmp_path / "own", b"", private=True)
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o600


def test_what_is_no_file_is_written_into(tmp_path):
    """Nothing takes the place of a device or a pipe."""
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    writing.write_text(pipe, "through")
    reader.join(5)
    assert read == ["through"]
