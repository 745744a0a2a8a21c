# Iterations of the outer loop meet in the first statement, those of the inner one in the second.
@proc
def nested(n: size, a: f32[2 * n], b: f32[n]):
    for i in par(0, n):
        for j in par(0, n):
            a[i + j] = 1.0  # expect[outer]: exo-race "line 4"
            b[i] += 1.0  # expect[inner]: exo-race "private accumulator"
