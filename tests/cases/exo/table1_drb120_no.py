# A barrier between the part in which one thread writes a scalar and the part in which all read it.
@proc
def drb120_no(x: f32, out: f32[2]):  # ok: exo-race
    for tid in fork(2):
        if tid == 0:
            x = 1.0
        Barrier()
        out[tid] = x
