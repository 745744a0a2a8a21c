#!/usr/bin/env python3
"""Deadlocks of Java programs: found while they happen. usage: schedules_test.py DEADHEAT [TEST...]

The programs of schedules/ use latches, so that what they do does not depend on the schedule.
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from jvm_test import check, failures, findings, newer_jdk, run

SCHEDULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schedules")
DEADLOCK_STATUS = 70


class Setup:
    def __init__(self, program, scratch):
        self.program, self.scratch = program, scratch
        self.classes = os.path.join(scratch, "classes")

    def run(self, label, options, target, java="java"):
        """Status, findings and messages of the program under `deadheat run`."""
        report = os.path.join(self.scratch, label.replace("/", "_") + ".json")
        result = run([self.program, "run", "--target-status", "--output", "json=" + report, *options, "--", java, "-cp",
                      self.classes, *target])
        return result, findings(report)["findings"] if os.path.exists(report) else None


def deadlocks(found):
    return [f for f in found or [] if f["rule"] == "deadlock"]


def places(finding):
    return [(access["place"] or {}).get("line", 0) for access in finding["accesses"]]


def test_deadlock(setup, kind, threads, java="java", options=()):
    label = f"{kind} {' '.join(options)} {java}"
    result, found = setup.run(label, options, ["Deadlocks", kind], java)
    check(result.returncode == DEADLOCK_STATUS, f"{label}: status {result.returncode}: {result.stderr}")
    check("begins" in result.stdout and "not reached" not in result.stdout, f"{label}: {result.stdout}")
    check(len(deadlocks(found)) == 1 and len(found) == 1, f"{label}: {found} {result.stderr}")
    for finding in deadlocks(found):
        accesses = finding["accesses"]
        check({a["thread"] for a in accesses} == threads, f"{label}: threads {accesses}")
        check(all(a["locks"] for a in accesses), f"{label}: what a thread holds is missing: {accesses}")
        check(all(a["place"]["path"].endswith("Deadlocks.java") and a["place"]["line"] > 0 for a in accesses),
              f"{label}: places {accesses}")
        held = [r for r in finding["related"] if "holds it" in r["message"] and r["place"]["line"] > 0]
        check(len(held) == len(threads), f"{label}: where locks were acquired: {finding['related']}")


def test_deadlocks(setup):
    """Each kind is reported once, with what each thread holds and waits for, and the program is ended."""
    two = {"one", "two"}
    cases = [("monitors", two), ("ring", two | {"three"}), ("locks", two), ("write-lock", two), ("mixed", two),
             ("monitors", two, "java", ("--tools", "Deadlock")), ("interrupted", two, "java", ("--on-deadlock", "end"))]
    newer = newer_jdk()
    if newer:
        cases += [(kind, two, os.path.join(newer, "java")) for kind in ("monitors", "locks")]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda case: test_deadlock(setup, *case), cases))


def test_no_deadlock(setup):
    """A wait with a limit of time ends; a program that helps itself goes on."""
    result, found = setup.run("tries", [], ["Deadlocks", "tries"])
    check(result.returncode == 0 and "ends" in result.stdout and not found, f"tries: {result.returncode} {found}")
    result, found = setup.run("interrupted", [], ["Deadlocks", "interrupted"])
    check(result.returncode == 5 and "one was interrupted" in result.stdout,
          f"interrupted: {result.returncode} {result.stdout} {result.stderr}")


def test_left_running(setup):
    """--on-deadlock continue: the program stays; the report has the deadlock all the same."""
    report = os.path.join(setup.scratch, "left.json")
    process = subprocess.Popen([setup.program, "run", "--on-deadlock", "continue", "--output", "json=" + report, "--",
                                "java", "-cp", setup.classes, "Deadlocks", "monitors"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = ""
    while "wait for each other" not in said:
        line = process.stderr.readline()
        if not line:
            break
        said += line
    time.sleep(3)
    check(process.poll() is None, f"continue: the program was ended: {said}")
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=120)
    check(len(deadlocks(findings(report)["findings"])) == 1, f"continue: not reported: {said}")


TESTS = [test_deadlocks, test_no_deadlock, test_left_running]


def main():
    program = os.path.abspath(sys.argv[1])
    if shutil.which("javac") is None or not os.path.exists(os.path.join(os.path.dirname(program), "libdeadheat_jvm.so")):
        print("no JDK, or deadheat was built without it: not tested")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        setup = Setup(program, scratch)
        sources = [os.path.join(SCHEDULES, f) for f in sorted(os.listdir(SCHEDULES)) if f.endswith(".java")]
        subprocess.run(["javac", "-nowarn", "-g", "-d", setup.classes, *sources], check=True)
        os.chdir(SCHEDULES)
        for test in TESTS:
            if sys.argv[2:] and test.__name__ not in sys.argv[2:]:
                continue
            began = time.monotonic()
            test(setup)
            print(f"{test.__name__}: {time.monotonic() - began:.1f} s")
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
