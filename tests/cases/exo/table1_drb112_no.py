# Each thread handles a part of its own of a linear loop.
@proc
def drb112_no(a: f32[100], b: f32[100], c: f32):  # ok: exo-race
    for tid in fork(2):
        for i in seq(0, 50):
            a[50 * tid + i] = a[50 * tid + i] + b[50 * tid + i] * c
