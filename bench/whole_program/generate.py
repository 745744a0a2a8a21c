#!/usr/bin/env python3
"""Writes a Smalltalk image of about LINES lines: classes in chains of inheritance that call each other, start
threads, lock some of their variables and not others, and a script that runs them.

generate.py LINES FOLDER"""
import pathlib
import random
import sys

CLASS_LINES = 40


def write_class(out, rng, number, classes):
    above = f"Part{number - 1}" if number % 5 else "Object"
    others = [rng.randrange(max(0, number - 50), min(classes, number + 50)) for _ in range(3)]
    out.append(f"{above} subclass: Part{number} [")
    out.append(f"\t| count{number} list{number} lock{number} peer{number} |")
    out.append(f"\tsetUp{number} [")
    out.append(f"\t\tcount{number} := 0.\n\t\tlist{number} := OrderedCollection new.")
    out.append(f"\t\tlock{number} := Mutex new.\n\t]")
    out.append(f"\tpeer: aPart [ peer{number} := aPart ]")
    for method in range(5):
        out.append(f"\twork{method}: n [\n\t\t| total |\n\t\ttotal := 0.")
        out.append(f"\t\t1 to: n do: [:i | total := total + i].")
        out.append(f"\t\tlock{number} critical: [ count{number} := count{number} + total ].")
        other = others[method % 3]
        if method < 2:
            out.append(f"\t\t(Part{other} new) setUp{other}; work{method + 1}: n - 1.")
        out.append("\t\t^total\n\t]")
    out.append(f"\tgrow: n [ list{number} add: n ]")
    if number % 20 == 0:
        out.append(f"\trun [\n\t\t[ self grow: 1. self work0: 3 ] fork.\n\t\tself grow: 2\n\t]")
    else:
        out.append("\trun [ self grow: 1. self work1: 2 ]")
    out.append("]")


def main():
    lines, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    rng = random.Random(lines)
    classes = max(1, lines // CLASS_LINES)
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(0, classes, 50):
        out = []
        for number in range(first, min(first + 50, classes)):
            write_class(out, rng, number, classes)
        (folder / f"parts{first}.st").write_text("\n".join(out) + "\n")
    script = [f"Part{n} new setUp{n}; run." for n in range(classes)]
    (folder / "run.ws").write_text("\n".join(script) + "\n")


main()
