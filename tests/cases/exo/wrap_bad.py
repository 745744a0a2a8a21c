# The end of one iteration meets the start of the next.
@proc
def wrap(n: size, a: f32[2], b: f32[2]):
    for tid in fork(2):
        for i in seq(0, n):
            a[tid] = 1.0  # expect: exo-race "n = 2"
            Barrier()
            b[tid] = a[1 - tid]  # access: read; related
