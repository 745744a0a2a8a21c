#!/usr/bin/env python3
"""syntax_test.py JAVA_PARSE

Our parser and javac's on tests/java/syntax: both accept java17 and make the same trees of it, both refuse
broken; java25 is held against a javac that is new enough. Where the JDK's own sources are installed, a part of
them must parse without an error. Exit status 77 (skipped) when there is no javac to compare with.
"""
import glob
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SYNTAX = ROOT / "tests/java/syntax"
FAILURES = []


def check(ok, what):
    if not ok:
        FAILURES.append(what)
        print(f"FAILED: {what}")


def lines(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace")
    return [line for line in done.stdout.splitlines() if line.startswith(("ok ", "bad "))]



def compare(parser, java, folder):
    """Both accept every file of the folder and count the same nodes."""
    ours = lines([parser, "--counts", folder])
    theirs = lines([java, ROOT / "bench/java/JavacParse.java", "--counts", folder])
    check(len(ours) > 0 and all(line.startswith("ok") for line in ours), f"we accept {folder}")
    check(sorted(ours) == sorted(theirs), f"the trees of {folder} are those of javac")
    for line in sorted(set(ours) ^ set(theirs)):
        print("   ", line)


def check_jdk(parser):
    """The sources of java.util and below, out of the JDK's src.zip."""
    archives = sorted(glob.glob("/usr/lib/jvm/*/lib/src.zip"))
    if not archives:
        print("no src.zip of a JDK: that part is skipped")
        return
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(archives[0]) as archive:
            names = [n for n in archive.namelist() if re.search(r"(^|/)java/(util|lang)/[^ ]*\.java$", n)]
            archive.extractall(folder, names)
        output = lines([parser, "--list", folder])
        check(len(output) == len(names) > 100, "files of src.zip were parsed")
        for line in output:
            check(line.startswith("ok"), line)
        print(f"{len(output)} files of {archives[0]}")


def main():
    parser = sys.argv[1]
    broken = lines([parser, "--list", SYNTAX / "broken"])
    check(len(broken) > 0 and all(line.startswith("bad") for line in broken), "we refuse every broken file")
    new = lines([parser, "--list", SYNTAX / "java25"])
    check(len(new) > 0 and all(line.startswith("ok") for line in new), "we accept java25")
    check_jdk(parser)
    java = shutil.which("java")
    if not java or not shutil.which("javac"):
        print("no javac: nothing to compare with")
        return 1 if FAILURES else 77
    compare(parser, java, SYNTAX / "java17")
    theirs = lines([java, ROOT / "bench/java/JavacParse.java", SYNTAX / "broken"])
    for line in theirs:
        check(line.startswith("bad"), f"javac refuses {line}")
    newer = [java] + sorted(glob.glob("/usr/lib/jvm/*/bin/java"))
    for candidate in newer:
        version = subprocess.run([candidate, "-version"], capture_output=True, text=True).stderr
        found = re.search(r'version "(\d+)', version)
        if found and int(found.group(1)) >= 25:
            compare(parser, candidate, SYNTAX / "java25")
            break
    else:
        print("no JDK of 25 or later: java25 is not compared")
    print("ok" if not FAILURES else f"{len(FAILURES)} failures")
    return 1 if FAILURES else 0


sys.exit(main())
