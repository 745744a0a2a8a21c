@proc
def cyclic(n: size, a: f32[2 * n]):
    for tid in fork(n):
        a[2 * tid] = 1.0  # expect: exo-race
        a[tid] = 2.0  # access: write; related
