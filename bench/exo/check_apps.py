#!/usr/bin/env python3
"""Every loop of every procedure that Exo programs make, made parallel and checked by the Python package:

    DEADHEAT_BINARY=... PYTHONPATH=python python bench/exo/check_apps.py FILE.py...

Needs exo-lang. Each file is imported; all procedures that it binds to names count, equal ones once. Prints, for each file
and in all: procedures, loops, how many may be parallel, race and are not decided, and seconds of deadheat."""
import contextlib
import importlib.util
import io
import pathlib
import sys
import time
import warnings

from exo.API import Procedure

import deadheat
from deadheat import interchange

warnings.simplefilter("ignore")


def run_file(path):
    sys.path.insert(0, str(path.parent))
    try:
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        with contextlib.redirect_stdout(io.StringIO()):
            spec.loader.exec_module(module)
        problem = ""
    except BaseException as error:  # pylint: disable=broad-except
        problem = f"{type(error).__name__}: {str(error)[:60]}"
    finally:
        sys.path.pop(0)
    return problem, [value for value in vars(module).values() if isinstance(value, Procedure)]


def main():
    seen = set()
    total = [0] * 5
    slowest = (0, "")
    seconds = 0
    for name in sys.argv[1:]:
        problem, procs = run_file(pathlib.Path(name).resolve())
        row = [0] * 5
        began = time.time()
        for proc in procs:
            text = interchange.Text()
            try:
                text.proc(proc._loopir_proc)
                if text.text in seen:
                    continue
                seen.add(text.text)
                start = time.time()
                verdicts = deadheat.parallelizable(proc)
                if time.time() - start > slowest[0]:
                    slowest = (time.time() - start, f"{name}: {proc.name()} ({len(verdicts)} loops)")
            except interchange.Unsupported as error:
                problem = str(error)
                continue
            row[0] += 1
            row[1] += len(verdicts)
            row[2] += sum(bool(one) for one in verdicts)
            row[3] += sum(one.finding is not None and one.finding.rule == "exo-race" for one in verdicts)
            undecided = [one for one in verdicts if not one and (one.finding is None or one.finding.rule != "exo-race")]
            row[4] += len(undecided)
            for one in undecided[:3]:
                print("   not decided:", proc.name(), repr(one)[:150])
        seconds += time.time() - began
        print(f"{name}: {row[0]} procedures, {row[1]} loops: {row[2]} may be parallel, {row[3]} race, "
              f"{row[4]} not decided {problem}", flush=True)
        total = [a + b for a, b in zip(total, row)]
    print(f"in all: {total[0]} procedures, {total[1]} loops: {total[2]} may be parallel, {total[3]} race, "
          f"{total[4]} not decided; {seconds:.1f} s of deadheat, slowest {slowest[0]:.2f} s {slowest[1]}")


if __name__ == "__main__":
    main()
