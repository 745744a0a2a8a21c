# The race comes after more steps than are replayed. (Without a barrier only the iterations of the witness would run.)
@proc
def far(n: size, A: f32[n], B: f32[2]):
    assert n > 2000000000
    for t in fork(2):
        B[t] = 1.0
        Barrier()
        for i in seq(0, n):
            if i == 1999999999:
                A[i] = B[1 - t]  # expect: exo-race
