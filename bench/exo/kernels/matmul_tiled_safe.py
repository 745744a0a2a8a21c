# C = A * B, tiled; each thread has rows of tiles of its own, and a private tile to add up in.
@proc
def matmul_tiled(n: size, m: size, k: size, A: f32[n, k], B: f32[k, m], C: f32[n, m]):
    assert n % 16 == 0
    assert m % 16 == 0
    for io in par(0, n / 16):
        for jo in seq(0, m / 16):
            acc: f32[16, 16] @ DRAM_STACK
            for ii in seq(0, 16):
                for ji in seq(0, 16):
                    acc[ii, ji] = 0.0
            for p in seq(0, k):
                for ii in seq(0, 16):
                    for ji in seq(0, 16):
                        acc[ii, ji] += A[16 * io + ii, p] * B[p, 16 * jo + ji]
            for ii in seq(0, 16):
                for ji in seq(0, 16):
                    C[16 * io + ii, 16 * jo + ji] = acc[ii, ji]
