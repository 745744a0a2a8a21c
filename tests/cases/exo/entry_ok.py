@proc
def entry(n: size, a: f32[2, 8], b: f32[2]):  # ok: exo-race
    for tid in fork(2):
        a[tid, 1] = 1.0
        for i in seq(0, n):
            b[tid] = a[1 - tid, i]
            Barrier()
