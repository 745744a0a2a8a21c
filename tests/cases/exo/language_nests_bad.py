# Nests of par and seq loops, and loops after each other.
@proc
def par_in_par(n: size, m: size, a: f32[n + m]):
    for i in par(0, n):
        for j in par(0, m):
            a[i + j] = 1.0  # expect: exo-race

@proc
def seq_in_par(n: size, a: f32[n, n]):
    for i in par(0, n):
        for j in seq(0, i + 1):
            a[j, j] = 1.0  # expect: exo-race

@proc
def par_in_seq(n: size, t: size, a: f32[n + 2]):
    for s in seq(0, t):
        for i in par(0, n):
            a[i + 1] = a[i]  # expect: exo-race

@proc
def triangle(n: size, a: f32[n, n]):
    for i in par(0, n):
        for j in seq(0, n):
            a[i, j] = a[j, i]  # expect: exo-race

@proc
def offset_bounds(n: size, lo: index, a: f32[100]):
    assert lo >= 0
    for i in par(lo, lo + n):
        a[i - lo] = a[i + 1 - lo]  # expect: exo-race

@proc
def after_each_other(n: size, a: f32[n + 1], b: f32[n + 1]):
    for i in par(0, n):
        b[i] = a[i + 1]
    for i in par(0, n):
        a[i] = b[i + 1]
        b[i] = 0.0  # expect: exo-race

@proc
def inner_par_only(n: size, m: size, a: f32[n, m + 1]):
    for i in seq(0, n):
        for j in par(0, m):
            a[i, j] = a[i, j + 1]  # expect: exo-race
