def conv1d(ic: size, oc: size, n: size, data: i32[ic, n] @ DRAM, kernels: i32[oc, ic,
                                                                          4] @ DRAM, out: i32[oc, n] @ DRAM):
    assert n % 16 == 0
    assert oc % 4 == 0
    assert ic % 4 == 0
    for oo in par(0, oc / 4):
        for no in seq(0, n / 16):
            acc: i32[4, 16] @ DRAM_STACK
            for oi in seq(0, 4):
                for ni in seq(0, 16):
                    acc[oi, ni] = 0.0
            for co in seq(0, ic / 4):
                for ci in seq(0, 4):
                    for r in seq(0, 4):
                        for oi in seq(0, 4):
                            for ni in seq(0, 16):
                                if ni + r + 16 * no < n:
                                    acc[oi, ni] += kernels[oi + 4 * oo, ci + 4 * co,
                                                           r] * data[ci + 4 * co, ni + r + 16 * no]
            for oi in seq(0, 4):
                for ni in seq(0, 16):
                    out[oi + 2 * oo, ni + 16 * no] = acc[oi, ni]
            free(acc)
