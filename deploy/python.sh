#!/bin/sh
# Prints the Python that `make` makes the virtual environment of: the oldest version from 3.11 on
# that PATH holds, and of its builds the first one, or one that computes a tenth faster. A build
# without the compiler's profile (pyenv's default) took 13 to 19 % more for our tests (measured).
set -u

# Prints the microseconds that a recursion, a pattern and a dictionary take; many where it cannot
# make an environment. Ends in failure before 3.11.
measure='
import re, sys, time
if sys.version_info < (3, 11):
    sys.exit(1)
try:
    import ensurepip, venv
except ImportError:
    print(10**9)
    sys.exit()
pattern = re.compile(r"(?<![a-z])(?:no|not|without) (?:\w+ ){0,4}(?:benefit|effect)s?\b")
text = "It was not given to patients with a benefit and without a large effect on the tumour. " * 30
def tree(depth):
    return 1 if depth < 2 else tree(depth - 1) + tree(depth - 2)
def work():
    began = time.process_time()
    tree(19)
    for _ in range(20):
        list(pattern.finditer(text))
    seen = {}
    for number in range(60000):
        seen[number % 97] = seen.get(number % 97, 0) + len(str(number))
    return time.process_time() - began
print(int(min(work() for _ in range(7)) * 1e6))
'
best='' least=0
for name in python3.11 python3.12 python3.13 python3.14 python3; do
	IFS=:
	for folder in $PATH; do
		[ -x "$folder/$name" ] || continue
		took=$("$folder/$name" -I -c "$measure" 2>/dev/null) || continue
		if [ -z "$best" ] || [ "$took" -lt $((least * 9 / 10)) ]; then
			best=$folder/$name least=$took
		fi
	done
	unset IFS
	[ -z "$best" ] || break
done
echo "$best"
