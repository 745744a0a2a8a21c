# Strides of dense buffers are what their sizes say, and windows keep those of their axes: every branch is dead.
@proc
def dense(n: size, m: size, a: f32[n, m], b: f32[4, 8, 16]):
    for i in par(0, n):
        if stride(a, 1) == 2:
            a[0, 0] = 1.0
        if stride(a, 0) < m:
            a[0, 0] = 2.0
        tile = b[1, 0:8, 0:16]
        row = tile[3, :]
        if stride(tile, 0) == 128:
            a[0, 0] = 3.0
        if stride(row, 0) == 16:
            a[0, 0] = 4.0
        c: f32[3, 5]
        if stride(c, 0) == 3:
            a[0, 0] = 5.0
