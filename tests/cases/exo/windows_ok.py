@proc
def windows(a: f32[16, 16]):  # ok: exo-race
    for tid in fork(4):
        rows = a[4 * tid:4 * tid + 4, :]
        row = rows[3]
        tile = rows[1:3, 2:6]
        tile[1, 0] = 1.0
        row[2] = 2.0
        rows[0, 2] = 3.0
