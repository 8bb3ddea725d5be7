"""`python -m rulebed_tools` is the command `rulebed`."""

import sys

from rulebed_tools.cli.main import main

if __name__ == "__main__":
    sys.argv[0] = "rulebed"
    sys.exit(main())
