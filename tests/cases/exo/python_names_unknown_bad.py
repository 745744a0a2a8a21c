# Names that Python may have rebound are unknown, never guessed: with STEP = 0 every iteration writes a[0].
STEP = 1
STEP += 0

@proc
def augmented(a: f32[64]):
    for i in par(0, 8):
        a[STEP * i] = 1.0  # expect: exo-unknown "STEP"; expect-diagnostic: undecided

WIDE, DEEP = 4, 2

@proc
def unpacked(a: f32[64]):
    for i in par(0, 8):
        a[WIDE * i] = 1.0  # expect: exo-unknown "only Python knows"; expect-diagnostic: undecided

ROWS = 4

def make_late():
    @proc
    def late(a: f32[64]):
        for i in par(0, 8):
            a[ROWS * i] = 1.0  # expect: exo-unknown "rebound in line 26"; expect-diagnostic: undecided
    return late

ROWS = 0
make_late()

for COUNT in (0, 1):
    @proc
    def in_loop(a: f32[64]):
        for i in par(0, 8):
            a[COUNT * i] = 1.0  # expect: exo-unknown; expect-diagnostic: undecided

if make_late:
    LIMIT = 2

@proc
def conditional(a: f32[64]):
    for i in par(0, 8):
        a[LIMIT * i] = 1.0  # expect: exo-unknown "perhaps does not run"; expect-diagnostic: undecided

SIZE = 4

def change():
    global SIZE
    SIZE = 0

@proc
def changed(a: f32[64]):
    for i in par(0, 8):
        a[SIZE * i] = 1.0  # expect: exo-unknown "a function rebinds it"; expect-diagnostic: undecided

DEPTH = 4
(lambda: (DEPTH := 3))()

@proc
def walrus(a: f32[64]):
    for i in par(0, 8):
        a[DEPTH * i] = 1.0  # expect: exo-unknown; expect-diagnostic: undecided

HALF = 3 / 2

@proc
def half(a: f32[64]):
    for i in par(0, 8):
        a[HALF * i] = 1.0  # expect: exo-unknown; expect-diagnostic: undecided

from not_checked import helper

@proc
def imported(a: f32[64]):
    for i in par(0, 8):
        helper(a[i:i + 1])  # expect: exo-unknown "not among the checked files"; expect-diagnostic: helper
