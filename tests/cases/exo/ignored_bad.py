@proc
def known(a: f32[1]):
    for tid in fork(2):
        a[0] = 1.0  # deadheat: ignore exo-race -- all threads write the same value here
