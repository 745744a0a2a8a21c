# Loops of a million iterations.
@proc
def million(a: f32[1000001]):
    for i in par(0, 1000000):
        a[i] = a[i + 1]  # expect: exo-race

@proc
def last_of_many(n: size, a: f32[n]):
    assert n == 1000003
    for i in par(0, n):
        a[(i * 7) % 1000001] = 1.0  # expect: exo-race
