# A window of a window keeps its axes: stride(row, 0) is that of the last axis.
@proc
def windows(a: f32[8], c: f32[8], b: f32[4, 8, 16], w: [f32][4, 4]):
    for i in par(0, 8):
        tile = b[1, 0:8, 0:16]
        row = tile[:, 3]
        if stride(tile, 0) == 16:
            if stride(row, 0) == 16:
                a[0] = 1.0  # expect: exo-race
        part = w[:, 1]
        if stride(part, 0) == 3:
            c[1] = 1.0  # expect: exo-race "stride(w, 0) = 3"
