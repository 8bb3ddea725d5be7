"""Saying expressions that stand for things: names, facts, sets."""

from __future__ import annotations

from dataclasses import replace

from rulebed.lang.describe.names import FactWords, SaidProgram
from rulebed.lang.describe.phrase import Noun, Phrase, by_name, finished
from rulebed.lang.describe.sorts import DEEPEST, IT, SETS, among, known_fact
from rulebed.lang.describe.speaker import SETS as ORDERED
from rulebed.lang.describe.speaker import Speaker, says
from rulebed.lang.describe.table import stem
from rulebed.lang.syntax import (
    AddUp,
    Around,
    Conditional,
    Either,
    Function,
    Item,
    List,
    ListFor,
    MemberOf,
    Name,
    Not,
    Number,
    Of,
    OtherThan,
    Range,
    SyntaxNode,
    TheLeast,
    TheMost,
    Where,
)

STOCK = "stock"  # the fact of whoever owns that has all of their resources
SELF = frozenset({"me", "my"})
RANKED = frozenset({"groups"})  # sets of sets, which are spoken of as one ranking
NOT = "+not"  # behind a row: that it is not so
GROUPING = frozenset({"half", "half_up", "abs"})  # functions of a number, whose end would be lost in a sum


@says(Number)
def number(node: Number, speaker: Speaker) -> Phrase:
    """A number in figures."""
    return finished(str(node.value))


@says(Name)
def name(node: Name, speaker: Speaker) -> Phrase:
    """A name, by what it stands for here."""
    word, names = node.name, speaker.names
    if word in SELF:
        return speaker.locals.get("me") or speaker.pattern("me")
    if word in speaker.locals:
        return speaker.locals[word]
    if word == IT:
        return speaker.pattern(IT)
    if word in names.facts:
        return fact(word, speaker)
    return _declared_phrase(word, speaker) or finished(speaker.table.words.get(word, speaker.name_in_words(word)))


def _declared_phrase(word: str, speaker: Speaker) -> Phrase | None:
    names = speaker.names
    if word in names.plurals:
        return Phrase(names.kinds[names.plurals[word]], many=True)
    if word in names.said:
        return _said_phrase(word, {}, speaker)
    if word in names.resources:
        return replace(_counted(names.resources[word]), named=True)
    if word in names.instances:
        return by_name(names.instances[word])
    return None


def _said_phrase(word: str, given: dict[str, Phrase | str], speaker: Speaker) -> Phrase:
    """A value or procedure: by its own phrase, or by its name and what it is about."""
    said = speaker.names.said[word]
    if said.phrase:
        known = {param: speaker.pattern("it") for param in said.params} | given
        text = speaker.table.fill(said.phrase, known, speaker.person)
        return finished(text, many=_is_set(said.source, speaker))
    about = list(given.values())
    listed = speaker.table.list_of([_text(part, speaker) for part in about])
    if said.flag:
        return speaker.pattern("holds+owner" if about else "holds", name=said.noun.one, owner=listed)
    thing = Phrase(said.noun, many=_is_set(said.source, speaker))
    if len(about) == 1 and isinstance(about[0], Phrase):
        return possessive(thing, about[0], speaker)
    return replace(thing, tail=speaker.pattern("about", owner=listed).text if about else "")


def _arguments_of(node: SyntaxNode, said: SaidProgram, speaker: Speaker) -> dict[str, Phrase | str]:
    """What a value is asked about, by the names of its parameters."""
    match node:
        case MemberOf(owner=owner, arguments=arguments):
            asked: tuple[SyntaxNode, ...] = (owner, *arguments)
        case Function(arguments=arguments):
            asked = arguments
        case _:
            asked = ()
    names = said.params or tuple(map(str, range(len(asked))))
    return dict(zip(names, map(speaker.say, asked), strict=False))


def _is_set(node: SyntaxNode | None, speaker: Speaker, behind: frozenset[str] = frozenset()) -> bool:
    """Whether an expression is some of the things of a kind, or of what lies in a pile."""
    is_part = False
    while isinstance(node, Where | OtherThan | Around | Of | Either | Conditional | AddUp):
        is_part = is_part or isinstance(node, Where | OtherThan)
        node = node.first if isinstance(node, Either | Conditional | AddUp) else node.source
    if isinstance(node, Function) and node.name in SETS:
        return True
    if isinstance(node, Name | Function) and node.name not in behind and len(behind) < DEEPEST:
        said = speaker.names.said.get(node.name)
        if said is not None and said.source is not None:
            return _is_set(said.source, speaker, behind | {node.name})
    known = known_fact(node, speaker) if is_part and node is not None else None
    if known is not None and known.pile:
        return True
    return node is not None and (stem(node) in ORDERED - RANKED or getattr(node, "name", "") in speaker.names.plurals)


def _text(part: Phrase | str, speaker: Speaker) -> str:
    return part if isinstance(part, str) else speaker.table.form(part, "the")


