@proc
def reduce(x: f32[64], parts: f32[4], sum: f32):  # ok: exo-race
    for tid in fork(4):
        acc: f32
        acc = 0.0
        for i in seq(0, 16):
            acc += x[16 * tid + i]
        parts[tid] = acc
    for i in seq(0, 4):
        sum += parts[i]
