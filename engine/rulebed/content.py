"""Packs as people write them: where they lie, their files as one tree, and who set each value in it.

For who reads packs without playing them: linters, explorers, translators, whoever lists or changes content.

    >>> from rulebed.content import address, load_tree_text, plain
    >>> text = '''
    ... title: Mill
    ... players: {min: 2, max: 2, state: {flour: {type: number, start: 2, seen_by: owner}}}
    ... flow: {turn: {do: "choose n in 1..my.flour; set my.flour to n", next: end}}
    ... result: {score: my.flour}
    ... '''
    >>> tree, report = load_tree_text(text, "mill.yaml")
    >>> node = address.find(tree.root, "flow.turn")
    >>> sorted(plain(node)), node.span.source.position(node.span.start)
    (['do', 'next'], (4, 14))

- **Trees.** `load_tree` reads a pack with its layers, `load_tree_text` one text; both give a `PackTree` and a report.
  `patched_tree` puts one more layer on top. A `Lineage` keeps what trees have in common that come of each other.
  `tree.blame` says by a `Blame` who set a value; `fingerprint` tells one content from another. `is_shared` and
  `is_hopeless` say what nobody plays, and what nobody can look into.
- **Nodes.** A `Node` is a `Map` of `Entry`s, a `Seq` or a `Scalar` with a `ScalarValue`; each knows its place. `plain`
  gives it as Python data. `parse_yaml` reads a text, `read_yaml` and `read_yaml_file` hold it against the schema of
  its kind, and `plain_scalar` takes a text for one value, whatever is in it.
- **Addresses.** `address` finds, splits and changes by words with dots between: `flow.turn.do`.
- **Places.** `search_path` says where packs are looked for, `content_root` and `schema_root` what comes with the
  engine, `available` lists what can be played (each a `Listed`). `display_name` is what people call a path,
  `path_shown_as` the other way round. `entry_points_of` finds what other packages bring; `LostPacksWarning` is about
  those that don't.
- **Files.** `names_of` takes a reference apart, `part_name` is what a part is called, `PACK_NAME` what a pack can be
  called; `as_path` makes what nobody takes for a name. `find_pack`, `pack_names`, `layer_names` and `lock_of` look
  for them; `gather_files` reads those of a reference, by `Part`; `read_source` and `decode` read one. Files and
  folders have the names `MANIFEST`, `LEDGER`, `LAYERS`, `LOCALE`, `SCENARIOS`; the last three are `ROLE_FOLDERS`.
- **Layers.** `combinations_of` says which go together (each a `Combination`); `read_layer` reads one as it was
  `Parsed` last; `edition_of` is the version that it is written in.
- **Schemas.** `pack_schema` and `layer_schema` make the `Schema` of one pack; `KINDS` is where it declares kinds, and
  `plural_of` what all things of one are called.
- **Ledgers.** `read_ledger` reads the `Ledger` with each `Rule`; `named_by` and `named_in` find who names them (under
  `RULES`, not in `PROSE`), `marked_lines` the `Line`s of a program that do.
- **Languages.** `locales` reads what a pack says in each (a `Locale`, with its `LOCALE_SECTIONS`);
  `is_within_a_program` says of an address that only the finished game knows it. `languages` are those of the engine;
  `words_of` has the words of one as a `WordTable`, of the engine's own or of another folder of tables; what one lacks
  stands in English there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.deferred import defer

if TYPE_CHECKING:
    from rulebed.packs import address
    from rulebed.packs.company import Combination, combinations_of
    from rulebed.packs.edition import edition_of
    from rulebed.packs.files import (
        LAYERS,
        LEDGER,
        LOCALE,
        MANIFEST,
        ROLE_FOLDERS,
        SCENARIOS,
        Part,
        as_path,
        find_pack,
        layer_names,
        lock_of,
        names_of,
        pack_names,
        part_name,
        read_source,
    )
    from rulebed.packs.files import NAME as PACK_NAME
    from rulebed.packs.files import (
        decoded as decode,
    )
    from rulebed.packs.gather import fingerprint
    from rulebed.packs.gather import gather as gather_files
    from rulebed.packs.installed import LostPacksWarning, entry_points_of
    from rulebed.packs.kind_schema import KINDS, Schema, layer_schema, pack_schema, plural_of
    from rulebed.packs.layer import Parsed, read_layer
    from rulebed.packs.ledger import PROSE, RULES, Ledger, Rule, named_by, named_in, read_ledger
    from rulebed.packs.lineage import Lineage
    from rulebed.packs.listing import Listed, available
    from rulebed.packs.locale import SECTIONS as LOCALE_SECTIONS
    from rulebed.packs.locale import Locale, is_within_a_program, locales
    from rulebed.packs.locale import read as read_yaml
    from rulebed.packs.locale import read_file as read_yaml_file
    from rulebed.packs.node import Entry, Map, Node, Scalar, ScalarValue, Seq, plain
    from rulebed.packs.pack import Blame, PackTree, is_shared, patched_tree
    from rulebed.packs.pack import load as load_tree
    from rulebed.packs.pack import load_text as load_tree_text
    from rulebed.packs.places import content_root, display_name, schema_root, search_path
    from rulebed.packs.places import displayed as path_shown_as
    from rulebed.packs.sound import is_hopeless
    from rulebed.packs.words import WordTable, languages
    from rulebed.packs.words import word_table as words_of
    from rulebed.packs.yaml_tree import parse as parse_yaml
    from rulebed.packs.yaml_tree import plain_scalar
    from rulebed.source.marks import Line, marked_lines
else:
    defer(__name__)

__all__ = [
    "KINDS",
    "LAYERS",
    "LEDGER",
    "LOCALE",
    "LOCALE_SECTIONS",
    "MANIFEST",
    "PACK_NAME",
    "PROSE",
    "ROLE_FOLDERS",
    "RULES",
    "SCENARIOS",
    "Blame",
    "Combination",
    "Entry",
    "Ledger",
    "Line",
    "Lineage",
    "Listed",
    "Locale",
    "LostPacksWarning",
    "Map",
    "Node",
    "PackTree",
    "Parsed",
    "Part",
    "Rule",
    "Scalar",
    "ScalarValue",
    "Schema",
    "Seq",
    "WordTable",
    "address",
    "as_path",
    "available",
    "combinations_of",
    "content_root",
    "decode",
    "display_name",
    "edition_of",
    "entry_points_of",
    "find_pack",
    "fingerprint",
    "gather_files",
    "is_hopeless",
    "is_shared",
    "is_within_a_program",
    "languages",
    "layer_names",
    "layer_schema",
    "load_tree",
    "load_tree_text",
    "locales",
    "lock_of",
    "marked_lines",
    "named_by",
    "named_in",
    "names_of",
    "pack_names",
    "pack_schema",
    "parse_yaml",
    "part_name",
    "patched_tree",
    "path_shown_as",
    "plain",
    "plain_scalar",
    "plural_of",
    "read_layer",
    "read_ledger",
    "read_source",
    "read_yaml",
    "read_yaml_file",
    "schema_root",
    "search_path",
    "words_of",
]
