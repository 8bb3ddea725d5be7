"""Plays two games of OpenSpiel side by side, and says at every node whether they are the same."""

from __future__ import annotations

import random

import pyspiel


class Twins:
    """A state of ours and one of theirs; what is done to one is done to the other."""

    def __init__(self, pair, luck):
        self.pair, self.luck = pair, luck
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
            self.ours.apply_actions([action for action, _ in chosen])
            self.theirs.apply_actions([action for _, action in chosen])
        else:
            ours, theirs = self._choice(self.theirs.current_player())
            self.ours.apply_action(ours)
            self.theirs.apply_action(theirs)

    def _skip_certainty(self):
        """Luck that can bring one thing alone is only asked there."""
        while self.theirs.is_chance_node() and len(self.theirs.legal_actions()) == 1:
            self.theirs.apply_action(*self.theirs.legal_actions())

    def _choice(self, seat):
        """An action of a seat, by our number and by theirs; both are offered the same."""
        numbers = self._numbers(seat)
        assert self.theirs.legal_actions(seat) == sorted(numbers.values())
        return self.luck.choice(list(numbers.items()))

    def _numbers(self, seat):
        ids = {action: self.ours.action_to_string(seat, action) for action in self.ours.legal_actions(seat)}
        texts = None
        found = {}
        for action, name in ids.items():
            theirs = self.pair.actions[name]
            if isinstance(theirs, str):
                texts = texts or self._texts(seat)
                theirs = texts[theirs]
            found[action] = theirs
        return found

    def _texts(self, seat):
        """Their actions by their texts; the star that marks a capture aside."""
        names = ((self.theirs.action_to_string(seat, action), action) for action in self.theirs.legal_actions())
        return {name.rstrip("*"): action for name, action in names}

    def _chance(self):
        ours = dict(self.ours.chance_outcomes())
        numbers = {action: self.pair.outcomes[self.ours.action_to_string(-1, action)] for action in ours}
        theirs = dict(self.theirs.chance_outcomes())
        assert {numbers[action]: round(odds, 9) for action, odds in ours.items()} == {
            action: round(odds, 9) for action, odds in theirs.items()
        }
        action = self.luck.choice(list(numbers))
        self.ours.apply_action(action)
        self.theirs.apply_action(numbers[action])

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


def games(pair, count, seed=1):
    """Random games of a pair."""
    luck = random.Random(seed)
    return (Twins(pair, luck) for _ in range(count))
