# Names that are changed without being named.
STEP = 4
names = globals
names()["STEP"] = 0

@proc
def by_globals(a: f32[64]):
    for i in par(0, 8):
        a[STEP * i] = 1.0  # expect: exo-unknown "line 3 changes names while"; expect-diagnostic: undecided
