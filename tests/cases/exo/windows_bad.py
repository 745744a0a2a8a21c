# Windows of windows: the second one reaches one cell into the next thread's row of tiles.
@proc
def windows(a: f32[16, 16]):
    for tid in fork(4):
        rows = a[4 * tid:4 * tid + 5, :]
        tile = rows[1:5, 2:6]
        tile[3, 0] = 1.0  # expect: exo-race "a[4, 2]"
        tile[0, 0] = 2.0
        rows[0, 2] = 3.0  # access: write; related
