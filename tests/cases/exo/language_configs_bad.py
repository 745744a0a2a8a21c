# Config fields: written, read, with a known value, and in a callee.
@config
class Cfg:
    scale: f32
    step: index
    on: bool

@proc
def setup(x: [f32][1]):
    Cfg.scale = x[0]  # expect: exo-race
    x[0] = Cfg.scale

@proc
def written_by_all(n: size, a: f32[n]):
    for i in par(0, n):
        Cfg.scale = a[i]  # expect: exo-race

@proc
def read_and_written(n: size, a: f32[n]):
    for i in par(0, n):
        if i == 0:
            Cfg.scale = 1.0  # expect: exo-race
        a[i] = Cfg.scale

@proc
def known_value(n: size, a: f32[n + 1]):
    Cfg.step = 1
    for i in par(0, n):
        a[i] = a[i + Cfg.step]  # expect: exo-race

@proc
def condition(n: size, a: f32[n + 1]):
    for i in par(0, n):
        if Cfg.on:
            a[i + 1] = 1.0  # expect: exo-race
        a[i] = 0.0

@proc
def written_in_callee(n: size, a: f32[n]):
    for i in par(0, n):
        setup(a[i:i + 1])
