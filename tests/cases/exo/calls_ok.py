@instr("vstore({dst_data}, {src_data});")
def vstore(dst: [f32][8], src: [f32][8]):
    for i in seq(0, 8):
        dst[i] = src[i]

@proc
def copy(n: size, a: f32[8 * n], b: f32[8 * n]):  # ok: exo-race
    for tid in fork(n):
        vstore(a[8 * tid:8 * tid + 8], b[8 * tid:8 * tid + 8])
