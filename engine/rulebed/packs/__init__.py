"""Packs: YAML with places, manifests, layers with provenance, and schemas."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.packs.gather import fingerprint
    from rulebed.packs.kind_schema import pack_schema
    from rulebed.packs.ledger import read_ledger
    from rulebed.packs.listing import available
    from rulebed.packs.locale import locales, read_file
    from rulebed.packs.pack import is_shared, load, load_text, patched
    from rulebed.packs.places import content_root, schema_root, search_path

__all__ = [
    "available",
    "content_root",
    "fingerprint",
    "is_shared",
    "load",
    "load_text",
    "locales",
    "pack_schema",
    "patched",
    "read_file",
    "read_ledger",
    "schema_root",
    "search_path",
]
HOMES = {
    "gather": ("fingerprint",),
    "kind_schema": ("pack_schema",),
    "ledger": ("read_ledger",),
    "listing": ("available",),
    "locale": ("locales", "read_file"),
    "pack": ("is_shared", "load", "load_text", "patched"),
    "places": ("content_root", "schema_root", "search_path"),
}


def __getattr__(name: str) -> Any:
    """Each name from its module, which is imported when it is first asked for: a cached game needs few of them."""
    for home, names in HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
