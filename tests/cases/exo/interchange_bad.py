# deadheat exo interchange 1
class DRAM(Memory): pass
class DRAM_STATIC(DRAM): pass
@config
class Cfg:
    scale: f32
    stride_of_a: stride
@instr("neon_store({dst_data}, {src_data});")
def store(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
@proc
def scheduled(n: size, a: f32[4 * n + 4] @ DRAM, b: f32[4 * n] @ DRAM):
    assert n > 1
    for io in par(0, n):
        tmp: f32[4] @ DRAM_STATIC
        for ii in seq(0, 4):
            tmp[ii] = b[4 * io + ii] * Cfg.scale  # expect[w]: exo-race "the same cell of tmp"; expect[r]: exo-race "while another"
        store(a[4 * io:4 * io + 4], tmp[0:4])  # access[r]: read
    for io_1 in par(0, n):
        store(a[4 * io_1:4 * io_1 + 4], a[4 * io_1 + 4:4 * io_1 + 8])  # expect: exo-race "of a by this instruction"
