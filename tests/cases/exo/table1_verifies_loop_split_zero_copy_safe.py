# Zeroes a buffer; the loop is split in tiles, and each thread has a tile of its own.
@proc
def verifies_loop_split_zero_copy_safe(a: f32[32]):  # ok: exo-race
    for tid in fork(4):
        for io in seq(0, 2):
            for ii in seq(0, 4):
                a[8 * tid + 4 * io + ii] = 0.0
