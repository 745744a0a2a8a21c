# Config fields: written, read, with a known value, and in a callee. Safe.
@config
class Cfg:
    scale: f32
    step: index
    on: bool

@proc
def setup(x: [f32][1]):
    Cfg.scale = x[0]
    x[0] = Cfg.scale

@proc
def written_by_all(n: size, a: f32[n]):
    Cfg.scale = a[0]
    for i in par(0, n):  # ok: exo-race
        a[i] = Cfg.scale

@proc
def read_and_written(n: size, a: f32[n]):
    for i in par(0, n):
        if i == 0:
            Cfg.scale = 1.0
        a[i] = 2.0

@proc
def known_value(n: size, a: f32[n + 1]):
    Cfg.step = 0
    for i in par(0, n):
        a[i] = a[i + Cfg.step]

@proc
def condition(n: size, a: f32[n + 1]):
    Cfg.on = False
    for i in par(0, n):
        if Cfg.on:
            a[i + 1] = 1.0
        a[i] = 0.0

@proc
def written_in_callee(n: size, a: f32[n]):
    for i in seq(0, n):
        setup(a[i:i + 1])
    for i in par(0, n):
        a[i] = Cfg.scale
