@proc
def if_else_safe(a: f32[8]):  # ok: exo-race
    for tid in fork(2):
        if tid == 0:
            a[0] = 1.0
        else:
            a[1] = 1.0
