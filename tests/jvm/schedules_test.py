#!/usr/bin/env python3
"""Deadlocks of Java programs, found while they happen or predicted; findings that are made to happen. usage: schedules_test.py DEADHEAT [TEST...]

The programs of schedules/ use latches, so that what they do does not depend on the schedule.
"""
import json
import os
import re
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

    def run(self, label, options, target, java="java", path=()):
        """Status, findings and messages of the program under `deadheat run`."""
        report = os.path.join(self.scratch, label.replace("/", "_") + ".json")
        result = run([self.program, "run", "--target-status", "--output", "json=" + report, *options, "--", java, "-cp",
                      os.pathsep.join([self.classes, *path]), *target])
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


def write_report(setup, name, document):
    path = os.path.join(setup.scratch, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
    return path


def factors(finding):
    return {reason["factor"]: reason["text"] for reason in finding["reasons"]}


def test_predicted(setup):
    """A deadlock that did not happen is predicted by one command, and then made to happen."""
    for arguments in ([], ["methods"]):
        label = f"Transfers {arguments}"
        target = ["Transfers", *arguments]
        result, found = setup.run("predict", ["--predict"], target)
        found = deadlocks(found)[:1]  # on a busy machine it may happen, too
        check(found, f"{label}: not predicted: {result.stderr}")
        path = write_report(setup, "predicted.json", {"version": 2, "findings": found})
        result, confirmed = setup.run("confirm", ["--confirm", path, "--attempts", "20"], target)
        check(len(confirmed or []) == 1, f"{label}: {confirmed} {result.stderr}")
        for finding in deadlocks(confirmed):
            check("waited for each other" in factors(finding).get("dynamic-confirmed", ""), f"{label}: {factors(finding)}")
            check(finding["fingerprint"] == found[0]["fingerprint"], f"{label}: another fingerprint")
    result, found = setup.run("predict", ["--predict"], ["Account"])
    check([f["shared"]["name"] for f in found or []] == ["Account.balance"], f"--predict Account: {found} {result.stderr}")


def test_confirmed(setup):
    """A finding of check is confirmed by a run; a false one says how often it was tried."""
    report = os.path.join(setup.scratch, "check.json")
    run([setup.program, "check", "--output", "json=" + report, "Account.java"])
    document = findings(report)
    balance = [f for f in document["findings"] if f["shared"]["name"] == "Account.balance"]
    check(len(balance) == 1, f"check: {document['findings']}")
    false = json.loads(json.dumps(balance[0]))
    false["shared"]["name"] = "Account.limit"
    for access, line in zip(false["accesses"], (line_of("return limit"), line_of("limit = value"))):
        access["place"]["line"] = access["place"]["end_line"] = line
    elsewhere = json.loads(json.dumps(false))
    elsewhere["shared"]["name"] = "Other.field"
    for access in elsewhere["accesses"]:
        access["place"]["path"] = "Other.java"
    path = write_report(setup, "input.json", {"version": 2, "findings": [balance[0], false, elsewhere]})
    result, found = setup.run("confirmed", ["--confirm", path, "--attempts", "3", "--min-confidence", "0"], ["Account"])
    check(result.returncode == 0 and len(found or []) == 3, f"--confirm: {found} {result.stderr}")
    by_name = {f["shared"]["name"]: f for f in found or []}
    real = by_name["Account.balance"]
    check("dynamic-confirmed" in factors(real) and real["fingerprint"] == balance[0]["fingerprint"] and
          "--seed" in factors(real)["dynamic-confirmed"], f"--confirm: {factors(real)} {real['fingerprint']}")
    check(re.search(r"tried \d+ times in 3 runs", factors(by_name["Account.limit"]).get("dynamic-not-confirmed", "")),
          f"--confirm: {factors(by_name['Account.limit'])}")
    check("not reached" in factors(by_name["Other.field"]).get("dynamic-not-confirmed", ""),
          f"--confirm: {factors(by_name['Other.field'])}")


def check_confirmed(setup, label, balance, target, path=()):
    known = write_report(setup, "balance.json", {"version": 2, "findings": [balance]})
    result, found = setup.run(label, ["--confirm", known, "--attempts", "10"], target, path=path)
    check(len(found or []) == 1, f"{label}: {found} {result.stderr}")
    for finding in found or []:
        check("dynamic-confirmed" in factors(finding) and finding["fingerprint"] == balance["fingerprint"],
              f"{label}: {factors(finding)} {result.stdout} {result.stderr}")


def test_frameworks(setup):
    """A finding of check is confirmed with a test as the driver: reflection, a loader of its own; JUnit where it is."""
    report = os.path.join(setup.scratch, "check.json")
    run([setup.program, "check", "--output", "json=" + report, "Account.java"])
    balance = next(f for f in findings(report)["findings"] if f["shared"]["name"] == "Account.balance")
    check_confirmed(setup, "driver", balance, ["TestDriver", setup.classes + "/", "AccountCase"])
    junit = os.environ.get("DEADHEAT_JUNIT", "/usr/share/java/junit-platform-console-standalone.jar")
    if not os.path.exists(junit):
        print(f"JUnit not tried: no {junit}")
        return
    classes = os.path.join(setup.scratch, "junit")
    compiled = run(["javac", "-g", "-d", classes, "-cp", os.pathsep.join([junit, setup.classes]), "junit/AccountTest.java"])
    check(compiled.returncode == 0, f"JUnit: {compiled.stderr}")
    launcher = ["org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner", "--select-class", "AccountTest"]
    check_confirmed(setup, "junit", balance, launcher, [classes, junit])


def line_of(text):
    with open("Account.java", encoding="utf-8") as file:
        return 1 + next(i for i, line in enumerate(file) if text in line)


def test_places(setup):
    """The place of the earlier access is one where that thread was, or is said not to be known."""
    known = 0
    for attempt in range(4):
        result, found = setup.run("places", ["--tools", "FastTrack"], ["Places", "race"])
        check(result.stdout == "done\n" and found, f"Places race: {result.stdout} {result.stderr}")
        for finding in found or []:
            for access in finding["accesses"]:
                known += bool(access["symbol"])
                check(access["symbol"] in ("", f"Places.{access['thread']}"), f"a thread where it never was: {finding}")
                unknown = {"name": "place of the earlier access", "value": "not known"} in finding["witness"]["values"]
                check(access["symbol"] or unknown and "not known:" in finding["witness"]["summary"], f"no reason: {finding}")
    check(known > 16, f"Places race: only {known} places")
    for arguments, expected in (("apart", "replaced"), ("stretch", "one of them")):
        result, found = setup.run("places", [], ["Places", arguments])
        earlier = [a for f in found or [] for a in f["accesses"] if a["thread"] == "writer"]
        check(len(earlier) == 1 and earlier[0]["symbol"] in ("", "Places.first") and
              expected in found[0]["witness"]["summary"], f"Places {arguments}: {found} {result.stderr}")


def test_bad_reports(setup):
    for text, message in (("{", "invalid JSON"), ("{}", "expected the members"), ('{"version": 7, "findings": []}', "version 7"),
                          ('{"version": 2, "findings": [{"rule": "x"}]}', "unknown rule 'x'"),
                          ("[" * 100000, "invalid JSON")):
        path = os.path.join(setup.scratch, "bad.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        result = run([setup.program, "run", "--confirm", path, "--", "java", "-version"])
        check(result.returncode == 2 and message in result.stderr, f"{text[:40]}: {result.returncode} {result.stderr}")
    result = run([setup.program, "run", "--seed", "3", "--", "java", "-version"])
    check(result.returncode == 2 and "--confirm" in result.stderr, f"--seed: {result.stderr}")


def test_sampled(setup):
    """Checks at some times only find a race that goes on, and no other; the report says how much was checked."""
    for options in (["--sample", "0.2"], ["--overhead", "20%", "--seed", "7"]):
        result, found = setup.run("sampled", options, ["Sampled"])
        check({f["shared"]["name"] for f in found or []} == {"Sampled.count", "an array's element"}
              and all("dynamic-sampled" in factors(f) for f in found), f"{options}: {found} {result.stderr}")
        check("stretches of 10 ms" in result.stderr and "probability" in result.stderr, f"{options}: {result.stderr}")
        result, found = setup.run("sampled ok", options, ["Sampled", "ok"])
        check(result.stdout == "done\n" and not found, f"{options} ok: {result.stdout} {found}")
    for options, message in ((["--sample", "0"], "expected a share"), (["--sample", "110%"], "expected a share"),
                             (["--overhead", "much"], "expected a share"), (["--sample", "1%", "--overhead", "5%"], "exclude"),
                             (["--sample", "1%", "--tools", "SHB"], "every access"),
                             (["--sample", "1%", "--tools", "Recorder@file=/dev/null"], "every access"),
                             (["--sample", "1%", "--predict"], "every access")):
        result = run([setup.program, "run", *options, "--", "java", "-version"])
        check(result.returncode == 2 and message in result.stderr, f"{options}: {result.returncode} {result.stderr}")


TESTS = [test_deadlocks, test_no_deadlock, test_left_running, test_predicted, test_confirmed, test_frameworks, test_places,
         test_bad_reports, test_sampled]


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
