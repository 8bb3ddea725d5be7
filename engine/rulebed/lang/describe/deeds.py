"""Saying statements: those that name something, those about somebody else, and amounts."""

from __future__ import annotations

from dataclasses import replace

from rulebed.lang.describe.phrase import Phrase, finished
from rulebed.lang.describe.sorts import IT, among, kind_of, known_fact
from rulebed.lang.describe.speaker import MAY, SAID_OF, TOLD, Speaker, says
from rulebed.lang.describe.table import stem
from rulebed.lang.syntax import (
    AddUp,
    AllSatisfy,
    Amount,
    And,
    AnySatisfies,
    Attempt,
    Branch,
    Call,
    Can,
    Choose,
    ChooseNumber,
    ChooseSome,
    Compare,
    Do,
    Draw,
    Each,
    Find,
    Function,
    Has,
    Is,
    IsNot,
    Item,
    Let,
    Lose,
    May,
    Member,
    MemberOf,
    Multiply,
    Name,
    No,
    Nothing,
    Nothing_,
    NotMember,
    Number,
    Or,
    Pair,
    Parallel,
    Pay,
    Prefer,
    Raise,
    Repeat,
    Roll,
    RollSome,
    Set,
    Subject,
    SyntaxNode,
)
from rulebed.lang.syntax import Any as AnyOf

DEEPEST = 3  # procedures that are said by what they do, within each other


@says(Amount)
def amount(node: Amount, speaker: Speaker) -> Phrase:
    """So many of something, or a named cost."""
    if node.asset is None:
        return speaker.say(node.count)
    asset, figure = speaker.say(node.asset), speaker.figure(node.count)
    what = replace(asset, many=figure is None or not speaker.table.is_one(figure))
    if figure is not None:
        what = replace(what, count=speaker.table.sort_of(figure))
    else:
        return speaker.pattern("amount+worked_out", count=speaker.say(node.count), asset=what)
    return speaker.pattern("amount", count=str(figure), asset=what)


@says(Lose, Pay)
def give_up(node: Lose | Pay, speaker: Speaker) -> Phrase:
    """What somebody has no more; of what they have, perhaps all."""
    said = [_all_of(one, speaker) or speaker.say(one) for one in node.amounts]
    amounts = said[0] if len(said) == 1 else speaker.table.list_phrase([phrase.text for phrase in said])
    return finished(speaker.filled(node, {"amounts": amounts}))


def _all_of(node: Amount, speaker: Speaker) -> Phrase | None:
    """`me.food food`: as much as there is."""
    match node:
        case Amount(count=MemberOf(name=count), asset=Name(name=asset) as name) if count == asset:
            return finished(speaker.table.form(replace(speaker.say(name), named=False, many=True), "all"))
        case _:
            return None


@says(Repeat)
def repeat(node: Repeat, speaker: Speaker) -> Phrase:
    """Several times, or just once."""
    count = speaker.say(node.count)
    if count.text.isdecimal() and speaker.table.is_one(int(count.text)):
        return speaker.sequence(node.body)
    row = "repeat" if isinstance(node.count, Number) else "repeat+worked_out"
    return speaker.pattern(row, count=count, body=speaker.inside(node.body))


def source_of(node: Choose | ChooseSome | Each | Find | Roll, speaker: Speaker) -> Phrase:
    """The set that something is taken of; in its condition the name is `it`."""
    return among(node.source, speaker, node.name or IT).say(node.source)


@says(Choose, Roll)
def choose(node: Choose | Roll, speaker: Speaker) -> Phrase:
    """One of a set, which the name then stands for."""
    source, taken = source_of(node, speaker), _what_was_chosen(node, speaker)
    parts = _into(node, speaker)
    if node.name is None:
        return finished(speaker.filled(node, {"source": source, **parts}))
    chosen = speaker.distinct(node.name, taken)
    if source.noun == taken.noun:
        source = replace(source, noun=chosen.noun)
    text = speaker.filled(node, {"source": source, **parts})
    speaker.bind(node.name, chosen)
    return finished(text)


def _into(node: Choose | ChooseSome | Roll | RollSome, speaker: Speaker) -> dict[str, Phrase | str]:
    """The fact that a roll goes into, where it goes into one."""
    into = node.into if isinstance(node, Roll | RollSome) else None
    return {} if into is None else {"into": speaker.say(into)}


