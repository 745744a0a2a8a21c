# Barriers in a nest; what lies between two of them is disjoint, also across the ends of the loops.
@proc
def pathalogical_looping_no(n: size, m: size, a: f32[2], b: f32[2]):  # ok: exo-race
    for tid in fork(2):
        for i in seq(0, n):
            a[tid] = 1.0
            Barrier()
            for j in seq(0, m):
                b[tid] = a[1 - tid]
                Barrier()
                b[tid] += 1.0
