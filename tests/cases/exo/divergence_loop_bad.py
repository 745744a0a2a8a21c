# The number of barriers depends on the thread.
@proc
def diverge(a: f32[4]):
    for tid in fork(4):  # related
        for i in seq(0, tid):
            a[tid] = 1.0
            Barrier()  # expect: exo-barrier-divergence
