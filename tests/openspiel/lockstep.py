"""Plays two games of OpenSpiel side by side, and says at every node whether they are the same."""

from __future__ import annotations

import random
from collections import Counter

import pyspiel


class Twins:
    """A state of ours and one of theirs; what is done to one is done to the other."""

    def __init__(self, pair, luck, prefers=None):
        self.pair, self.luck, self.prefers = pair, luck, prefers
        self.ours = pyspiel.load_game(pair.ours).new_initial_state()
        self.theirs = pyspiel.load_game(pair.theirs).new_initial_state()

    def play(self, watch=None):
        """One random game."""
        while not self.theirs.is_terminal():
            assert not self.ours.is_terminal()
            self._skip_certainty()
            assert self.ours.current_player() == self.theirs.current_player()
            if watch:
                watch(self)
            self._step()
        self._finish()
        assert self.ours.is_terminal()
        assert [paid + self.pair.worth for paid in self.ours.returns()] == self.theirs.returns()

    def _step(self):
        if self.theirs.is_chance_node():
            self._chance()
        elif self.theirs.is_simultaneous_node():
            chosen = [self._choice(seat) for seat in range(self.theirs.num_players())]
            self.ours.apply_actions([action for (action,), _ in chosen])
            self.theirs.apply_actions([action for _, action in chosen])
        else:
            ours, theirs = self._choice(self.theirs.current_player())
            for action in ours:
                self.ours.apply_action(action)
            self.theirs.apply_action(theirs)

    def _skip_certainty(self):
        """Luck that can bring one thing alone is only asked there."""
        while self.theirs.is_chance_node() and len(self.theirs.legal_actions()) == 1:
            if {*self._outcomes().values()} == {*self.theirs.legal_actions()}:
                return  # one of several alike
            self.theirs.apply_action(*self.theirs.legal_actions())

    def _choice(self, seat):
        """What a seat does, by our numbers and by theirs; both are offered the same."""
        ways = list(self._ways(self.ours, seat))
        if any(isinstance(theirs, str) for _, theirs in ways):
            texts = self._texts(seat)
            ways = [(ours, texts[theirs]) for ours, theirs in ways]
        assert self.theirs.legal_actions(seat) == sorted(theirs for _, theirs in ways)
        best = [way for way in ways if self.prefers(self.theirs, way[1])] if self.prefers else []
        return self.luck.choice(best or ways)

    def _ways(self, state, seat, begun="", before=()):
        """All that a seat can do by what it is called there; what is one action there may be several here."""
        for action in state.legal_actions(seat):
            path = begun + state.action_to_string(seat, action)
            named = self.pair.named(seat, path)
            if named is not None:
                yield (*before, action), named
            else:
                yield from self._ways(state.child(action), seat, f"{path}/", (*before, action))

    def _texts(self, seat):
        """Their actions by their texts; the star that marks a capture aside."""
        names = ((self.theirs.action_to_string(seat, action), action) for action in self.theirs.legal_actions())
        return {name.rstrip("*"): action for name, action in names}

    def _chance(self):
        ours, numbers = dict(self.ours.chance_outcomes()), self._outcomes()
        theirs = dict(self.theirs.chance_outcomes())
        odds = Counter()
        for action, share in ours.items():
            odds[numbers[action]] += share
        assert {number: round(share, 9) for number, share in odds.items()} == {
            action: round(share, 9) for action, share in theirs.items()
        }
        action = self.luck.choice(list(numbers))
        self.ours.apply_action(action)
        self.theirs.apply_action(numbers[action])

    def _outcomes(self):
        """What luck can bring here, by their numbers; nothing where it isn't asked."""
        found = self.ours.legal_actions() if self.ours.is_chance_node() else ()
        return {action: self.pair.outcomes[self.ours.action_to_string(-1, action)] for action in found}

    def _finish(self):
        """What is left where they are through: single options, which they don't ask for."""
        while not self.ours.is_terminal():
            if self.ours.is_simultaneous_node():
                only = [self.ours.legal_actions(seat) for seat in range(self.ours.num_players())]
                assert all(len(actions) == 1 for actions in only)
                self.ours.apply_actions([action for (action,) in only])
            else:
                (action,) = self.ours.legal_actions()
                self.ours.apply_action(action)


class Partition:
    """Whether two ways to name information states tell the same ones apart."""

    def __init__(self):
        self.ours, self.theirs = {}, {}

    def watch(self, twins):
        """Compare the names at a node."""
        if twins.theirs.is_chance_node() or twins.theirs.is_simultaneous_node():
            return
        one, other = (state.information_state_string() for state in (twins.ours, twins.theirs))
        assert self.ours.setdefault(one, other) == other
        assert self.theirs.setdefault(other, one) == one


def games(pair, count, seed=1, prefers=None):
    """Random games of a pair, in which all take what is preferred where there is such a thing."""
    luck = random.Random(seed)
    return (Twins(pair, luck, prefers) for _ in range(count))
