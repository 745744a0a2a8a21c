#!/usr/bin/env python3
"""Names around procs: random Python modules, run by the real python3 to know what a name means where a proc is made,
and checked by deadheat: random_python.py PROGRAM [COUNT [FIRST_SEED]].

Every proc of the generated modules races exactly if the number N that it uses is 0, or if the helper that it calls is
the racy one. A stub of Exo records, whenever a decorator runs, what Exo would see: the variables of the frame around it,
then the globals. deadheat may say "unknown"; it must never say "race" or "safe" against a value that was seen.
"""
import asyncio  # noqa: F401
import collections  # noqa: F401  the modules import it, inspect and contextlib: only once, before the forks
import contextlib  # noqa: F401
import inspect  # noqa: F401
import json
import os
import pathlib
import random
import runpy
import subprocess
import sys
import tempfile

STUB = '''
import collections, inspect, json, os
class Procedure:
    def __init__(self, racy): self.racy = racy
def proc(f):
    frame = inspect.stack()[1].frame
    seen = collections.ChainMap(dict(frame.f_locals), f.__globals__)
    if f.__name__.startswith("helper"):
        return Procedure("racy" in (f.__doc__ or ""))
    value = None
    if f.__name__.startswith("number"):
        value = seen.get("N")
        racy = (value == 0) if isinstance(value, int) else None
    else:
        value = seen.get("helper")
        racy = value.racy if isinstance(value, Procedure) else None
    if racy is not None:
        with open(os.environ["SEEN"], "a") as out:
            out.write(json.dumps([os.path.basename(f.__code__.co_filename), f.__name__, racy]) + "\\n")
    return Procedure(False)
'''


