# Division and remainder in indices and conditions.
@proc
def halves(n: size, a: f32[n]):
    for i in par(0, n):
        a[i / 2] = 1.0  # expect: exo-race

@proc
def grid(n: size, a: f32[n, 4]):
    for i in par(0, 4 * n):
        a[i / 4, i % 3] = 1.0  # expect: exo-race

@proc
def wrap(n: size, a: f32[8]):
    assert n <= 9
    for i in par(0, n):
        a[i % 8] = 1.0  # expect: exo-race

@proc
def ring(a: f32[6]):
    for i in par(0, 6):
        a[i] = a[(i + 5) % 6]  # expect: exo-race

@proc
def negative_index(n: size, k: index, a: f32[n]):
    assert -3 <= k <= 0
    for i in par(0, n):
        if (i + k) / 2 >= 0:
            a[(i + k) / 2] = 1.0  # expect: exo-race

@proc
def tiles(n: size, a: f32[n + 4]):
    for io in par(0, (n + 3) / 4):
        for ii in seq(0, 5):
            a[4 * io + ii] = 1.0  # expect: exo-race
