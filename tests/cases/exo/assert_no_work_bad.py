# Below n = 64 nothing runs: `assert n <= 63` would be no fix.
@proc
def tiles(n: size, k: size, a: f32[n, 64]):
    for ko in par(0, k):
        for io in seq(0, n / 64):
            for ii in seq(0, 64):
                a[io, ii] = 1.0  # expect: exo-race "run the loop with seq"
