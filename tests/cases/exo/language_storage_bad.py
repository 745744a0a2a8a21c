# Where a buffer is allocated decides who shares it.
class TILE(DRAM_STATIC): pass

@proc
def through(x: [f32][1]):
    t: f32 @ TILE
    t = x[0]  # expect: exo-race
    x[0] = t

@proc
def scalar_outside(n: size, a: f32[n]):
    t: f32
    for i in par(0, n):
        t = a[i]  # expect: exo-race
        a[i] = t

@proc
def between_the_loops(n: size, m: size, a: f32[n, m]):
    for i in par(0, n):
        t: f32
        for j in par(0, m):
            t = a[i, j]  # expect: exo-race
            a[i, j] = t

@proc
def static_in_callee(n: size, a: f32[n]):
    for i in par(0, n):
        through(a[i:i + 1])

@proc
def window_of_local(n: size, a: f32[n, 4]):
    t: f32[4, 4]
    for i in par(0, n):
        w = t[i % 4, 0:4]
        for j in seq(0, 4):
            w[j] = a[i, j]  # expect: exo-race

@proc
def same_name_again(n: size, a: f32[n]):
    t: f32[4]
    for i in par(0, n):
        t[0] = a[i]  # expect: exo-race
        t: f32[4]
        t[0] = a[i]
