# Nests of par and seq loops, and loops after each other. Safe.
@proc
def par_in_par(n: size, m: size, a: f32[n, m]):
    for i in par(0, n):  # ok: exo-race
        for j in par(0, m):
            a[i, j] = 1.0

@proc
def seq_in_par(n: size, a: f32[n, n]):
    for i in par(0, n):
        for j in seq(0, i + 1):
            a[i, j] = 1.0

@proc
def par_in_seq(n: size, t: size, a: f32[t + 1, n + 2]):
    for s in seq(0, t):
        for i in par(0, n):
            a[s + 1, i + 1] = a[s, i]

@proc
def triangle(n: size, a: f32[n, n]):
    for i in par(0, n):
        for j in seq(i + 1, n):
            a[i, j] = a[j, i]

@proc
def offset_bounds(n: size, lo: index, a: f32[100]):
    assert lo >= 0
    for i in par(lo, lo + n):
        a[i - lo] = a[i - lo]

@proc
def after_each_other(n: size, a: f32[n + 1], b: f32[n + 1]):
    for i in par(0, n):
        b[i] = a[i + 1]
    for i in par(0, n):
        a[i] = b[i + 1]

@proc
def inner_par_only(n: size, m: size, a: f32[n + 1, m]):
    for i in seq(0, n):
        for j in par(0, m):
            a[i, j] = a[i + 1, j]
