@proc
def zero_trip(m: size, a: f32[2], b: f32[2]):  # ok: exo-race
    assert m >= 2
    for tid in fork(2):
        a[tid] = 1.0
        for j in seq(1, m):
            Barrier()
        b[tid] = a[1 - tid]
