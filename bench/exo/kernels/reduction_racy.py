# A tree of sums without the barrier after its first level.
@proc
def reduction(x: f32[64 * 64], part: f32[64], out: f32):
    for tid in fork(64):
        part[tid] = 0.0
        for i in seq(0, 64):
            part[tid] += x[64 * tid + i]
        if tid < 8:
            for i in seq(1, 8):
                part[8 * tid] += part[8 * tid + i]
        Barrier()
        if tid == 0:
            for i in seq(0, 8):
                out += part[8 * i]
