# Calls: windows, sizes, indices and scalars as arguments, instructions, aliases, a loop inside the callee.
@proc
def copy(m: size, d: [f32][m], s: [f32][m]):
    for q in seq(0, m):
        d[q] = s[q]  # expect: exo-race; expect: exo-race; expect: exo-race

@proc
def set_one(x: f32):
    x = 1.0  # expect: exo-race

@proc
def shift(m: size, d: [f32][m]):
    w = d[1:m]
    set_one(d[0])
    w[0] = d[0]

@proc
def spread(m: size, d: [f32][m], s: [f32][m]):
    for q in par(0, m):
        d[q] = s[m - 1 - q]  # expect: exo-race

@proc
def put(at: index, by: index, x: [f32][100]):
    x[at] = 0.0  # expect: exo-race
    x[at + by] = 1.0

@instr("store({d_data});")
def store(d: [f32][4] @ DRAM):
    for q in seq(0, 4):
        d[q] = 1.0

@proc
def bump(x: f32, y: f32):
    x += y  # expect: exo-race

@proc
def overlapping_windows(n: size, a: f32[2 * n + 1]):
    for i in par(0, n):
        copy(2, a[2 * i:2 * i + 2], a[2 * i + 1:2 * i + 3])

@proc
def same_buffer_twice(n: size, a: f32[n, 4]):
    for i in par(0, n):
        copy(4, a[i, 0:4], a[0, 0:4])

@proc
def size_argument(n: size, a: f32[3 * n + 4], b: f32[8]):
    for i in par(0, n):
        copy(4, a[3 * i:3 * i + 4], b[0:4])

@proc
def two_deep(n: size, a: f32[n + 1]):
    for i in par(0, n):
        shift(2, a[i:i + 2])

@proc
def callee_owns_the_loop(n: size, a: f32[2 * n]):
    spread(n, a[0:n], a[0:n])

@proc
def index_arguments(n: size, a: f32[2 * n + 2]):
    for i in par(0, n):
        put(2 * i, 2, a)

@proc
def instr_body(n: size, a: f32[4 * n + 4]):
    for i in par(0, n):
        store(a[4 * i + 1:4 * i + 5])  # expect: exo-race
        a[4 * i] = 0.0

@proc
def scalar_argument(n: size, a: f32[n], s: f32):
    for i in par(0, n):
        bump(s, a[i])
