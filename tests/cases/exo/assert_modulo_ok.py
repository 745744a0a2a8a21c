@proc
def tiles(n: size, a: f32[n]):  # ok: exo-race
    assert n >= 16
    assert n % 16 == 0
    for t in par(0, (n + 15) / 16):
        for i in seq(0, 16):
            if 16 * t + 16 <= n:
                a[16 * t + i] = 1.0
            else:
                a[n - 16 + i] = 1.0
