# Every binder is a new variable: the inner i, the second a.
@proc
def shadow(n: size, a: f32[4]):  # ok: exo-race
    for i in fork(4):
        for i in seq(i, i + 1):
            a[i] = 1.0
        a: f32[1]
        a[0] = 2.0
