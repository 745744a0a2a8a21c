# One callee, called for two buffers and in two loops: every buffer and every loop is a race of its own.
@proc
def add(x: f32, y: f32):
    x += y  # expect: exo-race "same cell of s"; expect: exo-race "same cell of t"

@instr("bump({x_data});")
def bump(x: [f32][4] @ DRAM):
    x[1] += 1.0

@proc
def two_buffers(n: size, a: f32[n], s: f32, t: f32, b: f32[4], c: f32[4]):
    for i in par(0, n):
        add(s, a[i])
        add(t, a[i])
    for i in par(0, n):
        bump(b[0:4])  # expect: exo-race "same cell of b"
        bump(c[0:4])  # expect: exo-race "same cell of c"

@proc
def two_loops(n: size, b: f32[4]):
    for i in par(0, n):
        for j in seq(0, 2):
            bump(b[0:4])  # expect: exo-race; expect: exo-race
        for k in seq(0, 3):
            bump(b[0:4])  # expect: exo-race
