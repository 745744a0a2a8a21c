# A three-point stencil over time, 64 cells a thread. The barrier keeps the second half of a step from
# overtaking the first, but nothing keeps the next step from overtaking the second half:
#
#   deadheat check examples/exo/stencil_racy.py
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
