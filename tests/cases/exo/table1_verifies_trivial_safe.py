@proc
def verifies_trivial_safe(a: f32[2]):  # ok: exo-race
    for tid in fork(2):
        a[tid] = 1.0
