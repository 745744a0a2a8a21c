# The threads read a half of the buffer that nobody writes.
@proc
def reads_not_overlap_writes(a: f32[16]):  # ok: exo-race
    for tid in fork(2):
        for i in seq(0, 4):
            a[4 * tid + i] = a[4 * tid + i + 8]
