"""Packs: YAML with places, manifests, layers with provenance, and schemas."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.packs.gather import fingerprint
    from rulebed.packs.kind_schema import pack_schema
    from rulebed.packs.ledger import Ledger, Rule, read_ledger
    from rulebed.packs.listing import Listed, available
    from rulebed.packs.locale import Locale, locales, read_file
    from rulebed.packs.pack import Blame, PackTree, load, load_text
    from rulebed.packs.places import content_root, schema_root, search_path

__all__ = [
    "Blame",
    "Ledger",
    "Listed",
    "Locale",
    "PackTree",
    "Rule",
    "available",
    "content_root",
    "fingerprint",
    "load",
    "load_text",
    "locales",
    "pack_schema",
    "read_file",
    "read_ledger",
    "schema_root",
    "search_path",
]
HOMES = {
    "gather": ("fingerprint",),
    "kind_schema": ("pack_schema",),
    "ledger": ("Ledger", "Rule", "read_ledger"),
    "listing": ("Listed", "available"),
    "locale": ("Locale", "locales", "read_file"),
    "pack": ("Blame", "PackTree", "load", "load_text"),
    "places": ("content_root", "schema_root", "search_path"),
}


def __getattr__(name: str) -> Any:
    """Each name from its module, which is imported when it is first asked for: a cached game needs few of them."""
    for home, names in HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
