"""Ties a pack to its ledger: which content implements a rule, which scenarios prove it, and where values come from."""
