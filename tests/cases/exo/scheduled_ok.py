# Loops that Python makes parallel are not in the text: a note says so.
@proc
def kernel(n: size, a: f32[n]):
    for i in seq(0, n):
        a[0] += 1.0

kernel = parallelize_loop(kernel, "i")
