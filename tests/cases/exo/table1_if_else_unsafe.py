@proc
def if_else_unsafe(a: f32[8]):
    for tid in fork(2):
        if tid == 0:
            a[1] = 1.0  # expect: exo-race
        else:
            a[1] = 2.0  # access: write
