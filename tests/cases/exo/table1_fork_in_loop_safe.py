# All threads see the same step of the loop around the fork.
@proc
def fork_in_loop_safe(n: size, a: f32[n + 2]):  # ok: exo-race
    for t in seq(0, n):
        for tid in fork(2):
            a[t + tid] = 1.0
