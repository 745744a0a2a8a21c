# Below a loop and a condition, where Exo's own check does not look.
@proc
def below(n: size, a: f32[n + 1], flag: bool):
    for t in seq(0, 4):
        if flag:
            for i in par(0, n):
                a[i] = a[i + 1]  # expect: exo-race
