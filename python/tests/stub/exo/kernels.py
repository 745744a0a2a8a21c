"""copy(n, a, b) with one par loop that writes a[i] and reads b[i] (safe) or a[i + 1] (racy)."""
from .API import Procedure
from .core.memory import DRAM


class _Ir:
    def __init__(self, **attributes):
        self.__dict__.update(attributes)


def _class(name):
    return type(name, (_Ir,), {})


Alloc, Assign, BinOp, Const, For, Read = map(_class, ("Alloc", "Assign", "BinOp", "Const", "For", "Read"))
F32, Par, Proc, Size, Arg = map(_class, ("F32", "Par", "Proc", "Size", "Arg"))


class Tensor(_Ir):
    is_window = False

    def basetype(self):
        return F32()

    def shape(self):
        return self.hi


def _read(name, *indices):
    return Read(name=name, idx=list(indices))


def _plus_one(expr):
    return BinOp(op="+", lhs=expr, rhs=Const(val=1))


def copy(racy):
    i, n = _read("i"), _read("n")
    source = _read("a", _plus_one(i)) if racy else _read("b", i)
    body = [Assign(name="a", idx=[i], rhs=source, srcinfo=_Ir(filename="kernels.py", lineno=7))]
    loop = For(iter="i", lo=Const(val=0), hi=n, body=body, loop_mode=Par())
    args = [Arg(name="n", type=Size(), mem=None), Arg(name="a", type=Tensor(hi=[_plus_one(n)]), mem=DRAM),
            Arg(name="b", type=Tensor(hi=[n]), mem=DRAM)]
    return Procedure(Proc(name="copy", args=args, preds=[], body=[loop], instr=None))
