@proc
def barrier_simple_unsafe_after(a: f32[2], b: f32[2]):
    for tid in fork(2):
        a[tid] = 1.0
        Barrier()
        b[0] = a[1 - tid]  # expect: exo-race "from barrier 1 (line 5) to their end"
