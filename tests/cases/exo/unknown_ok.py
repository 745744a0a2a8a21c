# A config field that nobody writes has one value for all threads.
@config
class Cfg:
    step: index

@proc
def depends(n: size, a: f32[n]):  # ok: exo-unknown; ok: exo-race
    for tid in fork(2):
        a[tid + Cfg.step] = 1.0
