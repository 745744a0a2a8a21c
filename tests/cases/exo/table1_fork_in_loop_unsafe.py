@proc
def fork_in_loop_unsafe(n: size, a: f32[n]):
    for t in seq(0, n):
        for tid in fork(2):
            a[t] = 1.0  # expect: exo-race
