# In place: each thread swaps the cells above the diagonal in rows of its own with those below.
@proc
def transpose_in_place(n: size, a: f32[n, n]):
    for i in par(0, n):
        for j in seq(i + 1, n):
            t: f32
            t = a[i, j]
            a[i, j] = a[j, i]
            a[j, i] = t
