#!/usr/bin/env python3
"""Checks each language's cases as one program, on one thread and on four: the reports must be the same.

  tests/threads_test.py build/tsan/bin/deadheat

Under ThreadSanitizer this is the test of the parallel front ends: it fails on any report of the sanitizer.
"""
import os
import pathlib
import subprocess
import sys

CASES = pathlib.Path(__file__).resolve().parent / "cases"
SUPPRESSIONS = CASES.parent / "tsan_suppressions.txt"
TIME_LIMIT = 900
SANITIZER_STATUS = 66


def run(binary, group, jobs):
    traces = sorted(path.name for path in group.glob("*.std"))
    command = ["replay", *traces] if traces else ["check", "."]
    environment = dict(os.environ, TSAN_OPTIONS=f"exitcode={SANITIZER_STATUS} suppressions={SUPPRESSIONS}")
    return subprocess.run([binary, *command, "--format", "json", "-j", str(jobs)], cwd=group, env=environment,
                          capture_output=True, timeout=TIME_LIMIT, check=False)


def problem_of(binary, group):
    one, many = run(binary, group, 1), run(binary, group, 4)
    for jobs, result in ((1, one), (4, many)):
        if result.returncode == SANITIZER_STATUS or b"Sanitizer" in result.stderr:
            return f"the sanitizer reports with -j{jobs}:\n{result.stderr.decode('utf-8', 'replace')[:8000]}"
        if result.returncode not in (0, 1, 3):
            return f"exit status {result.returncode} with -j{jobs}: {result.stderr.decode('utf-8', 'replace')[-2000:]}"
    if one.returncode != many.returncode or one.stdout != many.stdout:
        return "-j1 and -j4 give different reports"
    return None


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    groups = sorted(path for path in CASES.iterdir() if path.is_dir())
    failed = 0
    for group in groups:
        if problem := problem_of(binary, group):
            failed += 1
            print(f"FAILED {group.name}: {problem}")
    print(f"{len(groups) - failed} passed, {failed} failed")
    return 1 if failed or not groups else 0


sys.exit(main())
