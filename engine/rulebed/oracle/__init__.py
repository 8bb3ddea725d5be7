"""The plain interpreter: the compiler's twin in lockstep tests, never used for play."""

from rulebed.oracle.oracle import Oracle

__all__ = ["Oracle"]
