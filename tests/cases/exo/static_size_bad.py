# Before `simplify`, a size that is constant is not written as one.
@proc
def staged(n: size, a: f32[8 * n]):
    for io in par(0, n):
        t: f32[8 * io + 8 - 8 * io] @ DRAM_STATIC
        for ii in seq(0, 8):
            t[ii] = a[8 * io + ii]  # expect: exo-race "use a stack memory"
