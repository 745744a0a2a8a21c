"""An Exo procedure as text that the deadheat program reads: docs/exo-interchange.md describes it.

The text is Exo with every name made unique: memories with their base classes, configs with their fields, callees before
their callers, one statement a line. `Text` remembers which line came from which statement.
"""
import json
import keyword
import math

from . import memories

HEADER = "# deadheat exo interchange 1"

# Words that mean something in the text and so cannot name a variable, a procedure or a class.
_RESERVED = set(keyword.kwlist) | {
    "size", "index", "bool", "stride", "R", "f16", "f32", "f64", "i8", "ui8", "ui16", "i32", "seq", "par", "fork",
    "free", "Barrier", "proc", "instr", "config", "Memory", "True", "False"
}
_PRECEDENCE = {"or": 10, "and": 20, "<": 30, ">": 30, "<=": 30, ">=": 30, "==": 30, "+": 40, "-": 40, "*": 50,
               "/": 50, "%": 50}
_UNARY = 60
_SCALARS = {"Num": "R", "F16": "f16", "F32": "f32", "F64": "f64", "INT8": "i8", "UINT8": "ui8", "UINT16": "ui16",
            "INT32": "i32", "Bool": "bool", "Int": "index", "Index": "index", "Size": "size", "Stride": "stride"}


class Unsupported(Exception):
    """The procedure has a construct that this package does not know (a newer version of Exo)."""


class Origin:
    """Where a line of the text comes from: a statement of a procedure, and how to reach it from the root."""

    def __init__(self, ir_proc, node, path):
        self.ir_proc = ir_proc
        self.node = node
        self.path = path  # [("body", 0), ("orelse", 2)]; empty for the head of the procedure


class _Names:
    """Unique names: the first one that asks keeps its name, others get a number."""

    def __init__(self, taken=()):
        self._taken = set(taken) | _RESERVED
        self._by_object = {}

    def of(self, thing, name):
        if thing not in self._by_object:
            unique, number = name, 1
            while unique in self._taken:
                unique = f"{name}_{number}"
                number += 1
            self._taken.add(unique)
            self._by_object[thing] = unique
        return self._by_object[thing]


class _ById:
    """A key for objects that compare by value but must be distinguished."""

    def __init__(self, thing):
        self.thing = thing

    def __hash__(self):
        return id(self.thing)

    def __eq__(self, other):
        return self.thing is other.thing


class Text:
    """The text of some procedures, made once; `text` is what the program reads."""

    def __init__(self):
        self._lines = [HEADER]
        self.origins = {}  # by line number
        self._globals = _Names()
        self._done = set()
        self._memories = {}

    @property
    def text(self):
        return "\n".join(self._lines) + "\n"

    def line(self, number):
        return self._lines[number - 1] if 0 < number <= len(self._lines) else ""

    def _emit(self, text, origin=None):
        self._lines.append(text)
        if origin is not None:
            self.origins[len(self._lines)] = origin

    # --- what procedures refer to ------------------------------------------------------------------------

    def memory(self, memory):
        """The name of a memory class, written down with its base classes on first use."""
        if memory is None:
            return ""
        if memory not in self._memories:
            bases = [base for base in memory.__bases__ if memories.is_memory(base)]
            if not memories.is_static(memory):
                # One that overrides `alloc` of a static memory does not inherit its storage.
                bases = [base for base in bases if not memories.is_static(base)] or [memories.root()]
            elif not any(memories.is_static(base) for base in bases) and not memories.is_known_static(memory):
                bases.append(memories.static_base())
            bases = [self._base_name(base) for base in bases]
            name = self._globals.of(_ById(memory), memory.__name__)
            self._memories[memory] = name
            self._emit(f"class {name}({', '.join(bases)}): pass")
        return self._memories[memory]

    def _base_name(self, base):
        return "Memory" if base is memories.root() else self.memory(base)

    def config(self, config):
        name = self._globals.of(_ById(config), config.name())
        if _ById(config) not in self._done:
            self._done.add(_ById(config))
            self._emit("@config")
            self._emit(f"class {name}:")
            for field, _ in config.fields():
                self._emit(f"    {field}: {_SCALARS[type(config.lookup_type(field)).__name__]}")
        return name

    def proc(self, ir_proc, loop_to_parallelize=None, name=None):
        """Writes a procedure after what it calls and uses. `loop_to_parallelize`: the path of the one loop that is par
        in this copy, all others being seq. Returns (its name, its first line, its last line)."""
        if loop_to_parallelize is None:
            key = _ById(ir_proc)
            unique = self._globals.of(key, name or ir_proc.name)
            if key in self._done:
                return unique, 0, 0
            self._done.add(key)
        else:
            unique = self._globals.of(object(), name)
        writer = _ProcWriter(self, ir_proc, loop_to_parallelize)
        lines = writer.run(unique)
        first = len(self._lines) + 1
        for text, origin in lines:
            self._emit(text, origin)
        return unique, first, len(self._lines)


