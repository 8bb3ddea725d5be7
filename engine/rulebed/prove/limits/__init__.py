"""Limits: how deep, how long and how large programs and numbers can become.

    repeat 5000 times: gain 1 shells            `weight`: what it has to look at, step by step, is told by its form
    value a = b + 1, value b = a                `depth`: values and programs within each other can't go on for ever
    set my.total to my.total * 2                `growth`: with each turn it may be greater, without bounds

What is too much whatever happens is a finding before anything runs (B1xx). The rest is bounded while it runs: by steps
(`model/budget`), and where a number that is kept may grow beyond what every reader of JSON keeps, by a look at it each
time (`keeping`). These are abstract interpretations of the simplest sort: sums, and intervals without ends.
"""
