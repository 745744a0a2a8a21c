# Every caller passes two buffers, or two parts of one that do not overlap.
@proc
def add(n: size, d: [f32][n], s: [f32][n]):
    for i in par(0, n):  # ok: exo-race
        d[i] = s[i]

@proc
def first(n: size, a: f32[2 * n]):
    add(n, a[0:n], a[n:2 * n])

@proc
def second(n: size, b: f32[n], c: f32[n]):
    add(n, b[0:n], c[0:n])
    add(n, b[0:n], b[0:n])

@proc
def third(n: size, e: f32[2 * n]):
    first(n, e[0:2 * n])
