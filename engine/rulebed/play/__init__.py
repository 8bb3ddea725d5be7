"""A game in play: states, decisions, views, records; whatever a front end may ask of a compiled pack."""
