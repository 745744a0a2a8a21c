@proc
def multiple_forks_unsafe_second(a: f32[2], b: f32[2]):
    for tid in fork(2):
        a[tid] = 1.0
    for tid in fork(2):
        b[0] = a[1 - tid]  # expect: exo-race
