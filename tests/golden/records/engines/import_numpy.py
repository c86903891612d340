"""It needs what is not in the standard library."""

import numpy
