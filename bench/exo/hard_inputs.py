#!/usr/bin/env python3
"""Writes Exo programs that are hard to decide into a folder: bench/exo/hard_inputs.py FOLDER. bench/exo/run_hard
measures them."""
import pathlib
import sys


def equal_statements(count=51):
    body = "\n".join("        A[0] = 1.0" for _ in range(count))
    return f"@proc\ndef equal(A: f32[8]):\n    for t in fork(2):\n{body}\n"


def modulo_conditions(count=400):
    body = "\n".join(f"        if t % {k + 2} == 0:\n            A[t] = 1.0" for k in range(count))
    return f"@proc\ndef modulo(n: size, A: f32[n]):\n    for t in par(0, n):\n{body}\n"


def racy_modulo_conditions(count=400):
    body = "\n".join(f"        if t % {k + 2} == 1:\n            A[t / {k + 2}] = 1.0" for k in range(count))
    return f"@proc\ndef modulo(n: size, A: f32[n]):\n    for t in par(0, n):\n{body}\n"


def nested_loops(depth=60, racy=False):
    lines, indent = ["@proc", "def nested(n: size, A: f32[n + 1]):", "    for t in par(0, n):"], "        "
    for k in range(depth):
        lines.append(f"{indent}for i{k} in seq(0, {'n' if k == 0 else f'i{k - 1} + 1'}):")
        indent += " "
    lines.append(f"{indent}A[{'t + i0' if racy else 't'}] = 1.0")
    return "\n".join(lines) + "\n"


def nested_loops_with_barriers(depth=60):
    lines, indent = ["@proc", "def nested(n: size, A: f32[n + 1]):", "    for t in fork(n):"], "        "
    for k in range(depth):
        lines.append(f"{indent}for i{k} in seq(0, {'n' if k == 0 else f'i{k - 1} + 1'}):")
        indent += " "
        lines.append(f"{indent}A[t] = 1.0")
        lines.append(f"{indent}Barrier()")
        lines.append(f"{indent}A[t + 1] = 1.0")
    return "\n".join(lines) + "\n"


def nested_loops_with_conditional_barriers(depth=12):
    lines, indent = ["@proc", "def nested(n: size, A: f32[n + 1]):", "    for t in fork(n):"], "        "
    for k in range(depth):
        lines.append(f"{indent}for i{k} in seq(0, {'n' if k == 0 else f'i{k - 1} + 1'}):")
        indent += " "
        lines.append(f"{indent}A[t] = 1.0")
        lines.append(f"{indent}if i{k} % {k + 2} == 0:")
        lines.append(f"{indent} Barrier()")
        lines.append(f"{indent}A[t + 1] = 1.0")
    return "\n".join(lines) + "\n"


def non_unit(count=8):
    args = ", ".join(f"n{k}: size" for k in range(count))
    primes = [7, 11, 13, 17, 19, 23, 29, 31, 37, 41]
    lines = ["@proc", f"def non_unit({args}, A: f32[100000]):", "    for t in par(0, n0):"]
    indent = "        "
    for k in range(count):
        lines.append(f"{indent}for i{k} in seq(0, n{k}):")
        indent += " "
    index = " + ".join(f"{primes[k]} * i{k}" for k in range(count))
    lines.append(f"{indent}if {' + '.join(f'{primes[-k - 1]} * i{k}' for k in range(count))} + 3 * t < 500:")
    lines.append(f"{indent} A[{index} + 43 * t] = 1.0")
    return "\n".join(lines) + "\n"


def many_accesses(count=800, racy=False):
    lines = ["@proc", f"def many(n: size, A: f32[{count} * n + {count}]):", "    for i in par(0, n):"]
    for k in range(count):
        cell = f"i + {k}" if racy else f"{count} * i + {k}"
        lines.append(f"        A[{cell}] = 1.0")
    return "\n".join(lines) + "\n"


def conditional_barriers(count=400):
    lines = ["@proc", "def barriers(n: size, A: f32[n + 1]):", "    for t in fork(n):"]
    for k in range(count):
        lines += [f"        A[t + {k % 2}] = 1.0", f"        if n > {k + 1}:", "            Barrier()"]
    return "\n".join(lines) + "\n"


def flattened(depth=10):
    args = ", ".join(f"n{k}: size" for k in range(depth))
    lines = ["@proc", f"def flattened({args}, A: f32[1]):", "    for t in par(0, n0):"]
    indent, index = "        ", "t"
    for k in range(depth):
        lines.append(f"{indent}for i{k} in seq(0, {k + 3}):")
        indent += " "
        index = f"({index}) * {k + 3} + i{k}"
    lines.append(f"{indent}A[{index}] = A[({index}) + 1]")
    return "\n".join(lines) + "\n"


INPUTS = {
    "equal_51": equal_statements, "modulo_400": modulo_conditions, "racy_modulo_400": racy_modulo_conditions,
    "nested_60": nested_loops, "racy_nested_60": lambda: nested_loops(racy=True),
    "barriers_nested_60": nested_loops_with_barriers,
    "conditional_barriers_nested_12": nested_loops_with_conditional_barriers,
    "non_unit_8": non_unit, "non_unit_4": lambda: non_unit(4),
    "accesses_800": many_accesses, "racy_accesses_800": lambda: many_accesses(racy=True),
    "conditional_barriers_400": conditional_barriers, "flattened_10": flattened,
}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in INPUTS.items():
        (folder / f"{name}.py").write_text(make())


if __name__ == "__main__":
    main()
