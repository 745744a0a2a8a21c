# An alloc of its own replaces that of a static base.
class AUTOMATIC(DRAM_STATIC):
    @classmethod
    def alloc(cls, new_name, prim_type, shape, srcinfo):
        return f"{prim_type} {new_name}[{shape[0]}];"


class AUTOMATIC_TOO(AUTOMATIC):
    pass


@proc
def replaced(x: f32[4, 8]):
    for i in par(0, 4):
        t: f32[8] @ AUTOMATIC_TOO
        for j in seq(0, 8):
            t[j] = x[i, j]
