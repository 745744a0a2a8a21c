# A barrier behind each odd iteration: cells of one pair of iterations are only read in the next pair.
@proc
def conditional(n: size, a: f32[2, 2 * n], b: f32[2]):  # ok: exo-race; ok: exo-barrier-divergence
    for tid in fork(2):
        for i in seq(2, 2 * n):
            a[tid, i] = 1.0
            b[tid] = a[1 - tid, 2 * (i / 2) - 2]
            if i % 2 == 1:
                Barrier()
