from exo import proc


@proc
def shift(n: size, A: f32[n + 1] @ DRAM):
    for i in par(0, n):
        A[i + 1] = 0.5 * A[i]