class _ProcWriter:
    """Writes the lines of one procedure; what it refers to goes into the text first."""

    def __init__(self, text, ir_proc, loop_to_parallelize):
        self._text = text
        self._proc = ir_proc
        self._only = loop_to_parallelize
        self._names = _Names()
        self._lines = []

    def run(self, name):
        args = ", ".join(self._arg(arg) for arg in self._proc.args)
        decorator = "@proc" if self._proc.instr is None else f"@instr({json.dumps(self._proc.instr.c_instr)})"
        self._add(decorator, None)
        self._add(f"def {name}({args}):", Origin(self._proc, self._proc, []))
        for pred in self._proc.preds:
            self._add(f"    assert {self._expr(pred)}", Origin(self._proc, pred, []))
        self._block(self._proc.body, [], "body", "    ")
        return self._lines

    def _add(self, line, origin):
        self._lines.append((line, origin))

    def _sym(self, sym):
        return self._names.of(sym, str(sym))

    def _arg(self, arg):
        memory = self._text.memory(arg.mem)
        name = self._sym(arg.name)
        at = f" @ {memory}" if memory and _kind(arg.type) not in ("Size", "Index", "Bool", "Stride") else ""
        return f"{name}: {self._type(arg.type)}{at}"

    def _type(self, type_):
        kind = _kind(type_)
        if kind in _SCALARS:
            return _SCALARS[kind]
        if kind == "Tensor":
            base = self._type(type_.basetype())
            shape = ", ".join(self._expr(e) for e in type_.shape())
            return f"[{base}][{shape}]" if type_.is_window else f"{base}[{shape}]"
        raise Unsupported(f"the type {kind} of Exo is not known to this version of deadheat")

    def _block(self, block, path, attribute, indent):
        for i, stmt in enumerate(block):
            self._stmt(stmt, path + [(attribute, i)], indent)
        if not block:
            self._add(f"{indent}pass", None)

    def _stmt(self, stmt, path, indent):
        origin = Origin(self._proc, stmt, path)
        kind = _kind(stmt)
        if kind in ("Assign", "Reduce"):
            target = self._indexed(stmt.name, stmt.idx)
            self._add(f"{indent}{target} {'=' if kind == 'Assign' else '+='} {self._expr(stmt.rhs)}", origin)
        elif kind == "WriteConfig":
            self._add(f"{indent}{self._text.config(stmt.config)}.{stmt.field} = {self._expr(stmt.rhs)}", origin)
        elif kind == "Pass":
            self._add(f"{indent}pass", origin)
        elif kind == "If":
            self._add(f"{indent}if {self._expr(stmt.cond)}:", origin)
            self._block(stmt.body, path, "body", indent + "    ")
            if stmt.orelse:
                self._add(f"{indent}else:", origin)
                self._block(stmt.orelse, path, "orelse", indent + "    ")
        elif kind == "For":
            low, high = self._expr(stmt.lo), self._expr(stmt.hi)
            parallel = is_parallel(stmt) if self._only is None else path == self._only
            mode = "par" if parallel else "seq"
            self._add(f"{indent}for {self._sym(stmt.iter)} in {mode}({low}, {high}):", origin)
            self._block(stmt.body, path, "body", indent + "    ")
        elif kind == "Alloc":
            memory = self._text.memory(stmt.mem)
            self._add(f"{indent}{self._sym(stmt.name)}: {self._type(stmt.type)}{' @ ' + memory if memory else ''}",
                      origin)
        elif kind == "Free":
            pass  # says nothing that the end of the block does not say
        elif kind == "Call":
            callee, _, _ = self._text.proc(stmt.f)
            self._add(f"{indent}{callee}({', '.join(self._expr(arg) for arg in stmt.args)})", origin)
        elif kind in ("WindowStmt", "WindowAssign"):
            self._add(f"{indent}{self._sym(stmt.name)} = {self._expr(stmt.rhs)}", origin)
        else:
            raise Unsupported(f"the statement {kind} of Exo is not known to this version of deadheat")

    def _indexed(self, sym, indices):
        name = self._sym(sym)
        return f"{name}[{', '.join(self._expr(i) for i in indices)}]" if indices else name

    def _expr(self, expr, precedence=0):
        kind = _kind(expr)
        if kind == "Read":
            return self._indexed(expr.name, expr.idx)
        if kind == "Const":
            return _constant(expr.val)
        if kind == "USub":
            return f"-{self._expr(expr.arg, _UNARY)}"
        if kind == "BinOp":
            own = _PRECEDENCE[str(expr.op)]
            text = f"{self._expr(expr.lhs, own)} {expr.op} {self._expr(expr.rhs, own + 1)}"
            return f"({text})" if own < precedence else text
        if kind in ("Extern", "BuiltIn"):
            return f"{expr.f.name()}({', '.join(self._expr(arg) for arg in expr.args)})"
        if kind == "WindowExpr":
            return f"{self._sym(expr.name)}[{', '.join(self._window_access(w) for w in expr.idx)}]"
        if kind == "StrideExpr":
            return f"stride({self._sym(expr.name)}, {expr.dim})"
        if kind == "ReadConfig":
            return f"{self._text.config(expr.config)}.{expr.field}"
        raise Unsupported(f"the expression {kind} of Exo is not known to this version of deadheat")

    def _window_access(self, access):
        if _kind(access) == "Point":
            return self._expr(access.pt)
        return f"{self._expr(access.lo)}:{self._expr(access.hi)}"


