"""Packs: files of YAML become one located tree, layers applied, in which each value knows who set it.

`files` and `gather` find what a reference stands for; `yaml_tree` reads strictly, with the place of each letter (Y1xx);
`merge` makes one tree of several files; `layers`, `layer`, `patch` and `address` put layers on top (P2xx), `company`
says which of them go together. `schema` tells in plain words, at the culprit, what isn't as it should be (P1xx, P3xx),
`kind_schema` completes the schema with what a pack declares; `glance` looks first, since most is in order. Of a part
that can't be used `sound` keeps the rest, and `lost` the names that it may have given.

`ledger` has the rules of a pack one by one, `locale` its texts, `listing` what there is at all. Nothing in this room
knows the effect language.

`pack` is what comes out, of the nodes of `node`; `lineage` lets packs that differ in little share the rest. `places` is
where content lies, `installed` what other packages bring, `edition` the version of the language. `settings` and
`players` read what a manifest says of setups; `words` reads the tables of the engine's own languages. `scalar_place`
and `yaml_words` find the very letter in a YAML text, and better words for what is wrong there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.deferred import defer

if TYPE_CHECKING:
    from rulebed.packs.gather import fingerprint
    from rulebed.packs.kind_schema import pack_schema
    from rulebed.packs.ledger import read_ledger
    from rulebed.packs.listing import available
    from rulebed.packs.locale import locales, read_file
    from rulebed.packs.pack import is_shared, load, load_text, patched_tree
    from rulebed.packs.places import content_root, schema_root, search_path
else:
    defer(__name__)

__all__ = [
    "available",
    "content_root",
    "fingerprint",
    "is_shared",
    "load",
    "load_text",
    "locales",
    "pack_schema",
    "patched_tree",
    "read_file",
    "read_ledger",
    "schema_root",
    "search_path",
]
