# Names that are certain, and unknown ones that do not matter.
from __future__ import annotations

TILE = 4
WIDTH = 2 * TILE + 8 // 3

@proc
def constants(a: f32[64]):
    for i in par(0, 4):
        a[WIDTH * i] = 1.0

UNKNOWN = int("4")

@proc
def unknown_but_safe(n: size, a: f32[n]):
    for i in par(0, n):
        if i < UNKNOWN:
            a[i] = 1.0

@proc
def helper(x: [f32][1], y: [f32][1]):
    y[0] = x[0]

def make():
    # A local namesake of a helper is that helper: the outer one would write y.
    @proc
    def helper(x: [f32][1], y: [f32][1]):
        x[0] = y[0]

    STEP = 2

    @proc
    def user(n: size, a: f32[2 * n], b: f32[1]):
        for i in par(0, n):
            helper(a[STEP * i:STEP * i + 1], b[0:1])

    return user

def parameters(step):
    @proc
    def inner(n: size, a: f32[n]):
        for i in par(0, n):
            a[i] = 1.0
    return inner

for ignored in range(3):
    LOCAL = 3

    @proc
    def in_loop(a: f32[64]):
        for i in par(0, 8):
            a[LOCAL * i] = 1.0
