"""`python -m rulebed` is the command `rulebed`, wherever that is installed from."""

import sys
from importlib.metadata import entry_points

if __name__ == "__main__":
    (command,) = entry_points(group="console_scripts", name="rulebed")
    sys.argv[0] = command.name
    sys.exit(command.load()())