def fact(word: str, speaker: Speaker, known: FactWords | None = None) -> Phrase:
    """A fact by itself; a flag is said as a condition."""
    known = known or speaker.names.facts[word]
    if known.flag:
        return _flag(known, _it_or_the_game(word, speaker), speaker)
    return Phrase(known.noun, many=known.many, item=_items(known.kind, speaker) if known.pile else None)


def _it_or_the_game(word: str, speaker: Speaker) -> Phrase | None:
    """Whose a fact is that is called by its name alone; nobody's: the game's."""
    return None if word in speaker.names.of_game else speaker.locals.get(IT) or speaker.pattern(IT)


def _flag(known: FactWords, owner: Phrase | None, speaker: Speaker, holds: str = "") -> Phrase:
    """That a flag is set, or not."""
    whose = "+game" if owner is None else "+me" if owner == speaker.pattern("me") else ""
    return speaker.pattern(f"flag{whose}{holds}", owner=owner or "", name=known.noun.one)


def _items(kind: str, speaker: Speaker) -> Noun:
    return speaker.names.kinds.get(kind) or speaker.word("card")


@says(MemberOf)
def member_of(node: MemberOf, speaker: Speaker) -> Phrase:
    """A fact, value or program of something; or an instance by its kind."""
    qualified = _qualified(node, speaker)
    if qualified is not None:
        return qualified
    known = known_fact(node, speaker)
    if known is not None and known.flag:
        return _flag(known, speaker.say(node.owner), speaker)
    said = speaker.names.said.get(node.name)
    if said is not None and (said.flag or said.phrase) and known is None:
        return _said_phrase(node.name, _arguments_of(node, said, speaker), speaker)
    return _belonging(_member(node, speaker), node, speaker)


def _counted(noun: Noun) -> Phrase:
    """A resource that somebody has so many of, or so much."""
    return Phrase(noun, many=noun.many != noun.one)


def _qualified(node: MemberOf, speaker: Speaker) -> Phrase | None:
    if not isinstance(node.owner, Name) or node.owner.name in speaker.locals:
        return None
    if node.owner.name == "options":
        return speaker.pattern("option", name=speaker.names.settings.get(node.name) or speaker.name_in_words(node.name))
    names, kind = speaker.names, node.owner.name
    if kind in names.kinds and (kind not in names.facts or names.kind_of.get(node.name) == kind):
        known = names.instances.get(f"{kind}.{node.name}") or names.instances.get(node.name)
        return by_name(known or speaker.table.noun(speaker.name_in_words(node.name)))
    return None


def _member(node: MemberOf, speaker: Speaker) -> Phrase:
    if node.name in speaker.names.facts:
        return fact(node.name, speaker, known_fact(node, speaker))
    if node.name in speaker.names.resources:
        return _counted(speaker.names.resources[node.name])
    if node.name in speaker.names.said:
        return Phrase(speaker.names.said[node.name].noun)
    names = speaker.names
    known = names.programs.get(node.name) or names.kinds.get(node.name) or names.words.get(node.name)
    return Phrase(known or speaker.table.noun(speaker.name_in_words(node.name)))


def _belonging(thing: Phrase, node: MemberOf, speaker: Speaker) -> Phrase:
    """Something of somebody, perhaps for something else."""
    found = possessive(thing, speaker.say(node.owner), speaker)
    given = speaker.table.list_of([speaker.text(argument) for argument in node.arguments])
    return _tailed(found, "member_of+arguments", speaker, arguments=given) if given else found


def possessive(thing: Phrase, owner: Phrase, speaker: Speaker) -> Phrase:
    """Something of somebody: `your rope`, `its depth`, `the depth of the berth`."""
    for whose, is_so in (("me", owner == speaker.pattern("me")), (IT, speaker.is_it(owner))):
        if is_so:
            both = (replace(thing, many=is_many) for is_many in (False, True))
            one, many = (speaker.pattern(f"member_of+{whose}", name=each).text for each in both)
            return replace(thing, noun=Noun(one, many), named=True)
    return _tailed(thing, "member_of", speaker, owner=owner)


@says(Not)
def opposite(node: Not, speaker: Speaker) -> Phrase:
    """What doesn't hold: a flag or a value may have words of its own for that."""
    operand = node.operand
    known = known_fact(operand, speaker)
    if known is not None and known.flag and isinstance(operand, MemberOf):
        return _flag(known, speaker.say(operand.owner), speaker, NOT)
    if known is not None and known.flag and isinstance(operand, Name) and operand.name not in speaker.locals:
        return _flag(known, _it_or_the_game(operand.name, speaker), speaker, NOT)
    own = _in_own_words(operand, "not", speaker) if known is None else None
    return own or speaker.plainly(node)


@says(TheMost, TheLeast)
def extreme(node: TheMost | TheLeast, speaker: Speaker) -> Phrase:
    """Those with the greatest or the least measure: a value may have words of its own for that."""
    own = _in_own_words(node.measure, "most" if isinstance(node, TheMost) else "least", speaker)
    return own or speaker.plainly(node)


