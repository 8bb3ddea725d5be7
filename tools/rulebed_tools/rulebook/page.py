"""A rulebook as one page for people: it needs nothing beside itself, no scripts and no network, and prints well."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape, unescape
from pathlib import Path

from rulebed.language import Passage
from rulebed_tools.rulebook.book import Book, Chapter, Preset, Sort, Term, Thing, Variant
from rulebed_tools.rulebook.wording import Wording, typography

STYLE = Path(__file__).with_name("page.css")
TEXT = re.compile(r"(?s)(<style.*?</style>|>)([^<>]*)")
FIRST = re.compile(r"\A(<p[^>]*>)?")
Section = tuple[str, str, str, tuple[Chapter, ...]]  # anchor, title, text, and the chapters that the contents list


def set_page(page: str, language: str) -> str:
    """A page with its texts set as they are printed in the language: blanks, apostrophes."""
    rows = [(re.compile(sign), set_) for sign, set_ in typography(language).items()]

    def text(match: re.Match[str]) -> str:
        said = unescape(match[2])
        for sign, set_ in rows:
            said = sign.sub(set_, said)
        return f"{match[1]}{escape(said, quote=False)}"

    return TEXT.sub(text, page) if rows else page


def written(book: Book) -> str:
    """The page, with its texts as they are typed."""
    printer = Printer(book)
    sections = [section for section in printer.sections() if section[2]]
    body = "\n".join([printer.head(), printer.contents(sections), *map(_section, sections)])
    return (
        f'<!doctype html>\n<html lang="{book.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(book.title)}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _section(section: Section) -> str:
    anchor, title, text, _ = section
    return f'<section id="{anchor}">\n<h2>{escape(title)}</h2>\n{text}\n</section>'


class Printer:
    """Prints the parts of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.say = Wording(book.language).say
        self.titles = dict(book.titles)
        self.linked = _linker(book, self.say("opening"), self.say("closing"))

    def sections(self) -> Iterator[Section]:
        """All parts of the book; those without a text are left out."""
        book, say = self.book, self.say
        yield "setup", say("setup"), self.settings(), ()
        yield "components", say("components"), self.goods() + "\n".join(map(self.sort, book.sorts)), ()
        yield "play", say("play"), self.play(), book.phases
        yield "detail", say("detail"), "\n".join(map(self.chapter, book.procedures)), book.procedures
        yield "triggers", say("triggers"), "\n".join(map(self.chapter, book.triggers)), ()
        yield "result", say("end"), "\n".join(f"<p>{self.linked(said)}</p>" for said in book.score), ()
        yield "laws", say("laws"), _list(map(self.linked, book.laws)), ()
        yield "variants", say("variants"), "\n".join(map(self.variant, book.variants)), ()
        yield "terms", say("terms"), self.terms(), ()

    def head(self) -> str:
        """The title, and what the game is about."""
        lead = f'<p class="lead">{escape(self.book.about)}</p>' if self.book.about else ""
        players = f'<p class="players">{escape(self.book.players)}</p>'
        layers = "".join(
            f'<p class="layer"><strong>{escape(title)}</strong>{escape(f": {about}" if about else "")}</p>\n'
            for title, about in self.book.layers
        )
        return f"<header>\n<h1>{escape(self.book.title)}</h1>\n{lead}\n{layers}{players}\n</header>"

    def contents(self, sections: Iterable[Section]) -> str:
        """Where what is."""
        items = []
        for anchor, title, _, chapters in sections:
            below = "".join(f"<li>{_link(one.anchor, one.title)}</li>" for one in chapters)
            items.append(f"<li>{_link(anchor, title)}{f'<ul>{below}</ul>' if below else ''}</li>")
        return f'<nav aria-label="{escape(self.say("contents"))}"><ul>\n' + "\n".join(items) + "\n</ul></nav>"

    def settings(self) -> str:
        """The options of the setup."""
        rows = []
        for setting in self.book.settings:
            values = (f"<b>{escape(one)}</b>" if one == setting.usual else escape(one) for one in setting.values)
            rows.append(f"<dt>{escape(setting.title)}</dt><dd>{', '.join(values)}</dd>")
        lead = f'<p class="faint">{escape(self.say("setup_lead"))}</p>'
        listed = f"{lead}<dl>{''.join(rows)}</dl>" if rows else ""
        return listed + "\n".join(map(self.preset, self.book.presets))

    def preset(self, preset: Preset) -> str:
        """A setup with a name."""
        options = (f"{title}{self.say('colon')} {value}" for title, value in preset.options)
        said = ". ".join(filter(None, (preset.about.rstrip("."), preset.players, ", ".join(options))))
        return f"<h3>{escape(preset.title)}</h3>\n<p>{escape(said)}</p>"

    def goods(self) -> str:
        """What players have so many of."""
        goods = self.book.goods
        if not goods:
            return ""
        heads = [
            ("name", ""),
            *((key, key) for key in ("start", "most", "remark") if any(getattr(g, key) for g in goods)),
        ]
        top = "".join(f"<th>{escape(self.say(head))}</th>" for head, _ in heads)
        rows = [
            f'<tr id="{one.anchor}"><td>{escape(one.name)}</td>'
            + "".join(f"<td>{escape(getattr(one, key))}</td>" for _, key in heads[1:])
            + "</tr>"
            for one in goods
        ]
        return f"<h3>{escape(self.say('goods'))}</h3>\n{_table(top, rows)}\n"

    def sort(self, sort: Sort) -> str:
        """A kind of things: a table, or a list where there is nothing to say of each."""
        remarks = "".join(f'<p class="remark">{self.linked(one)}</p>' for one in sort.remarks)
        head = f'<h3 id="{sort.anchor}">{escape(sort.title)}</h3>\n{remarks}'
        if not any(any(one.cells) or one.does for one in sort.things):
            return head + _list((escape(one.name) for one in sort.things), "names")
        told = [one for one in sort.things if any(one.cells) or one.does]
        does = any(one.does for one in told)
        labels = [self.say("name"), *sort.columns, *([self.say("does")] if does else [])]
        top = "".join(f"<th>{escape(label)}</th>" for label in labels)
        bare = (escape(one.name) for one in sort.things if one not in told)
        return head + _table(top, [self.thing(one, does=does) for one in told]) + _list(bare, "names")

    def thing(self, thing: Thing, *, does: bool) -> str:
        """A row of such a table."""
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in (thing.name, *thing.cells))
        told = "".join(self.deed(label, said) for label, said in thing.does)
        return f"<tr>{cells}{_cell(told) if does else ''}</tr>"

    def deed(self, label: str, said: str) -> str:
        """What a thing does, with what that is called or waits for."""
        head = f'<span class="deed">{escape(label)}</span> ' if label else ""
        return f"<p>{head}{self.linked(said)}</p>"

    def play(self) -> str:
        """The picture of the flow, and the phases."""
        first = self.book.phases[0] if self.book.phases else None
        if first is None:
            return ""
        starts = escape(self.say("starts", phase="{}")).format(_link(first.anchor, first.title))
        picture = f"<figure>{self.book.picture}</figure>" if len(self.book.phases) > 1 else ""
        return "\n".join([f"<p>{starts}</p>", picture, *map(self.chapter, self.book.phases)])

    def chapter(self, chapter: Chapter) -> str:
        """A phase or procedure."""
        takes = f'<p class="remark">{escape(self.say("takes", takes=chapter.takes))}</p>' if chapter.takes else ""
        parts = [f'<h3 id="{chapter.anchor}">{escape(chapter.title)}</h3>', takes, self.passage(chapter.passage)]
        return '<div class="chapter">\n' + "\n".join([*parts, self.ways(chapter), self.rules(chapter)]) + "\n</div>"

    def ways(self, chapter: Chapter) -> str:
        """How it goes on."""
        colon = self.say("colon")
        conditions = (f"{escape(way.condition)}{colon} " if way.condition else "" for way in chapter.ways)
        ways = [f"{said}{_link(way.anchor, way.target)}" for said, way in zip(conditions, chapter.ways, strict=True)]
        lead = f'<span class="term">{escape(self.say("next"))}</span>'
        return f"{_list([f'{lead} {way}' if not place else way for place, way in enumerate(ways)], 'ways')}"

    def rules(self, chapter: Chapter) -> str:
        """The rules of the ledger, in the words of whoever wrote them."""
        rows = [f"<code>{escape(name)}</code> {escape(said)}" for name, said in chapter.rules]
        summary = f"<summary>{escape(self.say('rules'))}</summary>"
        return f'<details class="rules">{summary}{_list(rows)}</details>' if rows else ""

    def passage(self, passage: Passage) -> str:
        """A program: what it depends on, what it says, its steps, and what can be picked."""
        terms = "".join(
            f'<p class="term">{self.linked(self.say(key, condition=said))}</p>' for key, said in passage.terms
        )
        told = f"<p>{self.linked(passage.text)}</p>" if passage.text else ""
        steps = _list(map(self.part, filter(_says_something, passage.steps)), tag="ol")
        picked = f"<p>{escape(passage.picked[:1].upper() + passage.picked[1:])} :</p>" if passage.picked else ""
        options = _list(map(self.part, passage.options))
        return terms + told + steps + picked.replace(" :", self.say("colon")) + options

    def part(self, part: Passage) -> str:
        """A step or option with what it is called."""
        if part.address not in self.titles:
            return self.passage(part)
        title = f'<span class="step">{escape(self.titles[part.address].rstrip("."))}.</span>'
        return FIRST.sub(lambda match: f"{match[0]}{title} ", self.passage(part) or "<p></p>", count=1)

    def variant(self, variant: Variant) -> str:
        """A layer, and what it has otherwise."""
        about = f"<p>{escape(variant.about)}</p>" if variant.about else ""
        head = f"<h3>{escape(variant.title)} <code>{escape(variant.reference)}</code></h3>{about}"
        changes = "".join(self.change(one.name, one.address, one.old, one.new) for one in variant.changes)
        return head + (changes or f'<p class="faint">{escape(self.say("nothing_said"))}</p>')

    def change(self, name: str, address: str, old: str, new: str) -> str:
        """One change: what it was, and what it is."""
        how = self.say("new") if not old else self.say("gone") if not new else ""
        mark = f' <span class="how">{escape(how)}</span>' if how else ""
        before = f"<p><del>{escape(old)}</del></p>" if old else ""
        after = f"<p>{self.linked(new)}</p>" if new else ""
        return f'<div class="change"><b title="{escape(address)}">{escape(name)}</b>{mark}{before}{after}</div>'

    def terms(self) -> str:
        """The words."""
        told = [one for one in self.book.terms if one.text]
        rows = [f"<dt>{_named(one)}</dt><dd>{self.linked(one.text)}</dd>" for one in told]
        listed = f"<dl>{''.join(rows)}</dl>" if rows else ""
        return listed + _list((_named(one) for one in self.book.terms if not one.text), "names")


