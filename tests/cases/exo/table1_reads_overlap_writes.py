@proc
def reads_overlap_writes(a: f32[9]):
    for tid in fork(2):
        for i in seq(0, 4):
            a[4 * tid + i] = a[4 * tid + i + 1]  # expect: exo-race