def _kind(node):
    return type(node).__name__


def _constant(value):
    if isinstance(value, float) and not math.isfinite(value):
        return "0.0"  # the value of data is of no interest
    return repr(value)


def is_parallel(stmt):
    """Whether a For statement of Exo's IR is a par loop."""
    return _kind(stmt.loop_mode) == "Par"


def loops_of(ir_proc):
    """(path, statement) of every loop of a procedure, in the order of the text."""
    found = []

    def walk(block, path, attribute):
        for i, stmt in enumerate(block):
            here = path + [(attribute, i)]
            if _kind(stmt) == "For":
                found.append((here, stmt))
            if _kind(stmt) in ("For", "If"):
                walk(stmt.body, here, "body")
            if _kind(stmt) == "If":
                walk(stmt.orelse, here, "orelse")

    walk(ir_proc.body, [], "body")
    return found


def callees_of(ir_proc):
    """Every procedure that is called, directly or not, and the procedure itself."""
    found = {}

    def walk(block):
        for stmt in block:
            if _kind(stmt) == "Call" and id(stmt.f) not in found:
                add(stmt.f)
            if _kind(stmt) in ("For", "If"):
                walk(stmt.body)
            if _kind(stmt) == "If":
                walk(stmt.orelse)

    def add(one):
        found[id(one)] = one
        walk(one.body)

    add(ir_proc)
    return list(found.values())


def has_parallel_loop(ir_proc):
    return any(is_parallel(stmt) for one in callees_of(ir_proc) for _, stmt in loops_of(one))
