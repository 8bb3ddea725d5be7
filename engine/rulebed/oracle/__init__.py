"""The plain interpreter: the compiler's twin in lockstep tests, and what plays a pack that isn't worth compiling."""

from rulebed.oracle.oracle import Oracle

__all__ = ["Oracle"]
