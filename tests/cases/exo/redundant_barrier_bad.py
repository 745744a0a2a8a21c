@proc
def redundant(a: f32[2], b: f32[2], c: f32[2]):
    for tid in fork(2):
        a[tid] = 1.0
        Barrier()
        b[tid] = a[1 - tid]
        Barrier()  # expect: exo-redundant-barrier note
        c[tid] = 1.0