HEAD = ["from __future__ import annotations", "from exo_stub import proc, Procedure"]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.procs = 0
        self.lines = []
        self.dynamic = self.random.random() < 0.15  # rarely: it makes every name of the module unknown

    def pick(self, *choices):
        return self.random.choice(choices)

    def number(self):
        return self.pick("0", "0", "1", "2", "1 - 1", "4 // 2", "M", "N + 0")

    def helper(self, indent):
        racy = self.pick(True, False)
        cell = "0" if racy else "i"
        return [f"{indent}@proc", f"{indent}def helper(i: index, a: f32[64]):",
                f'{indent}    "{"racy" if racy else "safe"}"', f"{indent}    a[{cell}] = 1.0"]

    def user(self, indent):
        self.procs += 1
        if self.pick(True, True, False):
            return [f"{indent}@proc", f"{indent}def number_{self.procs}(a: f32[64]):",
                    f"{indent}    for i in par(0, 8):", f"{indent}        a[N * i] = 1.0"]
        return [f"{indent}@proc", f"{indent}def caller_{self.procs}(a: f32[64]):",
                f"{indent}    for i in par(0, 8):", f"{indent}        helper(i, a)"]

    def rebinding(self, indent, in_function, in_class=False):
        forms = [
            lambda: [f"{indent}N = {self.number()}"],
            lambda: [f"{indent}N = M = {self.pick('0', '1')}"],
            lambda: [f"{indent}N += {self.pick('0', '1')}"],
            lambda: [f"{indent}N, M = {self.pick('0, 1', '1, 0')}"],
            lambda: [f"{indent}*N, M = [1], 0", f"{indent}N = {self.pick('0', '1')}"],
            lambda: [f"{indent}for N in range({self.pick('1', '2')}): pass"],
            lambda: [f"{indent}print((N := {self.pick('0', '3')}), end='')"],
            lambda: [f"{indent}if {self.pick('M', 'not M', 'True')}: N = {self.pick('0', '1')}"],
            lambda: [f"{indent}with open('/dev/null') as N: pass", f"{indent}N = 1"],
            lambda: [f"{indent}try:", f"{indent}    N = {self.pick('0', '1')}", f"{indent}except Exception as N:",
                     f"{indent}    pass"],
            lambda: [f"{indent}import os as N", f"{indent}N = {self.pick('0', '2')}"],
            lambda: [f"{indent}[N for N in range(3)]"],
            lambda: [f"{indent}M = {self.pick('0', '1')}"],
            lambda: [f"{indent}N: int = {self.pick('0', '1')}"],
            lambda: [f"{indent}from lib import {self.pick('N', 'helper', 'K as N', 'helper as other', '*')}"]
            if not in_function else [f"{indent}from lib import {self.pick('N', 'helper', 'K as N')}"],
            lambda: self.helper(indent),
            lambda: [f"{indent}helper = {self.pick('helper', 'None', 'Procedure(False)')}"],
            lambda: [f"{indent}del N", f"{indent}N = {self.pick('0', '1')}"],
            lambda: [f"{indent}print(f'{{(N := {self.pick('0', '3')})}}', end='')"],
            lambda: [f"{indent}[(N := {self.pick('0', '3')}) for _ in range({self.pick('0', '1')})]"]
            if not in_class else [f"{indent}M = 0"],
            lambda: [f"{indent}match {self.pick('0', '1')}:", f"{indent}    case N: pass"],
            lambda: [f"{indent}@(lambda function, _=(N := {self.pick('0', '3')}): function)",
                     f"{indent}def plain_{self.procs}(): pass"],
            lambda: [f"{indent}class Body_{self.procs}: N = 0; M = 2"],
            lambda: self.changer(indent, f"def change(): global N; N = {self.pick('0', '2')}"),
            lambda: self.changer(indent, f"def change(): setattr(sys.modules[__name__], 'N', {self.pick('0', '2')})"),
            lambda: self.changer(indent, f"change = lambda: globals().update(N={self.pick('0', '2')})")
            if self.dynamic else [f"{indent}N = 1"],
            lambda: [f"{indent}try:", f"{indent}    N = 1", f"{indent}    raise ValueError", f"{indent}    N = 0",
                     f"{indent}except ValueError: pass"],
            lambda: [f"{indent}with contextlib.suppress(ValueError):", f"{indent}    N = int('{self.pick('x', '0')}')"],
            lambda: [f"{indent}import lib", f"{indent}lib.N = {self.pick('0', '1')}",
                     f"{indent}from lib import N"] if self.dynamic else [f"{indent}from lib import N"],
            lambda: [f"{indent}while True:", f"{indent}    N = {self.pick('0', '1')}", f"{indent}    break",
                     f"{indent}    N = 2"],
            lambda: [f"{indent}N = {self.pick('0', '1')} if M else {self.pick('0', '1')}"],
            lambda: [f"{indent}(N), *M = {self.pick('0', '1')}, 0, 1", f"{indent}M = 1"],
        ]
        forms += self.statements(indent) + self.expressions(indent, in_class) + self.functions(indent, in_function, in_class)
        return self.random.choice(forms)()

    def statements(self, indent):
        """Rebinding by statements whose parts do not always run."""
        bit = lambda: self.pick("0", "1")
        return [
            lambda: [f"{indent}for M in {self.pick('()', '[1]')}:", f"{indent}    N = {bit()}",
                     f"{indent}    {self.pick('break', 'continue', 'pass')}", f"{indent}else:", f"{indent}    N = {bit()}",
                     f"{indent}M = 1"],
            lambda: [f"{indent}while {self.pick('M == 7', 'not M')}:", f"{indent}    N = {bit()}", f"{indent}    break",
                     f"{indent}else:", f"{indent}    N = {bit()}"],
            lambda: [f"{indent}try:", f"{indent}    {self.pick('int(None)', 'N = 1', 'pass')}", f"{indent}except TypeError:",
                     f"{indent}    N = {bit()}", f"{indent}else:", f"{indent}    N = {bit()}", f"{indent}finally:",
                     f"{indent}    {self.pick('N = 0', 'pass', 'M = 1')}"],
            lambda: [f"{indent}match {self.pick('[0, 1]', '[1, 0]', '(2,)', '7')}:", f"{indent}    case [N, M]: pass",
                     f"{indent}    case [*N]: N = 1", f"{indent}    case int() as N: pass"],
            lambda: [f"{indent}match {{'a': {bit()}}}:",
                     f"{indent}    case {{'a': {self.pick('N', '(0 | 1) as N', '1')}}}: pass"],
            lambda: [f"{indent}with contextlib.nullcontext(({bit()}, 1)) as (N, M): pass"],
            lambda: [f"{indent}with contextlib.suppress(TypeError), contextlib.nullcontext({bit()}) as N:",
                     f"{indent}    int({self.pick('None', '1')})", f"{indent}    N = {bit()}"],
            lambda: [f"{indent}import lib as N", f"{indent}N = N.{self.pick('N', 'K')}"],
            lambda: [f"{indent}N: int"],
            lambda: [f"{indent}helper, N = {self.pick('helper, N', 'helper, 1', 'None, 0')}"],
            lambda: [f"{indent}del helper", *self.helper(indent)],
            lambda: [f"{indent}assert {self.pick('M', 'True', 'N is not None')}", f"{indent}N = {bit()}"],
            lambda: [f"{indent}N {self.pick('-=', '*=', '|=', '//=')} 1"],
        ]

    def expressions(self, indent, in_class):
        """Rebinding inside expressions, and numbers that are not written as such."""
        walrus = f"(N := {self.pick('0', '3')})"
        forms = [
            lambda: [f"{indent}N = {self.pick('True', 'False', 'int(0)', '0 or 2', '-0', '[0, 1][1]', 'len(())')}"],
            lambda: [f"{indent}N = {self.pick('(lambda: 0)()', 'max(0, 1)', 'not M', 'M == 1', 'abs(-1)', '0x0', '1_0')}"],
            lambda: [f"{indent}N = {{'a': 0}}['a']"],
            lambda: [f"{indent}M and {walrus}"],
            lambda: [f"{indent}assert True or {walrus}"],
            lambda: [f"{indent}print(*[{walrus}], end='')"],
            lambda: [f"{indent}if (M := {self.pick('0', '1')}) or {walrus}: M = 1"],
            lambda: [f"{indent}M = 1 if {walrus} else 2"],
            lambda: [f"{indent}print({walrus} if M else 0, end='')"],
            lambda: [f"{indent}(lambda N=0: N)()"],
            lambda: [f"{indent}(lambda x={walrus}: x)"],
            lambda: [f"{indent}(lambda: {walrus})()"],
            lambda: [f"{indent}{{N: M for N in range(2) for M in range(1)}}"],
        ]
        if not in_class:
            forms += [lambda: [f"{indent}any({walrus} == 9 for _ in range({self.pick('0', '1')}))"],
                      lambda: [f"{indent}lazy = ({walrus} for _ in range(1))", f"{indent}{self.pick('pass', 'next(lazy)')}"],
                      lambda: [f"{indent}{{k: {walrus} for k in range({self.pick('0', '2')})}}"]]
        return forms

    def functions(self, indent, in_function, in_class):
        """Functions and classes that rebind names of the scopes around them."""
        value = self.pick("0", "2")
        kind = "nonlocal" if in_function and not in_class else "global"
        forms = [
            lambda: self.changer(indent, f"def change(x=(N := {value})): pass"),
            lambda: [f"{indent}def N(): pass", f"{indent}N = {value}"],
            lambda: [f"{indent}class N: pass", f"{indent}N = {value}"],
            lambda: [f"{indent}def lazily():", f"{indent}    global N", f"{indent}    N = {value}", f"{indent}    yield 1",
                     f"{indent}    N = 1", f"{indent}{self.pick('lazily()', 'next(lazily())', 'list(lazily())')}"],
            lambda: [f"{indent}async def later():", f"{indent}    global N", f"{indent}    N = {value}",
                     f"{indent}{self.pick('later().close()', 'asyncio.run(later())')}"],
            lambda: [f"{indent}class Setter_{self.procs}:", f"{indent}    global N", f"{indent}    N = {value}"],
            lambda: [f"{indent}def outer():", f"{indent}    N = 1", f"{indent}    def inner():", f"{indent}        nonlocal N",
                     f"{indent}        N = {value}", f"{indent}    inner()", *self.user(indent + "    "),
                     f"{indent}    return N", f"{indent}{self.pick('outer()', 'N = outer()')}"],
            lambda: [f"{indent}def early(M):", f"{indent}    N = {value}", f"{indent}    if M:",
                     f"{indent}        {self.pick('return', 'N = 1', 'raise ValueError')}", *self.user(indent + "    "),
                     f"{indent}{self.pick('early(0)', 'early(1)', 'early(N)')}"],
            lambda: [f"{indent}def twice(N):", *self.user(indent + "    "),
                     f"{indent}{self.pick('twice(0)', 'twice(2)', 'twice(0); twice(1)', 'twice(N=0)')}"],
            lambda: [f"{indent}def by_default(N={value}, helper=helper):", *self.user(indent + "    "),
                     f"{indent}{self.pick('by_default()', 'by_default(1)')}"],
            lambda: [f"{indent}def chooses():", f"{indent}    return {self.pick('0', '1', 'N')}", f"{indent}N = chooses()"],
        ]
        if in_function and not in_class:
            forms += [lambda: [f"{indent}N = 1", f"{indent}def inward():", f"{indent}    {kind} N", f"{indent}    N = {value}",
                               f"{indent}{self.pick('inward()', 'pass')}"]]
        return forms

    def changer(self, indent, definition):
        return [f"{indent}{definition}"] + ([f"{indent}change()"] if self.pick(True, False) else [])

    def block(self, indent, depth, in_function, in_class=False):
        lines = []
        for _ in range(self.random.randint(2, 6)):
            kind = self.random.random()
            if kind < 0.45:
                lines += self.rebinding(indent, in_function, in_class)
            elif kind < 0.7:
                lines += self.user(indent)
            elif kind < 0.8 and depth < 3:
                head = self.pick("if M:", "if not M:", "for M in range(2):", "while M == 7:", "try:")
                lines.append(indent + head)
                lines += self.block(indent + "    ", depth + 1, in_function, in_class)
                if head == "try:":
                    lines += [f"{indent}finally:", f"{indent}    pass"]
            elif depth < 3:
                lines += self.function(indent, depth)
        return lines

    def function(self, indent, depth):
        self.procs += 1
        name = f"make_{self.procs}"
        inner = indent + "    "
        if self.pick(True, True, True, False):
            lines = [f"{indent}def {name}({self.pick('', '', 'N=0', 'M=1')}):"]
            if self.pick(True, False, False):
                lines.append(f"{inner}{self.pick('global N', 'global helper', 'pass')}")
            lines += self.block(inner, depth + 1, True)
            lines += self.rebinding(indent, False) if self.pick(True, False) and indent == "" else []
            lines += [f"{indent}try: {name}()", f"{indent}except (NameError, TypeError, AttributeError): pass"]
            return lines
        return [f"{indent}class {name}:"] + self.block(inner, depth + 1, True, in_class=True)

    def module(self):
        # A function cannot declare a name global after it used it: such modules do not run, and are tried again.
        return "\n".join([*HEAD, "import asyncio, contextlib, sys", "M = 1", "N = 1"] + self.helper("") +
                         self.block("", 0, False)) + "\n"


