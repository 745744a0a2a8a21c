# Safe by itself, for two buffers; the caller gives it the same one twice.
@proc
def add(n: size, d: [f32][n], s: [f32][n]):
    for i in par(0, n):
        d[i] = s[i]  # expect: exo-race

@proc
def caller(n: size, a: f32[n + 1]):
    add(n, a[0:n], a[1:n + 1])
