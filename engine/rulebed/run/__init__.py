"""A compiled game as plain data, and what runs it: nothing here knows how it was compiled.

A `Blueprint` is what the compiler hands on and the cache keeps: code objects, the layout of the flat list, and a plan
for each place where play waits. A `Program` is a blueprint that has been brought to life. A state is one flat list:

    [0]   the number of the place where play waits, -1 when it is over
    [1]   frames that are put aside: of procedures that call themselves
    [2]   the number of the parallel block that is under way
    then  luck by stream, facts by instance, and slots of what waits in hand, in the end those of each branch

So a clone is a copy of a list, and equal states are equal lists. `frames` says the same by address and by name, for
saves that outlive a build. `runtime` is what generated functions call; `attempts` runs what is tried on a copy.

`blueprint`, `layout` and `program` have these three. On disk, `cache` keeps compiled games and notes of others, and
writes so that runs at the same time lose nothing of each other's; `kept` writes blueprints as bytes, `notebook` what is
known of programs, whose texts may have been edited meanwhile. `quiet` is time without garbage collection.
"""
