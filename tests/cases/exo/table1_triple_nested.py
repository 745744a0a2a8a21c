@proc
def triple_nested(n: size, a: f32[2, n, n, n], b: f32[2, n, n, n]):  # ok: exo-race
    for tid in fork(2):
        for i in seq(0, n):
            for j in seq(0, n):
                for k in seq(0, n):
                    a[tid, i, j, k] = 1.0
                    Barrier()
                    b[tid, i, j, k] = a[1 - tid, i, j, k]
