# What a thread allocates is its own.
@proc
def thread_local_ok(out: f32[2]):  # ok: exo-race
    for tid in fork(2):
        local: f32[4]
        for i in seq(0, 4):
            local[i] = 1.0
        for i in seq(0, 4):
            out[tid] += local[i]
