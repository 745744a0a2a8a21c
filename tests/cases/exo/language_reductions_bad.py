# Additions to cells that iterations share, and to cells of their own.
@proc
def dot(n: size, x: f32[n], y: f32[n], r: f32):
    for i in par(0, n):
        r += x[i] * y[i]  # expect: exo-race

@proc
def matmul(n: size, a: f32[n, n], b: f32[n, n], c: f32[n, n]):
    for k in par(0, n):
        for i in seq(0, n):
            for j in seq(0, n):
                c[i, j] += a[i, k] * b[k, j]  # expect: exo-race

@proc
def partial_sums(n: size, x: f32[4 * n], s: f32[n]):
    for i in par(0, 4 * n):
        s[i / 4] += x[i]  # expect: exo-race
