@proc
def large(n: size, a: f32[n]):
    for tid in fork(n):
        if tid >= 100000:
            a[tid / 2] = 1.0  # expect: exo-race
