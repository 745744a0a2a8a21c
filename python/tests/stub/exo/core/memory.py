class Memory:
    @classmethod
    def alloc(cls, new_name, prim_type, shape, srcinfo):
        raise NotImplementedError


class DRAM(Memory):
    @classmethod
    def alloc(cls, new_name, prim_type, shape, srcinfo):
        return f"{prim_type} *{new_name} = malloc({' * '.join(shape)});"


class StaticMemory(Memory):
    pass
