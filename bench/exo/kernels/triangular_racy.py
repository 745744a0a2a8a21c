# Triangular loops: a column of a solve by forward substitution, two threads share the work of one.
@proc
def solve(n: size, L: f32[n, n], x: f32[n], b: f32[n]):
    for tid in fork(4):
        for k in seq(0, n):
            if tid == k % 4:
                x[k] = b[k] / L[k, k]
            Barrier()
            for i in seq(k + 1, n):
                if i % 4 == 0 and tid < 2:
                    b[i] += -L[i, k] * x[k]
            Barrier()
