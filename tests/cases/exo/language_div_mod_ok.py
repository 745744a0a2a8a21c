# Division and remainder in indices and conditions. Safe.
@proc
def halves(n: size, a: f32[n]):
    for i in par(0, n):  # ok: exo-race
        if i % 2 == 0:
            a[i / 2] = 1.0

@proc
def grid(n: size, a: f32[n, 4]):
    for i in par(0, 4 * n):
        a[i / 4, i % 4] = 1.0

@proc
def wrap(n: size, a: f32[8]):
    assert n <= 8
    for i in par(0, n):
        a[(i + 3) % 8] = 1.0

@proc
def ring(a: f32[6], b: f32[6]):
    for i in par(0, 6):
        a[i] = b[(i + 5) % 6]

@proc
def negative_index(n: size, k: index, a: f32[n]):
    assert -3 <= k <= 0
    for i in par(0, n):
        if (2 * i + k) / 2 >= 0:
            a[(2 * i + k) / 2] = 1.0

@proc
def tiles(n: size, a: f32[n + 4]):
    for io in par(0, (n + 3) / 4):
        for ii in seq(0, 4):
            if 4 * io + ii < n:
                a[4 * io + ii] = 1.0
