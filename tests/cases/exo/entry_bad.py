# What comes before the loop meets the start of the first iteration, and only that one.
@proc
def entry(n: size, a: f32[2, 8], b: f32[2]):
    for tid in fork(2):
        a[tid, 0] = 1.0  # expect: exo-race
        for i in seq(0, n):  # related
            b[tid] = a[1 - tid, i]  # access: read
            Barrier()
