@proc
def wrap(n: size, a: f32[2], b: f32[2]):  # ok: exo-race
    for tid in fork(2):
        for i in seq(0, n):
            a[tid] = 1.0
            Barrier()
            b[tid] = a[1 - tid]
            Barrier()
