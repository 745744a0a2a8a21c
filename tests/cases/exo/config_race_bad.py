# Config fields are global: every thread writes the same one.
@config
class Cfg:
    scale: f32

@proc
def configure(a: f32[4]):
    for tid in fork(4):
        Cfg.scale = a[tid]  # expect: exo-race "Cfg.scale"
