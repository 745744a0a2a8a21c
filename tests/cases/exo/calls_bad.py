# The accesses are in an instruction: the race is shown at its call.
@instr("vstore({dst_data}, {src_data});")
def vstore(dst: [f32][8], src: [f32][8]):
    for i in seq(0, 8):
        dst[i] = src[i]

@proc
def shift(n: size, a: f32[8 * n + 8]):
    for tid in fork(n):
        vstore(a[8 * tid:8 * tid + 8], a[8 * tid + 4:8 * tid + 12])  # expect: exo-race "can write a in vstore(...) while another reads a in vstore(...)"
