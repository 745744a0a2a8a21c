# The second row of the same name: the race is in the last region.
@proc
def barrier_three_regions_unsafe(a: f32[2], b: f32[2], c: f32[2]):
    for tid in fork(2):
        a[tid] = 1.0
        Barrier()
        b[tid] = a[1 - tid]
        Barrier()
        c[0] = b[1 - tid]  # expect: exo-race
