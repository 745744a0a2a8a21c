# The accesses are in a callee, the race is in how it is called.
@instr("vstore({dst_data}, {src_data});")
def vstore(dst: [f32][8], src: [f32][8]):
    for i in seq(0, 8):
        dst[i] = src[i]  # expect: exo-race

@proc
def shift(n: size, a: f32[8 * n + 8]):
    for tid in fork(n):
        vstore(a[8 * tid:8 * tid + 8], a[8 * tid + 4:8 * tid + 12])
