# In 32 bits the product would wrap round and the cells would meet.
@proc
def large(n: size, a: f32[n]):  # ok: exo-race
    for tid in fork(n):
        a[65536 * tid] = 1.0
