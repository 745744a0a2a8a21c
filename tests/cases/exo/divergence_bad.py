@proc
def diverge(n: size, a: f32[n]):
    for tid in fork(n):  # related
        if tid < n - 1:
            a[tid] = 1.0
            Barrier()  # expect: exo-barrier-divergence "tid = 1 does not"
