"""The effect language: from the text of a program to core expressions with types, and back into words.

    pay c.price shells

is tokens by `grammar.lark`, with blanks made into brackets (`layout`, `keywords`, `parse`); then nodes, which say what
is written there and nothing else (`syntax/`); then typed core expressions (`express/`), over the names that can be used
at this place (`scope`, `symbols`, `types`). What a statement does is the room `verbs`.

`core` has what programs are made of from there on: some fifteen statements and ten expressions. Its operations have
one meaning (`ops`) and one table of what is known of them (`traits`); `making` makes expressions in one normal form,
`terms` tells what their form says, `walk` goes over them, `memory` keeps what was found out about one of them.
`internal` alone spells names that no pack can have.

Nodes are said in any language by `describe/`, and laid out as they should be by `format`. Whoever errs is told by
`expected`, `forms` and `habits` what could stand there (S1xx); by `scope`, `binders` and `types` what has no such name
or type (T1xx, T2xx).

The rest: `tables` are the parser's, worked out beforehand; `domain` what options are, `luck` what strands bring,
`plain` which values every JSON keeps. `nothing` and `absence` are for what may be none, `remarks` for what can only be
said when all has been read. `listing` prints core programs.
"""
