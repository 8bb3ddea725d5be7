"""Packs: YAML with places, manifests, layers with provenance, and schemas."""

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
