"""What `fmt --upgrade` rewrites by rule, one module for each change of the language that can be done so.

A module says in which version its change came (`SINCE`) and what a file has to say instead: `edits` of the tree of a
file of content gives places with their new text, and none where there is nothing old. `content/CHANGES.md` shows each
of them at work.
"""
