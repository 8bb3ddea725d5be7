"""Texts with places, and findings about them: what is found, where, and how it is shown to people.

Nothing raises at the first problem: `diagnostics` collects findings, each with a code, a sentence, a place and help;
`catalogue` has a page for every code. What is only an echo of something found before is not said (`lacks`, `echoes`).
`render` shows a report with lines and carets; `text` has the places, `marks` the ids of rules at the ends of lines;
`suggest` guesses what was meant. Texts from elsewhere reach a terminal harmless (`visible`) and in their columns
(`width`).

`writing` is the one place where files are written, saves and records too: a new one beside the old one, which then
takes its place, so that one of both is always whole.
"""
