# Both threads run the whole loop.
@proc
def verifies_trivial_loop_unsafe(n: size, a: f32[n]):
    for tid in fork(2):
        for i in seq(0, n):
            a[i] = 0.0  # expect: exo-race