def library(generator):
    return "\n".join([*HEAD, f"N = {generator.pick('0', '1')}", f"K = {generator.pick('0', '1', '2')}"] + generator.helper("")) + "\n"


def run_module(folder, seen):
    """In a child of this process: starting Python for each module would take most of the time."""
    os.chdir(folder)
    os.environ["SEEN"] = str(seen)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    sys.path[0] = str(folder)
    try:
        runpy.run_path("main.py", run_name="__main__")
    except BaseException:  # what it did until then counts
        pass
    sys.stdout.flush()
    os._exit(0)


def observe(folder):
    seen = folder / "seen"
    seen.write_text("")
    child = os.fork()
    if child == 0:
        run_module(folder, seen)
    os.waitpid(child, 0)
    values = {}
    for line in seen.read_text().splitlines():
        file, proc, racy = json.loads(line)
        values.setdefault((file, proc), set()).add(racy)
    return values


def claims(program, folder, checked):
    done = subprocess.run([program, "check", "--format", "json", "-j", "1", *checked], cwd=folder, check=False,
                          capture_output=True, text=True, timeout=60)
    report = json.loads(done.stdout)
    found = {}
    for finding in report["findings"]:
        for access in finding["accesses"] or [{"symbol": "", "stack": []}]:
            names = {access["symbol"]} | {frame["function"] for frame in access["stack"]}
            for name in names:
                found.setdefault(name, set()).add(finding["rule"])
        if not finding["accesses"]:
            found.setdefault((finding["place"]["path"], finding["place"]["line"]), set()).add(finding["rule"])
    errors = {d["place"]["line"] for d in report["diagnostics"] if d["severity"] == "error"}
    return found, errors


