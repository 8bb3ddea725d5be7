"""Data flow: what programs read, write, ask and wait for, through whatever they call.

The other proofs ask here, so that each question is worked out in one place. `bodies` is what a program does by itself,
`facts` what it does with all that it calls (waits, ends, writes, reads); both are unions over the graph of calls,
worked out circle by circle. `deciders` is who is asked first and last, `prompting` whether anybody is asked at all,
`brackets` and `nesting` what is running where: forward analyses, may and must. `identity` is which things locals can be
(copy propagation with conditions), `readings` the parts of fields that an expression comes to read, `rests` where
watchers need not look again (liveness of their answers). `grounds` and `mentions` number what a program says, so that
what was worked out of the same is known. `knowledge` says whether a condition needs more than a seat can know; `inline`
puts small values in the place where they are asked for; `sightlines` and `outside` who sees into a field, and what
never comes into play.
"""
