"""The coverage of a pack as one page for people: it needs nothing beside itself, and no network."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from rulebed.analysis import Condition
from rulebed_tools.ledger import coverage
from rulebed_tools.ledger.coverage import Coverage, Deed, Row, Standing
from rulebed_tools.ledger.plan import Case

LONGEST = 80
WORDS = {
    coverage.PROVED: "proved",
    coverage.OLD: "proved before the last change",
    coverage.WAITING: "not tried yet",
    coverage.NAMED: "scenarios notice nothing",
    coverage.IMPLEMENTED: "no scenario",
    coverage.OPEN: "not implemented",
    coverage.UNTESTABLE: "untestable",
}
STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fbfaf7; --faint: #6b7280; --line: #e3e0d8;
  --proved: #2f7d4f; --named: #b7791f; --implemented: #c05621; --open: #b83232; --untestable: #7a7f89; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e4de; --paper: #16181d; --faint: #9aa0aa; --line: #2c3038;
  --proved: #6cc08b; --named: #e0b050; --implemented: #ee9a5d; --open: #f07878; --untestable: #9aa0aa; } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 66rem; padding: 2.5rem 1.25rem 5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 Georgia, 'Times New Roman', serif }
h1 { font-size: 2rem; margin: 0 } h2 { margin: 2.6rem 0 .6rem; font-size: 1.25rem }
p.lead { color: var(--faint); margin: .3rem 0 1.4rem }
code, .id { font: .86em/1.4 ui-monospace, Menlo, Consolas, monospace }
.bar { display: flex; height: .9rem; border-radius: .45rem; overflow: hidden; background: var(--line) }
.bar i { display: block } .proved i, i.proved { background: var(--proved) }
i.old { background: var(--proved); opacity: .55 } i.waiting { background: var(--faint) }
i.named { background: var(--named) } i.implemented { background: var(--implemented) }
i.open { background: var(--open) } i.untestable { background: var(--untestable) }
.tools { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.2rem 0; align-items: center }
.tools label { cursor: pointer; border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .8rem }
.tools input[type=search] { flex: 1 1 12rem; padding: .35rem .8rem; font: inherit; color: inherit;
  background: transparent; border: 1px solid var(--line); border-radius: 1rem }
.rule { border-top: 1px solid var(--line); padding: .8rem 0; display: grid; gap: .2rem 1.2rem;
  grid-template-columns: 10rem 1fr }
.rule p { margin: 0 } .rule .more { color: var(--faint); font-size: .9rem; grid-column: 2 }
.mark { font-size: .82rem } .mark::before { content: '\\25cf\\00a0' }
.mark.proved { color: var(--proved) } .mark.named { color: var(--named) } .mark.open { color: var(--open) }
.mark.implemented { color: var(--implemented) } .mark.untestable { color: var(--untestable) }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .92rem }
td, th { text-align: left; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line) }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums } tr.idle td { color: var(--open) }
@media (max-width: 40rem) { .rule { grid-template-columns: 1fr } .rule .more { grid-column: 1 } }
"""
SCRIPT = """
const search = document.querySelector('input[type=search]');
const boxes = [...document.querySelectorAll('.tools input[type=checkbox]')];
function sift() {
  const words = search.value.toLowerCase();
  const on = new Set(boxes.filter(box => box.checked).map(box => box.value));
  for (const rule of document.querySelectorAll('.rule'))
    rule.hidden = !on.has(rule.dataset.status) || !rule.textContent.toLowerCase().includes(words);
}
search.addEventListener('input', sift);
boxes.forEach(box => box.addEventListener('change', sift));
document.querySelector('.tools').hidden = false;
"""


def written(found: Coverage) -> str:
    """The page."""
    title = f"{found.title}: rules and proofs"
    body = "\n".join([_head(found), _deeds(found), _rules(found), _options(found), _conditions(found), _things(found)])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}[hidden] {{ display: none !important }}</style>\n</head>\n"
        f"<body>\n{body}\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )


def _head(found: Coverage) -> str:
    total = max(len(found.rows), 1)
    parts = "".join(
        f'<i class="{status}" style="width:{100 * found.count(status) / total:.2f}%"'
        f' title="{found.count(status)} {word}"></i>'
        for status, word in WORDS.items()
    )
    said = ", ".join(f"{found.count(status)} {word}" for status, word in WORDS.items() if found.count(status))
    return (
        f'<h1>{escape(found.title)}</h1>\n<p class="lead"><code>{escape(found.reference)}</code>:'
        f' {len(found.rows)} {"rule" if len(found.rows) == 1 else "rules"}, {said}</p>\n<div class="bar">{parts}</div>'
    )


def _rules(found: Coverage) -> str:
    boxes = "".join(
        f'<label><input type="checkbox" value="{status}" checked> {word}</label>'
        for status, word in WORDS.items()
        if found.count(status)
    )
    tools = f'<div class="tools" hidden><input type="search" placeholder="Search the rules">{boxes}</div>'
    return "\n".join(["<h2>Rules</h2>", tools, *(_rule(row, found) for row in found.rows)])


