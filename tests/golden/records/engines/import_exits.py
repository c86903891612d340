"""It leaves Python when it is imported."""

import sys

sys.exit(1)
