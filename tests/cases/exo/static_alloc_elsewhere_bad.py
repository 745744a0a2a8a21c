# The C text of an allocation that another class writes is not known, and variables of a StaticMemory exist once.
class DELEGATED(DRAM):
    @classmethod
    def alloc(cls, new_name, prim_type, shape, srcinfo):
        return DRAM_STATIC.alloc(new_name, prim_type, shape, srcinfo)


class ASSIGNED(DRAM):
    alloc = DRAM_STATIC.alloc


class REGISTER(StaticMemory):
    @classmethod
    def alloc(cls, new_name, prim_type, shape, srcinfo):
        return f"#define {new_name} r0"


@proc
def delegated(x: f32[4, 8]):
    for i in par(0, 4):
        t: f32[8] @ DELEGATED
        for j in seq(0, 8):
            t[j] = x[i, j]  # expect: exo-unknown "the class of the memory DELEGATED is not known"; expect-diagnostic: DELEGATED


@proc
def assigned(x: f32[4, 8]):
    for i in par(0, 4):
        t: f32[8] @ ASSIGNED
        for j in seq(0, 8):
            t[j] = x[i, j]  # expect: exo-unknown "the class of the memory ASSIGNED is not known"; expect-diagnostic: ASSIGNED


@proc
def once(x: f32[4, 8]):
    for i in par(0, 4):
        t: f32[8] @ REGISTER
        for j in seq(0, 8):
            t[j] = x[i, j]  # expect: exo-race
