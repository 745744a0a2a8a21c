@proc
def barrier_simple_unsafe_before(a: f32[2], b: f32[2]):
    for tid in fork(2):
        a[0] = 1.0  # expect: exo-race "from the start of the threads to barrier 1"
        Barrier()
        b[tid] = a[1 - tid]
