# Even and odd steps read what the other kind wrote; the barrier orders each step and the next.
@proc
def single_barrier_in_loop(n: size, a: f32[n + 1, 2]):  # ok: exo-race
    for tid in fork(2):
        for i in seq(0, n):
            a[i + 1, tid] = a[i, 1 - tid]
            Barrier()
