"""The nodes of the effect language as it is written, all under one name.

`expressions`, `statements` and `types` have them; `place` has what all of them share, where they stand.
"""

from __future__ import annotations

from rulebed.lang.syntax.expressions import *  # noqa: F403 - the rooms hold nothing but nodes
from rulebed.lang.syntax.place import *  # noqa: F403
from rulebed.lang.syntax.statements import *  # noqa: F403
from rulebed.lang.syntax.types import *  # noqa: F403
