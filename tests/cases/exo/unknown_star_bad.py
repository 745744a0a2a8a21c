# Exo's DRAM_STACK, or another one of a file that is not checked: nobody knows.
from exo import *
from elsewhere import *


@proc
def scratch(x: f32[4, 8]):
    for i in par(0, 4):
        t: f32[8] @ DRAM_STACK
        t[0] = x[i, 0]  # expect: exo-unknown "the class of the memory DRAM_STACK is not known"; expect-diagnostic: DRAM_STACK
