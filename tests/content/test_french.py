"""The French of the large rulebooks, read by a checker of grammar where there is one."""

import json
import re
import shutil
import subprocess
import sys
from functools import cache

import pytest
from tests.content.reading import rulebook

CHECKER = """
import json, sys
from grammalecte import GrammarChecker
checker = GrammarChecker("fr")
for line in sys.stdin:
    text = json.loads(line)
    wrong, unknown = checker.getParagraphErrors(text)
    seen = [(one["sType"], text[one["nStart"]:one["nEnd"]], one["sMessage"]) for one in wrong]
    print(json.dumps([seen, [one["sValue"] for one in unknown]]))
"""
BOOKS = ("ep1", "ep1+solo", "ep2", "ep2+solo", "dino_island", "dino_island+solo")
SORTS = {"gn", "conj", "ppas", "infi", "esp"}  # agreement, conjugation, infinitives, blanks
QUOTED = re.compile("« [^»]* »")  # what stands there is a name, and isn't bent by what stands around it
PARTS = re.compile(r"\s*(?:  --  |; )\s*")  # a row of a table, and its cells
# What is counted by its signs on the table, and said in one form however much of it there is.
ALLOWED = {"Au choix, Première partie"}  # names that stand beside each other
COUNTED = {"courage", "sécurité", "excitation", "menace", "approbation", "réserve"}
NAMES = re.compile(
    r"[A-Za-z]\d+|Dino-burgers|[A-Z][a-zé]*(?:saure|saurus|mimus|meus|don|pteryx|nychus|gnathus|phus|nax|taure)"
)
WORDS = {
    *("dino", "dinos", "Dino", "Dinos", "trampler", "tramplers", "Trampler", "raptor", "raptors", "Raptor"),
    *("shieldhead", "Shieldhead", "shieldheads", "Perseverance", "Keoni", "Adelita", "Narek", "Camilla", "hooligan"),
    *("Rex", "Mex", "Snakes", "Tramplers", "Cryogéniste"),
}


def python():
    """A Python that has the checker: this one, or that of the system."""
    for found in dict.fromkeys([sys.executable, "/usr/bin/python3", shutil.which("python3") or ""]):
        if (
            found
            and subprocess.run([found, "-c", "import grammalecte"], capture_output=True, check=False).returncode == 0
        ):
            return found
    return None


@cache
def findings(reference):
    """What the checker says of each paragraph of a rulebook: (the paragraph, what is wrong, unknown words)."""
    found = python()
    if found is None:
        pytest.skip("grammalecte is missing: `apt-get install python3-grammalecte`")
    lines = (line.strip().removeprefix("- ") for line in rulebook(reference, "fr"))
    texts = [
        QUOTED.sub("cela", part).strip() for line in lines for part in PARTS.split(line) if set(part) - set("=-~ ")
    ]
    asked = "\n".join(map(json.dumps, texts))
    told = subprocess.run([found, "-c", CHECKER], input=asked, capture_output=True, text=True, check=True).stdout
    return [(text, *json.loads(answer)) for text, answer in zip(texts, told.splitlines(), strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("reference", BOOKS)
def test_words_agree_and_are_conjugated(reference):
    wrong = {
        (seen, message, text)
        for text, told, _ in findings(reference)
        for sort, seen, message in told
        if sort in SORTS and seen not in COUNTED and text not in ALLOWED
    }
    assert wrong == set()


@pytest.mark.slow
@pytest.mark.parametrize("reference", BOOKS)
def test_all_words_are_french_but_names(reference):
    unknown = {word: text for text, _, words in findings(reference) for word in words}
    assert {word: text for word, text in unknown.items() if word not in WORDS and not NAMES.fullmatch(word)} == {}
