# Each thread has 64 cells; more would run into the next thread's.
@proc
def blocks(n: size, a: f32[4 * n]):
    for tid in fork(4):
        for i in seq(0, n):
            a[64 * tid + i] = 1.0  # expect: exo-race "assert n <= 64"
