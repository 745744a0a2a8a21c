@proc
def sensible(n: size, a: f32[n]):  # ok: exo-vacuous
    assert n % 4 == 0
    assert n > 2
    for tid in fork(4):
        a[tid] = 1.0
