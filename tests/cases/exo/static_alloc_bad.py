# A memory is static when its C text is, whatever its base and its name.
class ALIGNED(DRAM):
    @classmethod
    def alloc(cls, new_name, prim_type, shape, srcinfo):
        """Aligned to a cache line."""
        return f'_Alignas(64) static {prim_type} {new_name}[{" * ".join(shape)}];'


class ALIGNED_MORE(ALIGNED):
    pass


@proc
def aligned(x: f32[4, 8]):
    for i in par(0, 4):
        t: f32[8] @ ALIGNED_MORE
        for j in seq(0, 8):
            t[j] = x[i, j]  # expect: exo-race "use a stack memory"
