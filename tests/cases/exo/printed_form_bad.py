def blur(n: size, m: size, x: f32[n + 2,
                                m] @ DRAM, y: f32[n, m] @ DRAM):
    assert m % 8 == 0
    for io in par(0, n):
        tmp: f32[8] @ AVX2
        for jo in seq(0, m / 8):
            for ji in seq(0, 8):
                tmp[ji] = x[io, ji +
                            8 * jo] + x[2 + io, ji + 8 * jo]
            for ji in seq(0, 8):
                y[io / 2, ji + 8 * jo] = tmp[ji]  # expect: exo-race
        free(tmp)
