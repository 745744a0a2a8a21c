# A subclass of StaticMemory has one storage for all threads.
class TILE(StaticMemory):
    NUM = 8


class NARROW_TILE(TILE):
    pass


@proc
def tiles(x: f32[4, 8]):
    for i in par(0, 4):
        t: f32[8] @ NARROW_TILE
        for j in seq(0, 8):
            t[j] = x[i, j]  # expect: exo-race "use a stack memory"
