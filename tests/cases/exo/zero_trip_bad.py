# When m is 1 the inner loop does not run, and with it not its barrier: the code before and behind it meets.
@proc
def zero_trip(m: size, a: f32[2], b: f32[2]):
    for tid in fork(2):
        a[tid] = 1.0  # expect: exo-race "m = 1"
        for j in seq(1, m):
            Barrier()
        b[tid] = a[1 - tid]  # access: read; related
