"""`python -m noughts`: the command line."""

import sys

from noughts.cli import main

if __name__ == "__main__":
    sys.exit(main())
