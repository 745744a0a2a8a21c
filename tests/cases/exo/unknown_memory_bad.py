# Nobody knows whether a memory of a file that is not checked is private to a thread.
from elsewhere import SCRATCH


@proc
def scratch(x: f32[4, 8]):
    for i in par(0, 4):
        t: f32[8] @ SCRATCH
        t[0] = x[i, 0]  # expect: exo-unknown "the class of the memory SCRATCH is not known"; expect-diagnostic: SCRATCH
        u: f32[8] @ DRAM_STACK
        u[0] = x[i, 0]
