#!/usr/bin/env python3
"""Every confidence factor has a case in which it applies, and a line in docs/confidence.md.

  tests/factors/check_factors.py --binary build/release/bin/deadheat [--update]

The factors are those of the tables src/**/*factors.def. tests/factors/cases.txt names a case of tests/cases for each;
the case is run, and a finding of it must have the factor, with the weight of the table unless the weight is computed.
A factor that no case can have names a test program instead (from the top of the repository), which must mention it.
A factor without a line fails, and so does a line without a factor. --update looks for a case for each factor that has
none, and writes docs/confidence.md.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import case_comments  # noqa: E402
import run_cases  # noqa: E402

CASES = ROOT / "tests" / "cases"
LIST = HERE / "cases.txt"
PAGE = ROOT / "docs" / "confidence.md"
ENTRY = re.compile(r'DH_FACTOR\(\s*\w+,\s*"([^"]+)",\s*(-?\d+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)')
# Their weight is what is missing to a limit or a bound.
COMPUTED = {"at-least-0", "at-most-100", "erlang-other-node-limit", "erlang-only-tests-limit",
            "erlang-filled-twice", "erlang-time-written",
            "java-partner-less-sure", "smalltalk-further-pair"}
TITLES = {"findings": "All languages", "erlang": "Erlang", "java": "Java", "whole_program": "Smalltalk",
          "exo": "Exo", "dynamic": "Dynamic tools"}
INTRODUCTION = """# Confidence

The confidence of a finding is a number from 0 to 100: the sum of a start factor and of factors that raise or lower it.
Below 50 a finding is shown as a note, below 20 only with `--min-confidence`. The text report gives the most important
reasons; `--explain-confidence` shows every factor with its weight, and so does the [JSON report](json-report.md).

The table `[confidence]` of `deadheat.toml` changes weights: `erlang-public-table = 10`. A weight of 0 switches a factor
off. `{}` or `{tool}` stands for a detail of the finding. The weight of a factor whose id ends in `-limit` is the most that the
confidence can be.
"""


def read_tables():
    """Factors by table: {table: [(id, weight, text)]}."""
    tables = {}
    for path in sorted((ROOT / "src").glob("**/*factors.def")):
        text = path.read_text()
        entries = [(id_, int(weight), "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', strings)))
                   for id_, weight, strings in ENTRY.findall(text)]
        lines = [line for line in text.splitlines() if line.startswith("DH_FACTOR(")]
        if len(entries) != len(lines):
            sys.exit(f"{path}: {len(lines)} factors, but {len(entries)} of them can be read")
        tables.setdefault(path.relative_to(ROOT / "src").parts[0], []).extend(entries)
    return tables


def page(tables):
    out = INTRODUCTION
    for room, title in TITLES.items():
        out += f"\n## {title}\n\n| factor | weight | reason |\n|---|---:|---|\n"
        out += "".join(f"| `{id_}` | {weight} | {text} |\n" for id_, weight, text in tables[room])
    return out


def applied(binary, case):
    """The factors of all findings of a case: {id: {weights}}."""
    path = CASES / case
    wanted = run_cases.Wanted(case_comments.read_case(path))
    for option, value in (("--min-confidence", "0"), ("--top", "1000000")):
        if option not in wanted.arguments:
            wanted.arguments += [option, value]
    _, report = run_cases.run_deadheat(binary, path, wanted, path.parent)
    weights = collections.defaultdict(set)
    for finding in (report or {"findings": []})["findings"]:
        if sum(reason["weight"] for reason in finding["reasons"]) != finding["confidence"]:
            sys.exit(f"{case}: the weights of {finding['place']} do not add up to {finding['confidence']}")
        for reason in finding["reasons"]:
            weights[reason["factor"]].add(reason["weight"])
    return weights


def run_all(binary, cases):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return dict(zip(cases, pool.map(lambda case: applied(binary, case), cases)))


def is_program(name):
    return name.endswith((".py", "_test.cpp")) and (ROOT / name).exists()


def read_list():
    lines = [line.split() for line in LIST.read_text().splitlines() if line and not line.startswith("#")]
    return {id_: case for id_, case in lines}


def update(binary, factors):
    known = read_list() if LIST.exists() else {}
    known = {id_: case for id_, case in known.items()
             if id_ in factors and ((CASES / case).exists() or is_program(case))}
    missing = set(factors) - set(known)
    if missing:
        cases = sorted(str(p.relative_to(CASES)) for language in CASES.iterdir() if language.is_dir()
                       for p in language.iterdir())
        by_case = run_all(binary, cases)
        for id_ in sorted(missing):
            fits = [case for case, weights in by_case.items() if id_ in weights]
            # The case that is about little else.
            if fits:
                known[id_] = min(fits, key=lambda case: (len(by_case[case]), case))
    lines = "".join(f"{id_} {known[id_]}\n" for id_ in sorted(known))
    LIST.write_text("# A case of tests/cases for each confidence factor; see check_factors.py.\n" + lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "build/release/bin/deadheat"))
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.binary).resolve())
    tables = read_tables()
    factors = {id_: weight for entries in tables.values() for id_, weight, _ in entries}
    if options.update:
        update(binary, factors)
        PAGE.write_text(page(tables))
    listed = read_list()
    problems = [f"{id_}: no case in {LIST.name}" for id_ in factors if id_ not in listed]
    problems += [f"{id_}: no such factor" for id_ in listed if id_ not in factors]
    by_case = run_all(binary, sorted({case for case in listed.values() if not is_program(case)}))
    for id_, case in listed.items():
        if is_program(case):
            if f'"{id_}"' not in (ROOT / case).read_text() and f"{id_}:" not in (ROOT / case).read_text():
                problems.append(f"{id_}: {case} does not mention it")
            continue
        weights = by_case[case].get(id_, set())
        if not weights:
            problems.append(f"{id_}: does not apply in {case}")
        elif id_ not in COMPUTED and weights != {factors.get(id_)}:
            problems.append(f"{id_}: has the weights {sorted(weights)} in {case}, not {factors.get(id_)}")
    if not PAGE.exists() or PAGE.read_text() != page(tables):
        problems.append(f"{PAGE.name} is out of date: run with --update")
    print("\n".join(problems) or f"{len(factors)} factors, each with a case")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
