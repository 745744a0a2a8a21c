@proc
def nested(n: size, a: f32[n, n]):  # ok: exo-race
    for i in par(0, n):
        for j in par(0, n):
            a[i, j] = 1.0
