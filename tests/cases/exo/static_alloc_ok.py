# The word alone makes no static storage: only the text that `alloc` returns.
class STACK(DRAM):
    """Not static."""

    def alloc(cls, new_name, prim_type, shape, srcinfo):
        "never static"
        return f"{prim_type} {new_name}[{shape[0]}];"

    def free(cls, new_name, prim_type, shape, srcinfo):
        return "/* static memories stay */"


class OF_THREAD(DRAM):
    def alloc(cls, new_name, prim_type, shape, srcinfo):
        return f"static _Thread_local {prim_type} {new_name}[{shape[0]}];"


@proc
def stacked(x: f32[4, 8]):
    for i in par(0, 4):
        t: f32[8] @ STACK
        for j in seq(0, 8):
            t[j] = x[i, j]
        u: f32[8] @ OF_THREAD
        u[0] = x[i, 0]
