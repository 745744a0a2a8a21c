@proc
def multiple_forks_unsafe_first(a: f32[2], b: f32[2]):
    for tid in fork(2):
        a[0] = 1.0  # expect: exo-race
    for tid in fork(2):
        b[tid] = a[1 - tid]