def _deeds(found: Coverage) -> str:
    """What does something: an instance that nobody would notice comes first."""
    if not found.deeds:
        return ""
    rows = "".join(map(_deed, sorted(found.deeds, key=lambda deed: deed.status == coverage.PROVED)))
    counts = [
        f"{sum(deed.status == coverage.PROVED for deed in deeds)} of {len(deeds)} {word} are proved"
        for word, stand_ins in (("instances", False), ("shapes of stand-ins", True))
        if (deeds := found.deeds_of(stand_ins=stand_ins))
    ]
    head = "<tr><th>instance</th><th>status</th><th>proved by</th></tr>"
    about = f'<p class="lead">{"; ".join(counts)}</p>'
    return f'<h2>What instances do</h2>\n{about}\n<div class="scroll"><table>{head}{rows}</table></div>'


def _deed(deed: Deed) -> str:
    names = _codes(one.address for one in deed.group.members)
    mark = f'<span class="mark {deed.status}">{WORDS[deed.status]}</span>'
    idle = "" if deed.status == coverage.PROVED else " class=idle"
    return f"<tr{idle}><td>{names}</td><td>{mark}</td><td>{_proof(deed.standing)}</td></tr>"


def _rule(row: Row, found: Coverage) -> str:
    rule = row.rule
    lines = [
        _more("", rule.untestable),
        _more("implemented by", _codes(site.address for site in row.sites)),
        _more("watched by", _codes(site.address for site in row.laws)),
        _more("proved by", _proof(row.standing)),
        _more("named by", "; ".join(map(_case, row.cases)) if row.standing.case is None else ""),
        _more("from", "; ".join(escape(_source(text, found)) for text in rule.sources)),
    ]
    return (
        f'<div class="rule" id="{escape(rule.id)}" data-status="{row.status}">'
        f'<div><span class="id">{escape(rule.id)}</span><br><span class="mark {row.status}">{WORDS[row.status]}</span>'
        f"</div><p>{escape(rule.text)}</p>{''.join(lines)}</div>"
    )


def _more(word: str, what: str) -> str:
    return f'<div class="more">{word} {what}</div>' if what else ""


def _codes(addresses: Iterable[str]) -> str:
    return ", ".join(f"<code>{escape(address)}</code>" for address in addresses)


def _proof(standing: Standing) -> str:
    if standing.case is None:
        return ""
    where = _codes([standing.address])
    return f"{_case(standing.case)}, which notices if at {where} {_what(standing.what)}"


def _case(case: Case) -> str:
    return f"<q>{escape(case.title)}</q>"


def _what(text: str) -> str:
    """A change, with what stands in back-ticks as code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))


def _source(cited: str, found: Coverage) -> str:
    name, _, where = cited.partition(" ")
    return f"{found.sources.get(name, name)} {where}".strip()


def _options(found: Coverage) -> str:
    uses = sorted(found.usage.options.items(), key=lambda item: (bool(item[1].taken), item[0]))
    rows = "".join(
        f'<tr{"" if use.taken else " class=idle"}><td><code>{escape(address)}</code></td><td class="n">{use.offered:,}'
        f'</td><td class="n">{use.refused:,}</td><td class="n">{use.taken:,}</td></tr>'
        for address, use in uses
    )
    if not rows:
        return ""
    head = "<tr><th>option</th><th class=n>offered</th><th class=n>refused</th><th class=n>taken</th></tr>"
    about = f'<p class="lead">in {found.usage.games:,} scenarios and random games; what nobody took comes first</p>'
    return f'<h2>Options</h2>\n{about}\n<div class="scroll"><table>{head}{rows}</table></div>'


def _conditions(found: Coverage) -> str:
    """Those that were seen one way only come first."""
    met = sorted(found.usage.conditions.met.values(), key=lambda one: bool(one.held and one.failed))
    rows = "".join(
        f"<tr{'' if one.held and one.failed else ' class=idle'}><td><code>{escape(_line(one))}</code></td>"
        f'<td>{escape(one.at.source.name)}:{one.at.line}</td><td class="n">{one.held:,}</td>'
        f'<td class="n">{one.failed:,}</td></tr>'
        for one in met
    )
    if not rows:
        return ""
    head = "<tr><th>condition</th><th>place</th><th class=n>held</th><th class=n>didn't</th></tr>"
    return f'<h2>Conditions</h2>\n<div class="scroll"><table>{head}{rows}</table></div>'


def _line(one: Condition) -> str:
    """The line that a condition stands in, as far as it goes."""
    text = one.at.source.line_text(one.at.line).strip()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def _things(found: Coverage) -> str:
    if not found.things:
        return ""
    used = [(kind, name, found.usage.things[kind, name]) for kind, name in found.things]
    rows = "".join(
        f"<tr{'' if count else ' class=idle'}><td>{escape(kind)}</td><td><code>{escape(name)}</code></td>"
        f'<td class="n">{count:,}</td></tr>'
        for kind, name, count in sorted(used, key=lambda item: (bool(item[2]), item[0]))
    )
    head = "<tr><th>kind</th><th>name</th><th class=n>times</th></tr>"
    return f'<h2>Things that came up</h2>\n<div class="scroll"><table>{head}{rows}</table></div>'
