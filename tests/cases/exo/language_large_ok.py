# Loops of a million iterations. Safe.
@proc
def million(a: f32[2000001]):
    for i in par(0, 1000000):  # ok: exo-race
        a[2 * i] = a[2 * i + 1]

@proc
def last_of_many(n: size, a: f32[n]):
    assert n == 1000003
    for i in par(0, n):
        a[(i + 7) % 1000003] = 1.0