def _in_own_words(node: SyntaxNode, what: str, speaker: Speaker) -> Phrase | None:
    """What a value has a phrase for besides its own: that it doesn't hold, or is greatest or least."""
    said = speaker.names.said.get(node.name) if isinstance(node, Name | MemberOf | Function) else None
    if said is None or what not in said.besides:
        return None
    return finished(speaker.table.fill(said.besides[what], _arguments_of(node, said, speaker), speaker.person))


@says(Of)
def of(node: Of, speaker: Speaker) -> Phrase:
    """What belongs to something."""
    if isinstance(node.source, Name) and node.source.name not in speaker.names.plurals:
        return member_of(MemberOf(node.spot, node.owner, node.source.name), speaker)
    return _tailed(speaker.say(node.source), "of", speaker, owner=speaker.say(node.owner))


def _tailed(phrase: Phrase, pattern: str, speaker: Speaker, /, **parts: Phrase | str) -> Phrase:
    tail = speaker.pattern(pattern, **parts).text
    return replace(phrase, tail=speaker.table.contracted(phrase.tail + tail))


@says(Where)
def where(node: Where, speaker: Speaker) -> Phrase:
    """A set with a condition behind it; what stands between two commas has the second one."""
    source, condition = speaker.say(node.source), among(node.source, speaker).say(node.condition)
    return _tailed(source, "where+inserted" if ", " in source.text else "where", speaker, condition=condition)


@says(OtherThan)
def other_than(node: OtherThan, speaker: Speaker) -> Phrase:
    """A set without something."""
    return _tailed(speaker.say(node.source), "other_than", speaker, excluded=speaker.say(node.excluded))


@says(Around)
def around(node: Around, speaker: Speaker) -> Phrase:
    """A set in its order from somewhere."""
    return _tailed(speaker.say(node.source), "around", speaker, start=speaker.say(node.start))


@says(Range)
def numbers(node: Range, speaker: Speaker) -> Phrase:
    """The numbers from one to another."""
    first, last = speaker.say(node.first), speaker.say(node.last)
    return _tailed(Phrase(speaker.word("number"), many=True), "range", speaker, first=first, last=last)


@says(List)
def written_out(node: List, speaker: Speaker) -> Phrase:
    """Several things by name."""
    if not node.items:
        return speaker.pattern("list+empty")
    return finished(speaker.table.list_of([speaker.text(item) for item in node.items]), many=True)


@says(ListFor)
def made_for(node: ListFor, speaker: Speaker) -> Phrase:
    """Something of each: `the depth of each berth`."""
    source = among(node.source, speaker, node.name).say(node.source)
    inner = speaker.about(node.name, finished(speaker.table.form(source, "each")))
    return finished(inner.text(node.body), many=True)


@says(Item)
def item(node: Item, speaker: Speaker) -> Phrase:
    """One place of a set, a fact of a pair, or what somebody has of something."""
    owner = node.owner
    if isinstance(owner, MemberOf) and owner.name == STOCK:
        party, index = speaker.say(owner.owner), replace(speaker.say(node.index), many=True)
        return speaker.pattern("stock+me" if party == speaker.pattern("me") else "stock", party=party, index=index)
    known = known_fact(owner, speaker)
    pair = known is not None and not known.many and not known.pile
    row = "item+pair" if pair else "item" if isinstance(node.index, Number) else "item+worked_out"
    return speaker.pattern(row, owner=speaker.say(owner), index=speaker.say(node.index))


@says(Conditional)
def conditional(node: Conditional, speaker: Speaker) -> Phrase:
    """One of two; a first one that is one of two itself has an end that is heard."""
    first = speaker.say(node.first)
    if isinstance(node.first, Conditional):
        first = speaker.pattern("grouped", body=first)
    return speaker.plainly(node, first=first)


@says(Function)
def function(node: Function, speaker: Speaker) -> Phrase:
    """A built-in function by its pattern, a value by its phrase."""
    said = speaker.names.said.get(node.name)
    if said is not None:
        return _said_phrase(node.name, _arguments_of(node, said, speaker), speaker)
    given: list[Phrase | str] = [speaker.say(argument) for argument in node.arguments]
    if node.name == "count" and isinstance(given[0], Phrase):
        given = [replace(given[0], many=given[0].many or given[0].item is None)]
    if node.name in GROUPING and isinstance(node.arguments[0], AddUp):
        given = [speaker.pattern("grouped", body=given[0])]
    parts: dict[str, Phrase | str] = {f"_{place}": part for place, part in enumerate(given, 1)}
    parts |= {
        "all": speaker.table.list_of([_text(part, speaker) for part in given]),
        "name": speaker.name_in_words(node.name),
    }
    own = "+me" if given == [speaker.pattern("me")] else ""
    own += "+worked_out" if not isinstance(node.arguments[0], Number) else ""
    return replace(speaker.pattern(f"function+{node.name}{own}", **parts), many=node.name in SETS)
