"""Writes anew what is made from grammar, schemas, tables of words and specification: the one command for all of it."""

from tests.lang import reference, words

from rulebed.lang import parse, tables
from rulebed.packs.words import languages

tables.write(*parse.fresh_tables())
for language in languages():
    words.golden(language).write_text(words.in_words(language), encoding="utf-8")
reference.PAGE.write_text(reference.page(), encoding="utf-8")
