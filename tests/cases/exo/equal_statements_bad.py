# Many pairs of accesses to one buffer in one loop are one bug: one finding, with their number.
@proc
def equal(a: f32[8]):
    for t in fork(2):
        a[0] = 1.0  # expect: exo-race "10 pairs of accesses to a race here"
        a[0] = 2.0  # related
        a[0] = 3.0  # related
        a[0] = 4.0  # related
