# A par loop in a callee is reported once, where it stands.
@proc
def smear(n: size, a: [f32][n + 1]):
    for i in par(0, n):
        a[i + 1] = a[i]  # expect: exo-race

@proc
def twice(n: size, a: f32[n + 1]):
    smear(n, a[:])
    smear(n, a[0:n + 1])
