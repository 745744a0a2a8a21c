"""Procedures that test_deadheat.py checks: Exo reads them from this file."""
from __future__ import annotations

from exo import DRAM, config, instr, proc
from exo.core.memory import StaticMemory
from exo.libs.memories import DRAM_STATIC


@proc
def shift(n: size, a: f32[n + 1], b: f32[n]):
    for i in seq(0, n):
        a[i] = a[i + 1]
    for i in seq(0, n):
        b[i] = a[i]


@config
class Scale:
    factor: f32
    on: bool


@instr("store4({dst_data}, {src_data});")
def store4(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    for k in seq(0, 4):
        dst[k] = src[k]


@proc
def fused(n: size, a: f32[4 * n], b: f32[4 * n]):
    for io in seq(0, n):
        store4(a[4 * io:4 * io + 4], b[4 * io:4 * io + 4])


@proc
def with_static(n: size, a: f32[n]):
    for i in seq(0, n):
        t: f32[1] @ DRAM_STATIC
        t[0] = a[i]
        a[i] = t[0]


@proc
def scaled(n: size, a: f32[n]):
    Scale.on = True
    for i in seq(0, n):
        if Scale.on:
            a[i] = a[i] * Scale.factor


@proc
def add_one(n: size, x: [f32][n]):
    for k in seq(0, n):
        x[k] += 1.0


@proc
def calls(n: size, a: f32[n]):
    for i in seq(0, n):
        add_one(n, a[0:n])


@proc
def copy(n: size, a: f32[n + 1], b: f32[n]):
    for i in seq(0, n):
        a[i] = a[i + 1]


class AlignedStatic(DRAM):
    @classmethod
    def alloc(cls, new_name, prim_type, shape, srcinfo):
        print("allocates", shape)
        return f"_Alignas(64) static {prim_type} {new_name}[{' * '.join(shape)}];"


class DerivedStatic(AlignedStatic):
    pass


class StackInstead(DRAM_STATIC):
    @classmethod
    def alloc(cls, new_name, prim_type, shape, srcinfo):
        return f"{prim_type} {new_name}[{' * '.join(shape)}];"


class ThreadLocal(DRAM):
    @classmethod
    def alloc(cls, new_name, prim_type, shape, srcinfo):
        return f"static _Thread_local {prim_type} {new_name}[{' * '.join(shape)}];"


class Mixin:
    pass


class Mixed(Mixin, DRAM):
    pass


class Tile(StaticMemory):
    @classmethod
    def alloc(cls, new_name, prim_type, shape, srcinfo):
        raise AssertionError("counts registers")


MEMORIES = {"aligned": AlignedStatic, "derived": DerivedStatic, "stack": StackInstead, "thread_local": ThreadLocal,
            "mixed": Mixed, "tile": Tile}


def in_memory(memory):
    @proc
    def through(n: size, a: f32[n]):
        for i in seq(0, n):
            t: f32[16] @ memory
            t[0] = a[i]
            a[i] = t[0]

    return through
