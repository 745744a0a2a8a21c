# The length of the buffer is a size, so it is at least 1: the loop that would race runs only for lengths
# that do not exist.
@proc
def array_dependent_type_restricts_racey_loop(n: size, a: f32[n]):  # ok: exo-race
    for tid in fork(2):
        for i in seq(n, 1):
            a[0] = 1.0
