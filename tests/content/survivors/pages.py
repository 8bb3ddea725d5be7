"""The form of a page: a line of sums, then each file with its sums, and beneath it what nobody notices, by address."""

import re

TOTAL = re.compile(r"(\S+): (\d+) of (\d+) mutants are noticed")
FILE = re.compile(r"(\S+): (\d+) of (\d+)")
ADDRESS = re.compile(r"  (\S+): (.+)")


def page(pack, files):
    """What a run of `mutate --every --json` tells of the files of a pack, as text."""
    files = list(files)
    noticed, tried = (sum(one[key] for one in files) for key in ("noticed", "tried"))
    lines = [f"{pack}: {noticed} of {tried} mutants are noticed"]
    for one in files:
        lines += ["", f"{one['file']}: {one['noticed']} of {one['tried']}"]
        lines += [f"  {away['address']}: {' '.join(away['what'].split())}" for away in one["survivors"]]
    return "\n".join(lines) + "\n"


def read(text):
    """The pack, how many mutants are noticed of how many, and the addresses of the others."""
    first, *lines = text.splitlines()
    pack, noticed, tried = TOTAL.fullmatch(first).groups()
    sums = [tuple(map(int, found.groups()[1:])) for line in lines if (found := FILE.fullmatch(line))]
    away = [found[1] for line in lines if (found := ADDRESS.fullmatch(line))]
    assert [sum(column) for column in zip(*sums, strict=True)] == [int(noticed), int(tried)], pack
    assert int(tried) - int(noticed) == len(away), pack
    return pack, int(noticed), int(tried), away
