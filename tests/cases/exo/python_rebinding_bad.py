# Ways to rebind a name that are easily missed: with 0 every iteration writes a[0].
import sys
from unittest import mock

IN_A_LINE = 4
def change(): global IN_A_LINE; IN_A_LINE = 0
change()

@proc
def suite_on_the_line_of_def(a: f32[64]):
    for i in par(0, 8):
        a[IN_A_LINE * i] = 1.0  # expect: exo-unknown "a function rebinds it in line 6"; expect-diagnostic: undecided

OF_CLASS = 4
class Change: global OF_CLASS; OF_CLASS = 0

@proc
def suite_on_the_line_of_class(a: f32[64]):
    for i in par(0, 8):
        a[OF_CLASS * i] = 1.0  # expect: exo-unknown "OF_CLASS"; expect-diagnostic: undecided

DECORATED = 4
@(lambda function, _=(DECORATED := 0): function)
def plain():
    pass

@proc
def in_a_decorator(a: f32[64]):
    for i in par(0, 8):
        a[DECORATED * i] = 1.0  # expect: exo-unknown "only Python knows"; expect-diagnostic: undecided

FORMATTED = 4
print(f"{(FORMATTED := 0)}")

@proc
def in_a_formatted_string(a: f32[64]):
    for i in par(0, 8):
        a[FORMATTED * i] = 1.0  # expect: exo-unknown "only Python knows"; expect-diagnostic: undecided

MATCHED = 4
match 0:
    case MATCHED: pass

@proc
def in_a_pattern(a: f32[64]):
    for i in par(0, 8):
        a[MATCHED * i] = 1.0  # expect: exo-unknown "perhaps does not run"; expect-diagnostic: undecided

ATTRIBUTE = 4
setattr(sys.modules[__name__], "ATTRIBUTE", 0)

@proc
def by_setattr(a: f32[64]):
    for i in par(0, 8):
        a[ATTRIBUTE * i] = 1.0  # expect: exo-unknown "an attribute 'ATTRIBUTE' may"; expect-diagnostic: undecided

PATCHED = 4
mock.patch(f"{__name__}.PATCHED", 0).start()

@proc
def by_mock(a: f32[64]):
    for i in par(0, 8):
        a[PATCHED * i] = 1.0  # expect: exo-unknown "an attribute 'PATCHED' may"; expect-diagnostic: undecided
