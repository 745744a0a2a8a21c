# Each mistake has its message; the good proc at the end is checked all the same.
@proc
def unknown_call(n: size, a: f32[n]):
    for i in par(0, n):
        missing(a[i:i + 1])  # expect: exo-unknown; expect-diagnostic: what 'missing' reads and writes is not known

@proc
def unknown_name(n: size, a: f32[n]):
    a[q] = 1.0  # expect-diagnostic: 'q' is not defined

@proc
def wrong_rank(n: size, a: f32[n]):
    a[0, 0] = 1.0  # expect-diagnostic: has 1 dimensions, but 2 indices

def cycle_a(x: f32):
    cycle_b(x)

def cycle_b(x: f32):
    cycle_a(x)  # expect-diagnostic: cycle of procs

@proc
def metaprogram(n: size, a: f32[n]):
    with python:  # expect-diagnostic: expand the metaprogramming
        pass

@proc
def nested(a: f32[4]):
    for i in fork(2):
        for j in fork(2):  # expect-diagnostic: forks cannot be nested
            a[i] = 1.0

@proc
def outside(a: f32[4]):
    Barrier()  # expect-diagnostic: outside of a fork
    for i in fork(2):
        a[i] = 1.0

@proc
def good(a: f32[1]):
    for tid in fork(2):
        a[0] = 1.0  # expect: exo-race
