# The first race comes after more steps than are replayed.
@proc
def far(n: size, A: f32[n]):
    assert n > 2000000000
    for t in fork(2):
        for i in seq(0, n):
            if i == 1999999999:
                A[i] = 1.0  # expect: exo-race
