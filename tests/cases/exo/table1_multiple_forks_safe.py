# The first fork has ended before the second one begins.
@proc
def multiple_forks_safe(a: f32[2], b: f32[2]):  # ok: exo-race
    for tid in fork(2):
        a[tid] = 1.0
    for tid in fork(2):
        b[tid] = a[1 - tid]
