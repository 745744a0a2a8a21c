#!/usr/bin/env python3
"""Tools from outside: the example of examples/tools, built against include/ alone, on a trace and on a Java program.

usage: load_test.py DEADHEAT
"""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
failures = []


def check(condition, text):
    if not condition:
        failures.append(text)
        print("FAILED:", text)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def build(source, library):
    compiler = shutil.which("c++") or shutil.which("g++")
    subprocess.run([compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-shared", "-I",
                    os.path.join(ROOT, "include"), source, "-o", library], check=True, timeout=300)


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def test_trace(program, library, scratch):
    """Two writers in turn under a lock, which no race detector minds; another variable has one writer."""
    trace = write(scratch, "turns.std", "".join(
        f"{thread}|acq(m)|1\n{thread}|w(shared)|2\n{thread}|r(shared)|3\n{thread}|w({thread}_own)|4\n{thread}|rel(m)|5\n"
        for thread in ("T0", "T1")))
    result = run(program, "replay", "--load", library, "--tools", "SharedWrites", "--explain-confidence", trace)
    check(result.returncode == 1 and "shared has more than one writer: T1 and, before it, T0" in result.stdout,
          f"replay: {result.returncode} {result.stdout} {result.stderr}")
    check("dynamic-loaded-tool" in result.stdout and "_own has" not in result.stdout, f"replay: {result.stdout}")
    check("1 changes of writer" in result.stderr, f"replay: what finish() says: {result.stderr}")
    result = run(program, "replay", "--load", library, "--tools", "SharedWrites:FastTrack", trace)
    check(result.returncode == 1, f"in a chain: {result.returncode} {result.stderr}")
    result = run(program, "tools", "--load", library, "SharedWrites")
    check(result.stdout == "SharedWrites: variables that more than one thread writes\n", f"tools: {result.stdout}")


def test_java(program, library, scratch):
    write(scratch, "Turns.java", "class Turns {\n    static int shared;\n    int own;\n"
          "    public static void main(String[] a) throws Exception {\n        Turns mine = new Turns(), its = new Turns();\n"
          "        shared = 1;\n        mine.own = 1;\n        Thread t = new Thread(() -> { shared = 2; its.own = 2; });\n"
          "        t.start();\n        t.join();\n        System.out.println(shared + mine.own + its.own);\n    }\n}\n")
    subprocess.run(["javac", "-g", "-d", scratch, os.path.join(scratch, "Turns.java")], check=True, timeout=300)
    dump = os.path.join(scratch, "dump")
    result = run(program, "run", "--load", library, "--tools", "SharedWrites", "--dump-classes", dump, "--", "java", "-cp",
                 scratch, "Turns")
    check(result.stdout == "5\n" and result.returncode == 1 and "Turns.shared has more than one writer" in result.stderr,
          f"run: {result.returncode} {result.stdout} {result.stderr}")
    check("Turns.own" not in result.stderr, f"run: objects are not distinguished: {result.stderr}")
    shown = run("javap", "-p", os.path.join(dump, "Turns.class"))
    check("dh$own" in shown.stdout, f"--dump-classes: {shown.stdout} {shown.stderr}")


BAD = ('#include "deadheat/tool.h"\nusing namespace deadheat;\n'
       'static const FindingKind kinds[] = {{"data-race", "of {nobody}", ""}};\n'
       'static const Description it{API, "NAME", "bad", false, 0, kinds, COUNT, [](Setup&) -> Tool* { return nullptr; }};\n'
       'DEADHEAT_TOOL { return &it; }\n')


def test_bad_libraries(program, scratch):
    """Each is refused with a reason."""
    for name, api, tool, count, wanted in (("old", "0", "Mine", 0, "version 0 of deadheat/tool.h"),
                                           ("twice", "kApiVersion", "FastTrack", 0, "a tool 'FastTrack' already"),
                                           ("text", "kApiVersion", "Mine", 1, "nothing stands for {nobody}"),
                                           ("null", "kApiVersion", "Mine", 0, "Mine: could not be made")):
        text = BAD.replace("API", api).replace("NAME", tool).replace("COUNT", str(count))
        library = os.path.join(scratch, f"lib{name}.so")
        build(write(scratch, name + ".cpp", text), library)
        result = run(program, "replay", "--load", library, "--tools", tool, os.path.join(ROOT, "examples/traces/counter.std"))
        check(result.returncode == 2 and wanted in result.stderr, f"{name}: {result.returncode} {result.stderr}")
    for path, wanted in (("/nonexistent.so", "cannot open"), (os.path.join(scratch, "old.cpp"), "invalid ELF")):
        result = run(program, "replay", "--load", path, "x")
        check(result.returncode == 2 and wanted in result.stderr, f"{path}: {result.returncode} {result.stderr}")


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        library = os.path.join(scratch, "libshared_writes.so")
        build(os.path.join(ROOT, "examples/tools/shared_writes.cpp"), library)
        test_trace(program, library, scratch)
        test_bad_libraries(program, scratch)
        if shutil.which("javac") and os.path.exists(os.path.join(os.path.dirname(program), "libdeadheat_jvm.so")):
            test_java(program, library, scratch)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
