# The same condition for all threads, and one that only looks as if it depended on the thread.
@proc
def uniform(n: size, a: f32[4], b: f32[4]):  # ok: exo-barrier-divergence
    for tid in fork(4):
        a[tid] = 1.0
        if n > 3:
            Barrier()
        else:
            Barrier()
        if tid < 4:
            b[tid] = a[3 - tid]
