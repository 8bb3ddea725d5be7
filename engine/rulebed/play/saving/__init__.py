"""States and games as text, and back, with a hard look at what comes from elsewhere.

`saves` are states that go on where they stopped; `record` is a game as its decisions, which are taken again. A save
from elsewhere is believed in nothing: `reading` is JSON read strictly, `checking` asks whether a state can be one of
this game at all, `retracing` takes all that was ever decided again. What no record leads to is said beside: `origins`
where a state was dealt, `hearsay` what had been told by then, `recalling` the events. `packing` keeps what hasn't
changed from being said twice, `differing` says where two pieces of JSON part, `formats` reads what older engines wrote.

Files are written by `rulebed.source.writing`.
"""
