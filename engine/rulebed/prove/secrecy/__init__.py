"""Information flow: whoever is offered or told something may know all that it was made of.

    secretly each p in players:
      choose n in 0..5
      set p.bid to n                  a bid is seen by its owner alone
      if n > 3: gain 1 point          everybody sees the point, and so learns of the bid

It is a type system of labels, as for information flow in programs (Denning; Myers and Liskov's decentralized labels):
the label of an expression is a set of conditions over the local `viewer`, and who meets all of them may know its
value. `labels` has the lattice, `labelling` the label of each expression where a program has come, `identity` (in
`dataflow`) what one local is as far as it was told.

- What is written, told, said or shown flows somewhere: `sinks`.
- What is only done if something hidden holds tells that it holds, an implicit flow: `crossings`. It lasts as long as
  its branch, and behind it where the branch left a loop or a program.
- Who is asked, and whether anybody is, others see: `outward`, `prompting`, `claims`. That something goes on without
  end they see, too: `endless`. How many things there are is known to more people than which: `extents`.
- What is tried (`try`) must not find out what the one who tries can't know: `trying`.

`transfer` goes through one program; `secrecy` has each read, and read again when more flows into its parameters than
before, until nothing changes: a least fixpoint over finite sets of labels. Two slices are apart from it, since play
needs them, too: what others don't hear when it is taken (`confidential`), and which locals stand for something hidden
while an effect waits (`undisclosed`).

The findings are V1xx; their ways out are to show it first, to choose it in secret, to `say` it, or not to build on
it.

Smaller parts, each for one way of finding out: `rolls` that all hear and that then lie hidden, `naming` of pieces whose
place nobody may learn, `seeing` or not seeing a fact, `questions` that values ask of themselves. `secrets` says in
findings which hidden facts something builds on (`sources` where they are read), `secretly` lists what secret blocks do,
`numbers` lets what is alike be read once.
"""
