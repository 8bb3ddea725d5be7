"""The nodes of the effect language as it is written, all under one name."""

from __future__ import annotations

from rulebed.lang.syntax.expressions import *  # noqa: F403 - the rooms hold nothing but nodes
from rulebed.lang.syntax.place import *  # noqa: F403
from rulebed.lang.syntax.statements import *  # noqa: F403
from rulebed.lang.syntax.types import *  # noqa: F403
