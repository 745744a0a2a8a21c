@proc
def strided(n: size, a: [f32][n, 4]):  # ok: exo-race; ok: exo-vacuous
    assert stride(a, 1) == 1
    for i in par(0, n):
        a[i, 0] = 1.0
