# All threads agree on the condition, so nothing diverges; but iterations 0 and 1 have no barrier between.
@proc
def conditional(n: size, a: f32[2, n], b: f32[2]):
    for tid in fork(2):
        for i in seq(0, n - 1):
            a[tid, i] = 1.0  # expect: exo-race
            if i % 2 == 1:
                Barrier()
            b[tid] = a[1 - tid, i + 1]  # access: read; related
