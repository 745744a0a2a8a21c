@proc
def cyclic(n: size, m: size, a: f32[m]):  # ok: exo-race
    for tid in fork(n):
        for i in seq(0, m):
            if i % 7 == tid:
                a[i] = 1.0
