# Where a buffer is allocated decides who shares it. Safe.
class TILE(DRAM_STATIC): pass

@proc
def through(x: [f32][1]):
    t: f32 @ TILE
    t = x[0]
    x[0] = t

@proc
def scalar_outside(n: size, a: f32[n]):
    for i in par(0, n):  # ok: exo-race
        t: f32
        t = a[i]
        a[i] = t

@proc
def between_the_loops(n: size, m: size, a: f32[n, m]):
    for i in par(0, n):
        t: f32
        for j in seq(0, m):
            t = a[i, j]
            a[i, j] = t

@proc
def static_in_callee(n: size, a: f32[n]):
    for i in seq(0, n):
        through(a[i:i + 1])
    for i in par(0, n):
        a[i] = 0.0

@proc
def window_of_local(n: size, a: f32[n, 4]):
    t: f32[n, 4]
    for i in par(0, n):
        w = t[i, 0:4]
        for j in seq(0, 4):
            w[j] = a[i, j]

@proc
def same_name_again(n: size, a: f32[n]):
    t: f32[4]
    t[0] = 0.0
    for i in par(0, n):
        t: f32[4]
        t[0] = a[i]
        a[i] = t[0]
