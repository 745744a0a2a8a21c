#!/usr/bin/env python3
"""Runs the cases of tests/cases (see its README) and compares findings with the comments in the inputs.

  tests/run_cases.py --binary build/release/bin/deadheat [--update] [--jobs N] [PATH...]
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

import case_comments

CASES = pathlib.Path(__file__).resolve().parent / "cases"
TIME_LIMIT = 120


class Wanted:
    """What the directives of one case ask for."""

    def __init__(self, directives):
        self.findings = [d for d in directives if d.kind == "expect"]
        self.places = {}
        for d in directives:
            if d.kind in ("access", "related"):
                self.places.setdefault(d.tag, []).append(d)
        self.diagnostics = [d for d in directives if d.kind == "expect-diagnostic"]
        self.ok = {d.text for d in directives if d.kind == "ok"}
        self.command = next((shlex.split(d.text) for d in directives if d.kind == "command"), ["check"])
        self.arguments = [a for d in directives if d.kind == "args" for a in shlex.split(d.text)]
        self.exit = next((int(d.text) for d in directives if d.kind == "exit"), None)


def is_elixir(case):
    return case.suffix == ".ex" or (case.is_dir() and any(case.rglob("*.ex")))


def compile_elixir(cases, folder):
    """Copies the Elixir cases, each into a project of its own, and compiles them: case -> where it is."""
    copies = {}
    for case in cases:
        project = pathlib.Path(folder) / case.stem
        if case.is_dir():
            shutil.copytree(case, project / case.name)
        else:
            project.mkdir()
            shutil.copy(case, project)
        copies[case] = project
    compiler = CASES.parent / "erlang/compile_cases.exs"
    compiled = [project for case, project in copies.items() if not case.stem.endswith("_uncompiled")]
    if compiled:
        subprocess.run(["elixir", compiler, *compiled], check=True)
    return copies


def run_deadheat(binary, case, wanted, folder):
    command = [binary, *wanted.command, "--all-diagnostics", "--format", "json", *wanted.arguments, case.name]
    result = subprocess.run(command, cwd=folder, capture_output=True, timeout=TIME_LIMIT, check=False)
    try:
        return result, json.loads(result.stdout.decode("utf-8"))
    except ValueError:
        return result, None


def place_of(item):
    place = item.get("place") or {}
    return place.get("path", ""), place.get("line", 0)


def searchable(finding):
    values = (finding.get("witness") or {}).get("values", [])
    named = ", ".join(f"{one['name']} = {one['value']}" for one in values)
    return json.dumps(finding, ensure_ascii=False) + named


def matches(directive, finding):
    if finding["rule"] != directive.rule or place_of(finding) != (directive.path, directive.line):
        return False
    if directive.level and finding["level"] != directive.level:
        return False
    if not directive.least <= finding["confidence"] < directive.below:
        return False
    return all(text in searchable(finding).replace('\\"', '"') for text in directive.texts)


def compare_places(directive, finding, wanted, problems):
    expected = wanted.places.get(directive.tag)
    if expected is None:
        return
    accesses = [a for a in finding["accesses"] if place_of(a) != place_of(finding)]
    actual = {(*place_of(a), a["kind"]) for a in accesses}
    actual |= {(*place_of(r), "related") for r in finding.get("related", [])}
    asked = {(d.path, d.line, d.text if d.kind == "access" else "related") for d in expected}
    for path, line, kind in sorted(asked - actual):
        problems.append(f"{path}:{line}: {finding['rule']} at {directive.line} has no {kind} access here")
    for path, line, kind in sorted(actual - asked):
        problems.append(f"{path}:{line}: {finding['rule']} at {directive.line} has an unexpected {kind} access here")


def compare(wanted, report, status):
    problems = []
    left = list(report["findings"])
    for directive in wanted.findings:
        found = next((f for f in left if matches(directive, f)), None)
        if found is None:
            problems.append(f"{directive.path}:{directive.line}: missing: {directive.source}")
            continue
        left.remove(found)
        compare_places(directive, found, wanted, problems)
    for finding in left:
        path, line = place_of(finding)
        problems.append(f"{path}:{line}: unexpected {finding['level']}: {finding['rule']}: {finding['message']}")
    for finding in report["findings"]:
        if finding["rule"] in wanted.ok:
            problems.append(f"{place_of(finding)[0]}: has 'ok: {finding['rule']}' but it was found")
    errors = [d for d in report["diagnostics"] if d["severity"] != "note"]
    for directive in wanted.diagnostics:
        found = next((d for d in errors if directive.text in d["message"]
                      and place_of(d)[0] in ("", directive.path) and place_of(d)[1] in (0, directive.line)), None)
        if found is None:
            problems.append(f"{directive.path}:{directive.line}: missing diagnostic: {directive.text}")
        else:
            errors.remove(found)
    for diagnostic in errors:
        path, line = place_of(diagnostic)
        problems.append(f"{path}:{line}: unexpected {diagnostic['severity']}: {diagnostic['message']}")
    if wanted.exit is not None:
        expected = wanted.exit
    elif any(f["level"] != "note" and f["rule"] != "exo-unknown" for f in report["findings"]):
        expected = 1
    else:
        expected = 3 if any(d["severity"] == "error" for d in report["diagnostics"]) else 0
    if status != expected:
        problems.append(f"exit status {status}, expected {expected}")
    return problems


def run_case(binary, case, update, folder):
    directives = case_comments.read_case(case)
    wanted = Wanted(directives)
    try:
        result, report = run_deadheat(binary, case, wanted, folder)
    except subprocess.TimeoutExpired:
        return [f"did not finish in {TIME_LIMIT} s"]
    if report is None:
        error = result.stderr.decode("utf-8", "replace").strip()
        return [f"no JSON report (exit status {result.returncode}): {error[-2000:]}"]
    if update:
        case_comments.rewrite_case(case, report)
        return []
    return compare(wanted, report, result.returncode)


def all_cases(paths):
    if paths:
        return [pathlib.Path(p).resolve() for p in paths]
    groups = sorted(p for p in CASES.iterdir() if p.is_dir())
    return [case for group in groups for case in case_comments.cases_of(group)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(CASES.parent.parent / "build/release/bin/deadheat"))
    parser.add_argument("--update", action="store_true", help="rewrite the directives from what is found now")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("paths", nargs="*", help="cases or groups (default: all)")
    arguments = parser.parse_args()
    cases = []
    for path in all_cases(arguments.paths):
        cases += case_comments.cases_of(path) if path.parent == CASES else [path]
    binary = str(pathlib.Path(arguments.binary).resolve())
    wanted = len(cases)
    elixir = [case for case in cases if is_elixir(case)]
    if elixir and shutil.which("elixir") is None:
        print(f"{len(elixir)} Elixir cases skipped: install Debian's elixir")
        cases = [case for case in cases if case not in elixir]
        elixir = []
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        folders = compile_elixir(elixir, folder)
        results = pool.map(lambda case: (case, run_case(binary, case, arguments.update, folders.get(case, case.parent))),
                           cases)
        for case, problems in results:
            if problems:
                failed += 1
                print(f"FAILED {case.relative_to(CASES)}")
                print("\n".join("  " + problem for problem in problems))
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
