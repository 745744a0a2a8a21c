# The config field is written at the end of the loop, so its value at the start is not tracked: not decided is
# not safe.
@config
class Cfg:
    step: index

@proc
def depends(n: size, a: f32[n]):
    for i in seq(0, n):
        for tid in fork(2):
            if Cfg.step < 0:
                a[tid / 2] = 1.0  # expect: exo-unknown warning; expect-diagnostic: not tracked
        Cfg.step = i