@says(Find)
def find(node: Find, speaker: Speaker) -> Phrase:
    """What a list of preferences leads to, which the name then stands for."""
    source, taken = source_of(node, speaker), kind_of(node.source, speaker)
    chosen = speaker.distinct(node.name, taken)
    if source.noun == taken.noun:
        source = replace(source, noun=chosen.noun)
    inner = among(node.source, speaker, node.name)
    said = speaker.table.words["then"].join(inner.say(one).text for one in node.preferences)
    text = speaker.filled(node, {"source": source, "preferences": said})
    speaker.bind(node.name, chosen)
    return finished(text)


@says(ChooseNumber)
def choose_number(node: ChooseNumber, speaker: Speaker) -> Phrase:
    """A number from nothing, or from a least one, up to another, which the name then stands for."""
    limits: dict[str, Phrase | str] = {"most": speaker.say(node.most)}
    if node.least is not None:
        limits["least"] = speaker.say(node.least)
    chosen = speaker.distinct(node.name, Phrase(speaker.word("number")))
    text = speaker.filled(node, {**limits, "number": chosen})
    speaker.bind(node.name, chosen)
    return finished(text)


@says(ChooseSome, RollSome)
def choose_some(node: ChooseSome | RollSome, speaker: Speaker) -> Phrase:
    """Several of a set."""
    parts: dict[str, Phrase | str] = {"source": speaker.say(node.source), "count": speaker.say(node.count)}
    text = _so_many(node, parts | _into(node, speaker), speaker)
    if node.name is not None:
        speaker.bind(node.name, replace(_what_was_chosen(node, speaker), many=True))
    return finished(text)


def _what_was_chosen(node: Choose | ChooseSome | Roll | RollSome, speaker: Speaker) -> Phrase:
    """What was chosen; of a roll of numbers, its result."""
    thing = kind_of(node.source, speaker)
    rolled = isinstance(node, Roll | RollSome) and thing.noun in {speaker.word("number"), speaker.word("one")}
    return Phrase(speaker.word("result")) if rolled else thing


@says(Draw)
def draw(node: Draw, speaker: Speaker) -> Phrase:
    """Cards from a pile."""
    said = finished(_so_many(node, speaker.parts(node), speaker))
    if node.name:
        one = kind_of(node.source, speaker)
        speaker.bind(node.name, one if node.count is None else replace(one, many=True))
    return said


def _so_many(node: ChooseSome | RollSome | Draw, parts: dict[str, Phrase | str], speaker: Speaker) -> str:
    """A statement about several things; how many is said behind them where it has to be worked out."""
    worked_out = {"worked_out"} if node.count is not None and not isinstance(node.count, Number) else set()
    row = speaker.table.pattern(stem(node), speaker.there(node) | worked_out)
    return speaker.table.fill(row, parts, speaker.person)


@says(Let)
def let(node: Let, speaker: Speaker) -> Phrase:
    """A name for a value; one that is known already goes on to stand for one of the same sort."""
    value, noun = speaker.say(node.value), speaker.names.words.get(node.name)
    name = Phrase(noun, many=value.many) if noun is not None else finished(speaker.name_in_words(node.name))
    said = finished(speaker.filled(node, {"name": name.text, "value": value}))
    if node.name not in speaker.locals:
        speaker.bind(node.name, name)
    return said


@says(Each)
def each(node: Each, speaker: Speaker) -> Phrase:
    """Something for each of a set."""
    inner = speaker.about(node.name, kind_of(node.source, speaker))
    return finished(inner.filled(node, {"source": source_of(node, speaker), "body": inner.inside(node.body)}))


@says(Parallel)
def parallel(node: Parallel, speaker: Speaker) -> Phrase:
    """Something that several do at once; each of them is told."""
    source = speaker.say(node.source)
    inner = replace(speaker.about(node.name, speaker.pattern("me")), person=TOLD)
    return finished(speaker.filled(node, {"source": source, "body": inner.inside(node.body)}))


@says(Pair)
def pair(node: Pair, speaker: Speaker) -> Phrase:
    """Two sets walked together."""
    inner = replace(speaker, locals=dict(speaker.locals))
    parts: dict[str, Phrase | str] = {"source": inner.say(node.source), "second_source": inner.say(node.second_source)}
    inner.bind(node.name, kind_of(node.source, inner))
    inner.bind(node.second_name, kind_of(node.second_source, inner))
    return finished(inner.filled(node, {**parts, "body": inner.inside(node.body)}))


