# Preconditions that leave a race, and preconditions that exclude it. Safe.
@proc
def distance(n: size, m: size, a: f32[n + m]):
    assert m >= n
    for i in par(0, n):  # ok: exo-race
        a[i] = a[i + m]

@proc
def parity(n: size, k: index, a: f32[2 * n + 3]):
    assert 0 <= k <= 2 and k % 2 == 1
    for i in par(0, n):
        a[2 * i] = a[2 * i + k]

@proc
def block_size(n: size, m: size, a: f32[n, m]):
    assert n == 1
    for i in par(0, n):
        for j in seq(0, m):
            a[i - i, j] = 1.0
