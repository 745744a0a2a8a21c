# Zeroes a buffer with two threads whose parts overlap.
@proc
def verifies_overlapping_zero_copy_unsafe(n: size, a: f32[n]):
    for tid in fork(2):
        for i in seq(0, n - 1):
            a[i + tid] = 0.0  # expect: exo-race
