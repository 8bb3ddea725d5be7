"""From a reference to a game that can be started, or to a report: the stages in their order, and what is kept of them.

`stages` is the compiler on one page. `loading` is what the public functions do (`load`, `check`, `describe`): it reads
a tree, makes the `models` of its setups, one as another is asked for, and hands `play` what brings up their programs.
`kept_models` takes programs from the cache, where a pack was found sound by the same engine: then no stage runs at all.
`manifest` is what a pack says of itself. `content_error` is the refusal of a pack. Two checks need games, not models:
`preset_findings`, and `in_vain`, which tries whether what does nothing here does something with a layer.
"""
