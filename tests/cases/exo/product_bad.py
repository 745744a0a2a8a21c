# A product of two sizes is a number like any other: both iterations write the same cell.
def product(n: size, m: size, a: f32[n * m + 1] @ DRAM):
    for i in par(0, n):
        a[n * m] = 1.0  # expect: exo-race
