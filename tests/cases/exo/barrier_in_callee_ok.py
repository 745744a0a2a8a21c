@proc
def publish(i: index, a: [f32][2]):
    a[i] = 1.0
    Barrier()

@proc
def pass_on(a: f32[2], b: f32[2]):  # ok: exo-race
    for tid in fork(2):
        publish(tid, a[:])
        b[tid] = a[1 - tid]
