# Additions to cells that iterations share, and to cells of their own. Safe.
@proc
def dot(n: size, x: f32[n], y: f32[n], r: f32[n]):
    for i in par(0, n):  # ok: exo-race
        r[i] += x[i] * y[i]

@proc
def matmul(n: size, a: f32[n, n], b: f32[n, n], c: f32[n, n]):
    for i in par(0, n):
        for k in seq(0, n):
            for j in par(0, n):
                c[i, j] += a[i, k] * b[k, j]

@proc
def partial_sums(n: size, x: f32[4 * n], s: f32[n]):
    for i in par(0, n):
        for j in seq(0, 4):
            s[i] += x[4 * i + j]
