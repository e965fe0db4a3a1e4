"""A test process: it runs what pytest-xdist (execnet) sends it first, as ``python -c`` would."""

import sys

exec(eval(sys.stdin.readline()))
