@proc
def barrier_simple_safe(a: f32[2], b: f32[2]):  # ok: exo-race
    for tid in fork(2):
        a[tid] = 1.0
        Barrier()
        b[tid] = a[1 - tid]
