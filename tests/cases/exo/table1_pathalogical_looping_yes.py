# The same nest, but the last statement of the inner loop and the first of the outer one meet: the write at
# the start of iteration i + 1 and the read at the end of iteration i.
@proc
def pathalogical_looping_yes(n: size, m: size, a: f32[2], b: f32[2]):
    for tid in fork(2):
        for i in seq(0, n):
            a[tid] = 1.0  # expect: exo-race
            Barrier()
            for j in seq(0, m):  # related
                b[tid] = 1.0
                Barrier()
                b[tid] += a[1 - tid]  # access: read
