# DRAM_STATIC is one buffer for all threads, although it is allocated inside.
@proc
def scratch(x: f32[4, 8]):
    for i in par(0, 4):
        tmp: f32[8] @ DRAM_STATIC
        for j in seq(0, 8):
            tmp[j] = x[i, j]  # expect[w]: exo-race "the same cell of tmp"; expect[r]: exo-race "while another"
        for j in seq(0, 8):
            x[i, j] = tmp[7 - j]  # access[r]: read
