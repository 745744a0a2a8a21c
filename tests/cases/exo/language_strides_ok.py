# Strides of dense buffers, of window arguments and through a call. Safe.
@proc
def touch(x: [f32][4], y: [f32][2]):
    x[0] = 1.0
    if stride(y, 0) == 4:
        y[1] = 2.0

@proc
def dense_rows(n: size, a: f32[4, 8], b: f32[n + 1]):
    for i in par(0, n):  # ok: exo-race
        if stride(a, 0) == 4:
            b[i] = b[i + 1]

@proc
def argument(n: size, w: [f32][n + 1]):
    assert stride(w, 0) == 1
    for i in par(0, n):
        if stride(w, 0) == 2:
            w[i] = w[i + 1]

@proc
def through_a_call(n: size, a: f32[n + 1, 4]):
    for i in par(0, n):
        touch(a[i, 0:4], a[i, 0:2])
