# setattr with a name that only Python knows.
import sys

STEP = 4
for name in ("STEP",):
    setattr(sys.modules[__name__], name, 0)

@proc
def by_setattr(a: f32[64]):
    for i in par(0, 8):
        a[STEP * i] = 1.0  # expect: exo-unknown "only Python knows"; expect-diagnostic: undecided
