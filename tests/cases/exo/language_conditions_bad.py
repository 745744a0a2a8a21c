# Conditions on loop variables, sizes and flags.
@proc
def first_iteration(n: size, a: f32[n]):
    for i in par(0, n):
        if i == 0:
            a[n - 1] = 1.0  # expect: exo-race
        else:
            a[i] = 2.0

@proc
def flag(n: size, on: bool, a: f32[n + 1]):
    for i in par(0, n):
        if on:
            a[i] = 1.0  # expect: exo-race
        a[i + 1] = 2.0

@proc
def only_even(n: size, a: f32[n + 2]):
    for i in par(0, n):
        if i % 2 == 0:
            a[i] = a[i + 2]  # expect: exo-race

@proc
def one_of_two(n: size, k: index, a: f32[n]):
    for i in par(0, n):
        if i == k or i == k + 1:
            a[0] = 1.0  # expect: exo-race

@proc
def around_the_loop(n: size, k: index, a: f32[n + 3]):
    if k >= 1:
        for i in par(0, n):
            a[i] = a[i + 1]  # expect: exo-race
