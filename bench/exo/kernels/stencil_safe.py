# A five-point stencil over time steps, 32 rows a thread, a barrier after each half step.
@proc
def stencil(steps: size, m: size, a: f32[130, m], b: f32[130, m]):
    for tid in fork(4):
        for t in seq(0, steps):
            for i in seq(1, 33):
                for j in seq(1, m - 1):
                    b[32 * tid + i, j] = a[32 * tid + i - 1, j] + a[32 * tid + i + 1, j] + a[32 * tid + i, j - 1] + a[32 * tid + i, j + 1]
            Barrier()
            for i in seq(1, 33):
                for j in seq(1, m - 1):
                    a[32 * tid + i, j] = b[32 * tid + i, j]
            Barrier()
