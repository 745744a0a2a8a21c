LANES = 8
TILE = LANES * 2

def tile(n):
    return n // TILE

@proc
def constants(n: size, a: f32[TILE * n]):
    for t in par(0, n):
        for i in seq(0, TILE + 1):
            a[TILE * t + i] = 1.0  # expect: exo-race
