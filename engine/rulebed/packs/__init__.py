"""Packs: YAML with places, manifests, layers with provenance, and schemas."""

from rulebed.packs.kind_schema import pack_schema
from rulebed.packs.listing import Listed, available
from rulebed.packs.locale import Locale, locales, read_file
from rulebed.packs.pack import Blame, PackTree, fingerprint, load, load_text
from rulebed.packs.places import content_root, schema_root, search_path

__all__ = [
    "Blame",
    "Listed",
    "Locale",
    "PackTree",
    "available",
    "content_root",
    "fingerprint",
    "load",
    "load_text",
    "locales",
    "pack_schema",
    "read_file",
    "schema_root",
    "search_path",
]
