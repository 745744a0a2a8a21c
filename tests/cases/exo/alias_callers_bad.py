# Safe for two buffers; every caller that passes one buffer twice makes a race of its own, told once.
@proc
def add(n: size, d: [f32][n], s: [f32][n]):
    for i in par(0, n):
        d[i] = s[i]  # expect: exo-race "another reads s"; expect: exo-race; expect: exo-race

@proc
def first(n: size, a: f32[n + 1]):
    add(n, a[0:n], a[1:n + 1])

@proc
def second(n: size, b: f32[n + 1], c: f32[n + 1]):
    add(n, b[0:n], b[1:n + 1])
    add(n, c[0:n], c[1:n + 1])
    add(n, b[0:n], c[0:n])

@proc
def third(n: size, e: f32[n + 1]):
    first(n, e[0:n + 1])