def _named(term: Term) -> str:
    return _link(term.anchor, term.name) if term.anchor else escape(term.name)


def _linker(book: Book, opening: str, closing: str) -> Callable[[str], str]:
    """Makes links of what has a chapter: names in quotes, and phrases."""
    chapters = (*book.phases, *book.procedures)
    names = {name.lower(): one.anchor for one in chapters for name in (one.name, one.title)}
    phrases = {said.lower(): one.anchor for one in chapters for said in one.said}
    start, end = re.escape(opening), re.escape(closing)
    longest = sorted(map(re.escape, phrases), key=len, reverse=True)
    spoken = re.compile("|".join([f"{start}(?P<name>.+?){end}", *(rf"\b{one}\b" for one in longest)]), re.IGNORECASE)

    def link(match: re.Match[str]) -> str:
        name = match["name"]
        anchor = (names if name else phrases).get((name or match[0]).lower())
        if anchor is None:
            return escape(match[0])
        return f"{escape(opening)}{_link(anchor, name)}{escape(closing)}" if name else _link(anchor, match[0])

    def linked(text: str) -> str:
        """Escaped piece by piece: what is found is words of the text, and no signs of the page."""
        pieces, end = list[str](), 0
        for match in spoken.finditer(text):
            pieces += escape(text[end : match.start()]), link(match)
            end = match.end()
        return "".join(pieces) + escape(text[end:])

    return linked


def _link(anchor: str, text: str) -> str:
    return f'<a href="#{anchor}">{escape(text)}</a>'


def _cell(told: str) -> str:
    return f'<td class="does">{told}</td>'


def _says_something(passage: Passage) -> bool:
    """Whether there is more to a step than its name: what is only told to players is no rule."""
    return bool(passage.text or passage.steps or passage.options)


def _list(items: Iterable[str], kind: str = "", tag: str = "ul") -> str:
    listed = "".join(f"<li>{item}</li>" for item in items)
    mark = f' class="{kind}"' if kind else ""
    return f"<{tag}{mark}>{listed}</{tag}>" if listed else ""


def _table(head: str, rows: Iterable[str]) -> str:
    return f'<div class="scroll"><table><tr>{head}</tr>\n' + "\n".join(rows) + "\n</table></div>"
