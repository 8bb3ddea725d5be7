"""Faults in different files of one pack are found together, as each of them is alone."""

import contextlib
import io
import itertools
import json
import tempfile
from pathlib import Path
from random import Random

import pytest

from rulebed_tools.cli.main import main

from .cases import HERE, INN, cases

SHORT = 30
LATE = ("F107", "F108", "G")  # of the flow as a whole and of guards: only looked for where nothing is wrong before
CLASHES = ("P104", "T103")  # both declare one name
OWN = {
    "unknown key": "resources: {ink: {beyound: lost}}\n",
    "wrong type": "resources: {ink: {start: [1]}}\n",
    "wrong kind of text": "costs: {letter: {pay: {coin: [2]}}}\n",
    "missing key": "triggers: {ring: {do: gain 1 coin}}\n",
    "unclosed quotation mark": 'values:\n  paper: "day\n  quill: 3\n',
    "unknown name": "values: {blot: dya}\n",
    "wrong sort": "values: {quill: any g in guests satisfies g.purse}\n",
    "twice": "values: {seal: 1}\ncosts: {letter: {pay: {coin: 1}}, letter: {pay: {coin: 2}}}\n",
    "grammar": "procedures: {write: gain 1 of coin coin}\n",
}


def found(files):
    """The errors of `inn` with these files, by file and place."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in {"pack.yaml": INN, **files}.items():
            Path("inn").mkdir(exist_ok=True)
            Path("inn", name).write_text(text, encoding="utf-8")
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            main(["check", "inn", "--json"])
    listed = [one for one in json.loads(out.getvalue())["inn"] if one["severity"] == "error"]
    return {(one["code"], one["message"], str(one["place"])) for one in listed if not one["code"].startswith(LATE)}


def faults():
    """Files of rules with something wrong in them, by where they are from."""
    for page in sorted(HERE.glob("*.md")):
        for case in cases(page):
            files = case.files()
            if (case.verb, case.reference, [*files]) == ("check", "inn", ["inn/rules.yaml"]):
                yield f"{page.stem}_{case.line}.yaml", files["inn/rules.yaml"]
    for name, text in OWN.items():
        yield f"{name.replace(' ', '_')}.yaml", text


def are_found_together(pairs):
    """Of each pair in which no name is declared by both, all that is found of either is found of both."""
    alone = {name: found({name: text}) for name, text in faults()}
    compared = 0
    for one, two in pairs:
        both = found(dict([one, two]))
        if not any(code in CLASHES for code, *_ in both - alone[one[0]] - alone[two[0]]):
            assert both == alone[one[0]] | alone[two[0]], (one[0], two[0])
            compared += 1
    return compared


@pytest.mark.slow
def test_some_pairs_of_faults_are_found_together():
    """What is wrong in one file hides nothing in another, and adds nothing."""
    pairs = list(itertools.combinations(faults(), 2))
    assert are_found_together(Random(5).sample(pairs, SHORT)) > SHORT / 2


@pytest.mark.slow
def test_all_pairs_of_faults_are_found_together():
    """The same for all."""
    assert are_found_together(itertools.combinations(faults(), 2)) > SHORT
