# The next round of the loop runs what the import of the first one left: n may be 0 then.
from exo import *

for n in [1]:
    for round in range(2):

        @proc
        def rows(x: f32[8]):
            for i in par(0, 8):
                x[i * n] = 0.0  # expect: exo-unknown "may rebind"; expect-diagnostic: may rebind

        from elsewhere import *
