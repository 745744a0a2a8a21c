@proc
def detect_trivial_dr(a: f32[1]):
    for tid in fork(2):
        a[0] = 1.0  # expect: exo-race
