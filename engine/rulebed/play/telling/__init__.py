"""What has happened, as each viewer may hear it: from the raw log to events, sentences and stories.

`scene` follows what one viewer is shown from write to write, `chronicle` makes events of that, `account` is how far
each viewer has come. An event is kept as a `row` of numbers, and unfolded when somebody asks what it tells (`event`,
`told`, `piles`). `sentence` says one, `telling` a story of many, `reasons` why something was found.
"""
