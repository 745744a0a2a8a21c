@proc
def scratch(x: f32[4, 8]):  # ok: exo-race
    for i in par(0, 4):
        tmp: f32[8] @ DRAM_STACK
        for j in seq(0, 8):
            tmp[j] = x[i, j]
        for j in seq(0, 8):
            x[i, j] = tmp[7 - j]
