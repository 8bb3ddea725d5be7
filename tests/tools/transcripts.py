"""What pages show of commands: what is typed, and what is printed, with `...` wherever something is left out."""

import re

COMMAND = re.compile(r"^\$ tools/rulebed (.*)\n", re.MULTILINE)
ANSWER = re.compile(r"(\(\? for help\) > )(.+)\n(\.\.\.\n)?")  # what is typed isn't echoed, nor the end of its line
REST = re.compile(r"^\.\.\.\n", re.MULTILINE)  # something else is printed


def commands(text):
    """The commands of a text, each with what is shown of all that it prints."""
    before, *parts = COMMAND.split(text)
    assert before == "", "there is no command"
    return list(zip(parts[::2], parts[1::2], strict=True))


def typed(shown):
    """What is answered, line by line."""
    return [answer for _, answer, _ in ANSWER.findall(shown)]


def check(printed, shown, where):
    """Each piece that is shown is printed, one after the other, and nothing else but where something is left out."""
    text = ANSWER.sub(lambda found: f"{found[1]}\n{found[3]}" if found[3] else found[1], shown)
    pieces = [piece.rstrip("\n") for piece in REST.split(text) if piece]
    assert REST.match(text) or printed.startswith(pieces[0]), f"{where}: it begins\n{printed}"
    assert REST.search(text[-4:]) or printed.rstrip("\n").endswith(pieces[-1]), f"{where}: it ends\n{printed}"
    at = 0
    for piece in pieces:
        found = printed.find(piece, at)
        assert found >= 0, f"{where}: not printed is\n{piece}\nin\n{printed[at:]}"
        at = found + len(piece)
