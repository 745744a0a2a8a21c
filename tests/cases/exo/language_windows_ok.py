# Windows: overlapping rows, windows of windows, points and diagonals. Safe.
@proc
def rows(n: size, a: f32[2 * n, 8]):
    for i in par(0, n):  # ok: exo-race
        w = a[2 * i:2 * i + 2, 2:6]
        w[0, 0] = 1.0
        w[1, 0] = 2.0

@proc
def diagonal(n: size, a: f32[2 * n, n], b: f32[2 * n, n]):
    for i in par(0, n):
        w = a[i:i + n, i]
        for j in seq(0, n):
            w[j] = b[j, 0]

@proc
def window_of_window(n: size, a: f32[4 * n + 4]):
    for i in par(0, n):
        outer = a[4 * i:4 * i + 6]
        inner = outer[2:6]
        for j in seq(0, 4):
            inner[j] = 0.0
        outer[2] = 1.0

@proc
def same_window_twice(n: size, a: f32[n, 4]):
    left = a[0:n, 0:2]
    right = a[0:n, 1:3]
    for i in par(0, n - 1):
        left[i, 1] = 1.0
        right[i + 1, 1] = 2.0

@proc
def column_of_block(n: size, m: size, a: f32[n, m, 4]):
    for i in par(0, n):
        block = a[i, 0:m, 1:3]
        for j in par(0, m - 1):
            col = block[j:j + 2, 1]
            col[1] = 1.0
            col[1] = 0.0

@proc
def window_before_loop(n: size, a: f32[2 * n + 2]):
    even = a[0:2 * n]
    odd = a[1:2 * n + 1]
    for i in par(0, n):
        even[2 * i] = 1.0
        odd[2 * i] = 2.0
