"""Which memories of Exo have one storage for all threads."""
import contextlib
import functools
import inspect
import io
import re

# Registers and tiles refuse sizes that they do not have.
_SHAPES = (["16"], ["8"], ["4"], ["2"], ["16", "16"], ["4", "16"], ["1"], [])


def root():
    from exo.core.memory import Memory
    return Memory


def static_base():
    """Exo's StaticMemory: its subclasses are C variables that exist once."""
    from exo.core.memory import StaticMemory
    return StaticMemory


def is_memory(base):
    return isinstance(base, type) and issubclass(base, root())


def is_known_static(memory):
    """Whether the deadheat program knows it by its name."""
    return memory.__name__ in ("StaticMemory", "DRAM_STATIC")


@functools.lru_cache(maxsize=None)
def is_static(memory):
    """Whether the C text of an allocation has the storage class `static`, so that all threads share it."""
    if issubclass(memory, static_base()):
        return True  # its alloc counts registers: do not call it
    if memory is root():
        return False
    text = _c_text(memory)
    return re.search(r"\bstatic\b", text) is not None and re.search(r"\b(_Thread_local|thread_local|__thread)\b",
                                                                     text) is None


def _c_text(memory):
    """What the memory writes for an allocation; its Python source where it refuses every shape that is tried."""
    for shape in _SHAPES:
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # some classes print what they allocate
                text = memory.alloc("x", "float", shape, None)
        except Exception:  # whatever a user's class raises
            continue
        if isinstance(text, str):
            return text
    try:
        return inspect.getsource(memory.alloc)
    except (OSError, TypeError):
        return ""
