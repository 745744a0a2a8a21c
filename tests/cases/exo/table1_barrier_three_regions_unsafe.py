# The row stands twice in the table; this is the race in the middle region.
@proc
def barrier_three_regions_unsafe(a: f32[2], b: f32[2], c: f32[2]):
    for tid in fork(2):
        a[tid] = 1.0
        Barrier()
        b[0] = a[1 - tid]  # expect: exo-race
        Barrier()
        c[tid] = b[0]
