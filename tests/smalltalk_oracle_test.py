#!/usr/bin/env python3
"""Compares deadheat with an enumeration of all schedules, on small random Smalltalk programs.

  tests/smalltalk_oracle_test.py --binary build/release/bin/deadheat [--programs 300] [--seed 1]

Each program is a script with shared variables, a counting semaphore, a mutual-exclusion semaphore and processes.
The oracle runs all interleavings: two accesses race when a reachable state has both next. No such race may be missed.
What is reported beyond that is imprecise; it is counted, and must stay rare unless the finding says that a signal
may order the two.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

VARIABLES = ("a", "b")
MAX_STATES = 20000
MAX_IMPRECISE = 0.1  # of the reported pairs, without those that are marked as possibly ordered


def make_program(rng):
    """A list of threads; a thread is a list of (line, operation, argument). Thread 0 is the script."""
    lines = ["| a b s m |", "a := 0.", "b := 0.", "s := Semaphore new.", "m := Semaphore forMutualExclusion."]
    threads = [[]]

    def emit(text, indent):
        lines.append("\t" * indent + text)
        return len(lines)

    def statement(thread, indent, locked):
        kind = rng.choice(["set", "copy", "count", "signal", "wait", "lock", "set", "count"])
        one, other = rng.sample(VARIABLES, 2)
        if kind == "set":
            threads[thread].append((emit(f"{one} := {rng.randrange(9)}.", indent), "write", one))
        elif kind == "copy":
            line = emit(f"{one} := {other}.", indent)
            threads[thread] += [(line, "read", other), (line, "write", one)]
        elif kind == "count":
            line = emit(f"{one} := {one} + 1.", indent)
            threads[thread] += [(line, "read", one), (line, "write", one)]
        elif kind == "signal":
            threads[thread].append((emit("s signal.", indent), "signal", None))
        elif kind == "wait" and not locked:
            threads[thread].append((emit("s wait.", indent), "wait", None))
        elif kind == "lock" and not locked:
            threads[thread].append((emit("m critical: [", indent), "lock", None))
            for _ in range(rng.randrange(1, 3)):
                statement(thread, indent + 1, True)
            threads[thread].append((emit("].", indent), "unlock", None))

    def body(thread, indent, count):
        for _ in range(count):
            statement(thread, indent, False)

    body(0, 0, rng.randrange(0, 2))
    for _ in range(rng.randrange(1, 3)):
        threads.append([])
        started = len(threads) - 1
        line = emit("[", 0)
        threads[0].append((line, "fork", started))
        body(started, 1, rng.randrange(1, 4))
        emit("] fork.", 0)
        body(0, 0, rng.randrange(0, 3))
    return "\n".join(lines) + "\n", threads


def schedules(threads):
    """The races that some schedule shows, as (variable, line, line); None when there are too many states, or when a
    schedule hangs: code behind a wait that never ends races with nothing, and nobody writes it."""
    start = (tuple(0 if t == 0 else -1 for t in range(len(threads))), 0, -1)
    seen, work, races = {start}, [start], set()
    while work:
        at, permits, holder = work.pop()
        ready = []
        for t, position in enumerate(at):
            if position < 0 or position == len(threads[t]):
                continue
            line, operation, argument = threads[t][position]
            if (operation == "wait" and permits == 0) or (operation == "lock" and holder >= 0):
                continue
            ready.append((t, line, operation, argument))
        if not ready and any(position < len(threads[t]) for t, position in enumerate(at)):
            return None
        for i, (_, line, operation, variable) in enumerate(ready):
            for _, other_line, other_operation, other_variable in ready[i + 1:]:
                kinds = {operation, other_operation}
                if variable == other_variable and "write" in kinds and kinds <= {"read", "write"}:
                    races.add((variable, min(line, other_line), max(line, other_line)))
        for t, _, operation, argument in ready:
            positions = list(at)
            positions[t] += 1
            if operation == "fork":
                positions[argument] = 0
            state = (tuple(positions), permits + (operation == "signal") - (operation == "wait"),
                     t if operation == "lock" else -1 if operation == "unlock" else holder)
            if state not in seen:
                seen.add(state)
                work.append(state)
        if len(seen) > MAX_STATES:
            return None
    return races


def reported(binary, folder):
    """By script: {(variable, line, line): whether the finding says that a signal may order the two}."""
    run = subprocess.run([binary, "check", str(folder), "--format", "json", "--min-confidence", "0", "--top", "100000"],
                         capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"deadheat: exit status {run.returncode}\n{run.stderr}")
    result = {}
    for finding in json.loads(run.stdout)["findings"]:
        first, second = (access["place"] for access in finding["accesses"][:2])
        variable = finding["shared"]["name"].split()[0]
        pair = (variable, *sorted((first["line"], second["line"])))
        marked = "smalltalk-maybe-ordered" in json.dumps(finding)
        result.setdefault(pathlib.Path(first["path"]).name, {})[pair] = marked
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    expected, sources = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        while len(expected) < arguments.programs:
            text, threads = make_program(rng)
            races = schedules(threads)
            if races is None:
                continue
            name = f"p{len(expected):04}.ws"
            (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
            expected[name], sources[name] = races, text
        found = reported(arguments.binary, folder)
    missed = [(name, race) for name, races in expected.items() for race in sorted(races - found.get(name, {}).keys())]
    extra = [(name, race, marked) for name in expected for race, marked in sorted(found.get(name, {}).items())
             if race not in expected[name]]
    real = sum(len(races) for races in expected.values())
    unmarked = [entry for entry in extra if not entry[2]]
    print(f"{len(expected)} programs, {real} races that a schedule shows, {len(missed)} missed; "
          f"{len(extra)} pairs reported that no schedule shows, {len(extra) - len(unmarked)} of them marked as possibly "
          "ordered")
    for name, race in missed[:3]:
        print(f"missed: {race} in\n{sources[name]}")
    too_many = len(unmarked) > MAX_IMPRECISE * (real + len(extra))
    for name, race, _ in unmarked[:3] if too_many else []:
        print(f"imprecise: {race} in\n{sources[name]}")
    return 1 if missed or too_many else 0


if __name__ == "__main__":
    sys.exit(main())