@says(AnySatisfies, AllSatisfy)
def satisfying(node: AnySatisfies | AllSatisfy, speaker: Speaker) -> Phrase:
    """A condition on one or all of a set."""
    inner = replace(speaker, locals=dict(speaker.locals))
    source = inner.say(node.source)
    inner.bind(node.name, kind_of(node.source, inner))
    parts: dict[str, Phrase | str] = {"source": source, "condition": inner.say(node.condition)}
    if node.where is not None:
        parts["where"] = inner.say(node.where)
    return finished(inner.filled(node, parts))


@says(Compare)
def compare(node: Compare, speaker: Speaker) -> Phrase:
    """Two numbers; of several things so many are more than that."""
    parts = speaker.parts(node)
    first = parts["first"]
    many = {"many"} if isinstance(first, Phrase) and first.many and first.item is None else set()
    return finished(speaker.table.fill(speaker.table.pattern("compare", speaker.there(node) | many), parts))


@says(Member, NotMember, Has)
def inside(node: Member | NotMember | Has, speaker: Speaker) -> Phrase:
    """Whether something is one of a set, or lies in a pile."""
    parts = speaker.parts(node)
    whole = parts["first" if isinstance(node, Has) else "second"]
    pile = {"pile"} if isinstance(whole, Phrase) and whole.item is not None else set()
    if pile and isinstance(whole, Phrase):
        parts["pile"] = replace(whole, item=None)
    one = parts["second" if isinstance(node, Has) else "first"]
    return _told_of(one, node, parts, pile, speaker)


def _told_of(
    one: Phrase | str, node: SyntaxNode, parts: dict[str, Phrase | str], more: set[str], speaker: Speaker
) -> Phrase:
    """What one thing is: of whoever reads this the verb has another form."""
    whose = {"me"} if one == speaker.pattern("me") else set()
    row = speaker.table.pattern(stem(node), speaker.there(node) | whose | more)
    return finished(speaker.table.fill(row, parts, speaker.person))


@says(Set)
def set_to(node: Set, speaker: Speaker) -> Phrase:
    """A fact that changes; a flag begins or ceases to hold."""
    fact = node.target.owner if isinstance(node.target, Item) else node.target
    known = known_fact(fact, speaker)
    if known is not None and known.flag and isinstance(node.value, Name) and node.value.name in {"true", "false"}:
        return speaker.pattern(f"set+{node.value.name}", target=speaker.say(node.target))
    return speaker.plainly(node)


@says(Is, IsNot)
def same(node: Is | IsNot, speaker: Speaker) -> Phrase:
    """Two things that are the same or not; compared with none, whether there is something."""
    if isinstance(node.second, Nothing_):
        return _there(speaker.say(node.first), "no" if isinstance(node, Is) else "any", speaker)
    parts = speaker.parts(node)
    setting = _value_of_setting(node, speaker)
    if setting:
        parts["second"] = speaker.pattern("setting", name=setting)
    return _told_of(parts["first"], node, parts, set(), speaker)


def _value_of_setting(node: Is | IsNot, speaker: Speaker) -> str:
    """What the value of a setup option is called that one is compared with."""
    match node.first, node.second:
        case MemberOf(owner=Name(name="options"), name=option), Name(name=value):
            return speaker.names.settings.get(f"{option}.{value}", "")
        case _:
            return ""


@says(AnyOf, No)
def existing(node: AnyOf | No, speaker: Speaker) -> Phrase:
    """Whether there is something."""
    if node.condition is None:
        return _there(speaker.say(node.source), "no" if isinstance(node, No) else "any", speaker)
    return speaker.plainly(node)


def _there(thing: Phrase, name: str, speaker: Speaker) -> Phrase:
    single = thing.named and not thing.many and thing.item is None
    return speaker.pattern(f"{name}+named" if single else name, source=thing)


@says(Can)
def possible(node: Can, speaker: Speaker) -> Phrase:
    """Whether a program can be got through."""
    return speaker.pattern("can", program=run(Do(node.spot, node.program), replace(speaker, person=MAY)))


@says(Multiply)
def product(node: Multiply, speaker: Speaker) -> Phrase:
    """Numbers multiplied or divided; a sum among them stands in brackets."""
    first, second = (_grouped(part, AddUp, speaker) for part in (node.first, node.second))
    return finished(speaker.filled(node, {"first": first, "second": second}))


