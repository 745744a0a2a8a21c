@proc
def reduce(n: size, x: f32[n], sum: f32):
    for i in par(0, n):
        sum += x[i]  # expect: exo-race "private accumulator"
