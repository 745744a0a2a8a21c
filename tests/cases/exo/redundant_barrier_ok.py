@proc
def needed(a: f32[2], b: f32[2], c: f32[2]):  # ok: exo-redundant-barrier
    for tid in fork(2):
        a[tid] = 1.0
        Barrier()
        b[tid] = a[1 - tid]
        Barrier()
        c[tid] = b[1 - tid]
