"""The types of values: what an expression can be, and when one fits where another is wanted."""

from __future__ import annotations

from dataclasses import dataclass, replace

PLACE = "place"
REFERENCES = frozenset({PLACE, "fact"})  # what a procedure can take by reference


@dataclass(frozen=True, slots=True)
class Type:
    """A type: a base word, the kind it ranges over, the item of a sequence, and whether it may be none."""

    base: str  # number, flag, entity, sequence, text, none, unknown; of a parameter also place, fact
    kind: str = ""  # of an entity
    item: Type | None = None  # of a sequence; of a place that is of no matter
    optional: bool = False

    def __str__(self) -> str:
        if self.base in REFERENCES:
            return f"{self.base} of {self.item}" if self.item else self.base
        mark = "?" if self.optional else ""
        if self.base == "entity":
            return f"{self.kind}{mark}"
        if self.base == "sequence":
            return f"set of {self.item}"
        return f"{self.base}{mark}"

    @property
    def innermost(self) -> Type:
        """What it is made of: the type itself, or that of the items, however deep they are."""
        return self if self.item is None else self.item.innermost

    def maybe(self) -> Type:
        """The same type, or none."""
        return replace(self, optional=True) if self.base in {"entity", "number"} else self

    def sure(self) -> Type:
        """The same type without none."""
        return replace(self, optional=False)


NUMBER = Type("number")
FLAG = Type("flag")
NONE = Type("none", optional=True)
UNKNOWN = Type("unknown", optional=True)


def entity(kind: str, *, optional: bool = False) -> Type:
    """An instance of a kind."""
    return Type("entity", kind=kind, optional=optional)


def sequence(item: Type) -> Type:
    """An ordered collection of one type of item."""
    return Type("sequence", item=item)
