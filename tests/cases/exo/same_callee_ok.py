# One callee, called for two buffers and in two loops, each iteration with cells of its own.
@proc
def add(x: f32, y: f32):
    x += y  # ok: exo-race

@instr("bump({x_data});")
def bump(x: [f32][4] @ DRAM):
    x[1] += 1.0

@proc
def two_buffers(n: size, a: f32[n], s: f32[n], t: f32[n], b: f32[n, 4], c: f32[n, 4]):
    for i in par(0, n):
        add(s[i], a[i])
        add(t[i], a[i])
        bump(b[i, 0:4])
        bump(c[i, 0:4])

@proc
def two_loops(n: size, b: f32[2 * n, 4]):
    for i in par(0, n):
        for j in seq(0, 2):
            bump(b[2 * i + j, 0:4])
        for k in seq(0, 2):
            bump(b[2 * i + k, 0:4])
