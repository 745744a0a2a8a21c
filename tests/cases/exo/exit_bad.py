# The end of the last iteration meets what comes behind the loop.
@proc
def leave(n: size, a: f32[2], b: f32[2]):
    for tid in fork(2):
        for i in seq(0, n):
            Barrier()
            b[tid] = a[1 - tid]  # access: read
        a[tid] = 1.0  # expect: exo-race; related
