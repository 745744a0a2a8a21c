@proc
def alone(n: size, a: f32[1]):  # ok: exo-race
    assert n <= 1
    for tid in fork(n):
        a[0] = 1.0
