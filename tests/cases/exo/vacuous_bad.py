@proc
def vacuous(n: size, a: f32[n]):
    assert n < 1  # expect: exo-vacuous
    for tid in fork(2):
        a[0] = 1.0
