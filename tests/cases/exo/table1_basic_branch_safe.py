@proc
def basic_branch_safe(a: f32[8]):  # ok: exo-race
    for tid in fork(4):
        if tid == 2:
            a[0] = 1.0
