# In place: each thread swaps whole rows, so every pair twice.
@proc
def transpose_in_place(n: size, a: f32[n, n]):
    for i in par(0, n):
        for j in seq(0, n):
            t: f32
            t = a[i, j]
            a[i, j] = a[j, i]
            a[j, i] = t
