@proc
def basic_branch_unsafe(a: f32[8]):
    for tid in fork(4):
        if tid < 2:
            a[0] = 1.0  # expect: exo-race