@says(And)
def both(node: And, speaker: Speaker) -> Phrase:
    """Two conditions; an alternative among them stands in brackets."""
    first, second = (_grouped(part, Or, speaker) for part in (node.first, node.second))
    return finished(speaker.filled(node, {"first": first, "second": second}))


def _grouped(node: SyntaxNode, looser: type[SyntaxNode], speaker: Speaker) -> Phrase:
    said = speaker.say(node)
    return speaker.pattern("grouped", body=said) if isinstance(node, looser) else said


@says(Attempt)
def attempt(node: Attempt, speaker: Speaker) -> Phrase:
    """A statement by itself; with a way out, as far as it can be done."""
    if node.otherwise is None:
        return speaker.say(node.statement)
    if all(isinstance(getattr(one, "statement", one), Nothing) for one in node.otherwise.statements):
        return speaker.pattern("attempt+nothing", statement=speaker.say(node.statement))
    return speaker.plainly(node)


@says(Branch)
def branch(node: Branch, speaker: Speaker) -> Phrase:
    """One of two programs; nothing, where there are no words for either: an event that only the story has words for."""
    said = speaker.plainly(node)
    is_told = any(speaker.inside(program) for program in (node.then, node.otherwise) if program is not None)
    return said if is_told else finished("")


@says(Prefer)
def prefer(node: Prefer, speaker: Speaker) -> Phrase:
    """Those for which something holds; something itself, where that is asked for by name."""
    wanted = node.condition
    if isinstance(wanted, Is) and isinstance(wanted.first, Name) and wanted.first.name == IT:
        return speaker.pattern("prefer+itself", itself=speaker.say(wanted.second))
    return speaker.plainly(node)


@says(May)
def may(node: May, speaker: Speaker) -> Phrase:
    """What may be done, and what follows if it is, or if it isn't."""
    done = replace(speaker, person=MAY).say(node.statement)
    return finished(speaker.filled(node, speaker.parts(node) | {"statement": done}))


@says(Subject)
def subject(node: Subject, speaker: Speaker) -> Phrase:
    """A statement about somebody else."""
    party = speaker.say(node.party)
    if party == speaker.pattern("me"):
        person = TOLD if speaker.person == SAID_OF else speaker.person
        return speaker.pattern("subject+me", statement=replace(speaker, person=person).say(node.statement).text)
    told = replace(speaker, person=SAID_OF)
    text = speaker.filled(node, {"party": party, "statement": told.say(node.statement).text})
    return finished(text)


@says(Do, Call)
def run(node: Do | Call, speaker: Speaker) -> Phrase:
    """A procedure by its own phrase, by what it does if that is short, or by its name; a program by its owner."""
    program = node.program
    name = program.name if isinstance(program, Name | Function) else ""
    said = speaker.names.said_of("procedures", name)
    given = program.arguments if isinstance(program, Function | MemberOf) else ()
    if said is None or name in speaker.locals:
        return speaker.pattern("do", program=speaker.say(program))
    parts: dict[str, Phrase | str] = {
        name: speaker.say(argument) for name, argument in zip(said.params, given, strict=False)
    }
    if said.phrase:
        return finished(speaker.table.fill(said.phrase, parts, speaker.person))
    if said.body is not None and speaker.depth < DEEPEST:
        named = {name: part for name, part in parts.items() if isinstance(part, Phrase)}
        inner = replace(speaker, locals=named, depth=speaker.depth + 1)
        return inner.sequence(said.body)
    listed = speaker.table.list_of([speaker.text(argument) for argument in given])
    return speaker.pattern("call+arguments" if given else "call", program=said.noun.one, arguments=listed)


@says(Raise)
def raise_event(node: Raise, speaker: Speaker) -> Phrase:
    """What happens, and to what."""
    said = speaker.names.said_of("events", node.name)
    if said is not None and said.told_only:
        return finished("")
    if said is not None and said.phrase:
        told = zip(said.params, map(speaker.say, node.arguments), strict=False)
        return finished(speaker.table.fill(said.phrase, dict(told), speaker.person))
    listed = speaker.table.list_of([speaker.text(argument) for argument in node.arguments])
    return finished(speaker.filled(node, {"name": speaker.name_in_words(node.name), "arguments": listed}))
