# The stencil with a barrier behind each half of a step: deadheat proves it free of races for any number of
# steps.
from __future__ import annotations
from exo import proc


@proc
def stencil(steps: size, a: f32[130], b: f32[130]):
    for tid in fork(2):
        for t in seq(0, steps):
            for i in seq(1, 65):
                b[64 * tid + i] = a[64 * tid + i - 1] + a[64 * tid + i + 1]
            Barrier()
            for i in seq(1, 65):
                a[64 * tid + i] = b[64 * tid + i]
            Barrier()