def lines_of(text):
    """First and last line of every proc."""
    lines = text.splitlines()
    spans = {}
    for i, line in enumerate(lines):
        word = line.strip()
        if word.startswith(("def number_", "def caller_")):
            spans[word[4:word.index("(")]] = (i + 1, i + 3)
    return spans


def compare(program, seed, tally):
    generator = Generator(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        main, lib = generator.module(), library(generator)
        try:
            compile(main, "main.py", "exec")
        except SyntaxError:
            return True
        (folder / "main.py").write_text(main)
        (folder / "lib.py").write_text(lib)
        (folder / "exo_stub.py").write_text(STUB)
        seen = observe(folder)
        checked = ["main.py", "lib.py"] if seed % 3 else ["main.py"]
        found, errors = claims(program, folder, checked)
        for proc, (first, last) in lines_of(main).items():
            truth = seen.get(("main.py", proc))
            if not truth:
                continue
            rules = found.get(proc, set()) | set().union(
                *(found.get(("main.py", line), set()) for line in range(first, last + 1)))
            undecided = "exo-unknown" in rules or any(first <= line <= last for line in errors)
            if undecided:
                tally["unknown"] += 1
                continue
            says_racy = "exo-race" in rules
            tally["race" if says_racy else "safe"] += 1
            if truth != {says_racy}:
                print(f"seed {seed}: deadheat says {proc} is {'racy' if says_racy else 'safe'}, "
                      f"but python3 has seen {sorted(truth)}\n{main}\n--- lib.py\n{lib}")
                return False
    return True


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    tally = {"race": 0, "safe": 0, "unknown": 0}
    wrong = sum(not compare(program, seed, tally) for seed in range(first, first + count))
    print(f"{count} modules: {tally['race']} races, {tally['safe']} safe, {tally['unknown']} unknown, {wrong} wrong")
    if count >= 60 and min(tally.values()) < count // 10:
        print("too few of one verdict: the generator has lost its use")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
