#!/usr/bin/env python3
"""Java programs under `deadheat run`: the races they have, no others, and the output they have without it.

Each program of programs/ says in comments which races it has (`// race: NAME`); without one it has none. It runs plainly
and then under each chain; output and status must be the same. usage: jvm_test.py DEADHEAT [PROGRAM...]
"""
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zipfile

import random_ranges

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs")
PRECISE = ["FastTrack", "HappensBefore"]
OTHERS = ["ThreadLocal:ReadOnly:LockSet", "Velodrome", "Empty"]
TRIES = 10  # runs in which a race that depends on the schedule must show itself; a false one may not show itself in any
failures = []


def check(condition, text):
    if not condition:
        failures.append(text)
        print("FAILED:", text)


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **more)


def deadheat_run(program, options, target, report):
    return run([program, "run", "--target-status", "--output", "json=" + report, *options, "--", *target])


def findings(report):
    with open(report, encoding="utf-8") as file:
        return json.load(file)


def shared_things(document, rule):
    return {f["shared"]["name"].replace("$", ".") for f in document["findings"] if f["rule"] == rule}


def expected_races(name):
    with open(os.path.join(PROGRAMS, name + ".java"), encoding="utf-8") as file:
        return set(re.findall(r"^// race: (.*?)\s*$", file.read(), re.M))


def seen_in_full(document, name):
    """Whether this run showed every race with both places. It depends on the schedule: threads may happen to be ordered,
    and two accesses that meet within a few instructions leave the earlier one without a place."""
    races = shared_things(document, "data-race")
    return expected_races(name) <= races and all(access["place"] and access["place"]["line"] > 0 and
                                                 access["place"]["path"].endswith(name + ".java")
                                                 for finding in document["findings"] for access in finding["accesses"])


def test_program(program, classes, name, scratch):
    target = ["java", "-cp", classes, name]
    plain = run(target)
    for chain in PRECISE + OTHERS:
        for attempt in range(TRIES):
            report = os.path.join(scratch, "report.json")
            result = deadheat_run(program, ["--tools", chain], target, report)
            label = f"{name} under {chain}"
            check(result.stdout.startswith(plain.stdout),
                  f"{label}: output differs:\n{result.stdout}\n--- instead of\n{plain.stdout}")
            check(result.returncode == plain.returncode, f"{label}: status {result.returncode}: {result.stderr}")
            if not os.path.exists(report):
                check(False, f"{label}: no report: {result.stderr}")
                break
            document = findings(report)
            os.remove(report)
            if chain not in PRECISE:
                break
            extra = shared_things(document, "data-race") - expected_races(name)
            check(not extra, f"{label}: false races {sorted(extra)}")
            if seen_in_full(document, name):
                break
        else:
            check(False, f"{label}: races {sorted(shared_things(document, 'data-race'))}, not "
                         f"{sorted(expected_races(name))}, or one without a place")


def test_ends(program, classes, scratch):
    for how, status in (("exit", 7), ("throw", 1), ("halt", 5)):
        report = os.path.join(scratch, "ends.json")
        result = deadheat_run(program, [], ["java", "-cp", classes, "Ends", how], report)
        check(result.returncode == status, f"Ends {how}: status {result.returncode}: {result.stderr}")
        check(shared_things(findings(report), "data-race") == {"Ends.shared"}, f"Ends {how}: not reported")
    report = os.path.join(scratch, "term.json")
    process = subprocess.Popen([program, "run", "--output", "json=" + report, "--", "java", "-cp", classes, "Ends", "sleep"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=300)
    check(process.returncode == 130, f"SIGTERM: status {process.returncode}")
    check(shared_things(findings(report), "data-race") == {"Ends.shared"}, "SIGTERM: not reported")


def pairs(document):
    places = ([access["place"] or {"path": "", "line": 0} for access in f["accesses"]] for f in document["findings"])
    return {tuple(sorted((place["path"], place["line"]) for place in both)) for both in places}


def test_record(program, classes, scratch):
    trace, live, replayed = (os.path.join(scratch, n) for n in ("run.trace", "live.json", "replay.json"))
    for name in ("Counter", "BadTwins"):
        deadheat_run(program, ["--record", trace], ["java", "-cp", classes, name], live)
        run([program, "replay", "--output", "json=" + replayed, trace])
        check(pairs(findings(live)) == pairs(findings(replayed)), f"{name}: live and replay differ")
        check(pairs(findings(live)), f"{name}: nothing recorded")
    # The tool by name records the same: each object has variables of its own.
    run([program, "run", "--tools", "Record@file=" + trace, "--", "java", "-cp", classes, "OkMonitors"])
    result = run([program, "replay", "--output", "json=" + replayed, trace])
    check(result.returncode == 0 and not findings(replayed)["findings"], f"Record: {result.stdout} {result.stderr}")


def test_killed_recording(program, classes, scratch):
    """kill -9 of the JVM: the recording keeps what came more than a second before, and says that it is cut off."""
    for name in ("killed.trace", "killed.std"):
        trace, replayed = os.path.join(scratch, name), os.path.join(scratch, "killed.json")
        process = subprocess.Popen([program, "run", "--record", trace, "--", "java", "-cp", classes, "Ends", "sleep"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stdout.readline()
        time.sleep(1.2)
        with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii") as children:
            os.kill(int(children.read().split()[0]), signal.SIGKILL)
        _, errors = process.communicate(timeout=300)
        check("the program was killed before its end" in errors, f"{name}: {errors}")
        result = run([program, "replay", "--output", "json=" + replayed, trace])
        check(findings(replayed)["findings"], f"{name}: the race before the kill is lost: {result.stderr}")
        if name.endswith(".trace"):
            check(re.search(r"cut off.*; \d+ events were read", result.stderr), f"{name}: {result.stderr}")


def test_bad_use(program, classes):
    for command, text in ((["run", "--print-options"], "need --reports"),
                          (["run", "--collect", "--reports", "x", "--", "java"], "run no command"),
                          (["run", "--", "./nosuch/java"], "no such program"),
                          (["run", "--tools", "Nope", "--", "java"], "no tool 'Nope'"),
                          (["run", "--record", "/nonexistent/x", "--", "java"], "/nonexistent/x")):
        result = run([program, *command])
        check(result.returncode == 2 and text in result.stderr, f"{command}: {result.returncode} {result.stderr}")
    result = run([program, "run", "--", "ls"])
    check(result.returncode == 3 and "nothing was analysed" in result.stderr, f"ls: {result.returncode} {result.stderr}")


def test_children(program, classes, scratch):
    """Commands that start JVMs: one report of all of them. The agent without the command, too."""
    report, reports = os.path.join(scratch, "children.json"), os.path.join(scratch, "reports")
    script = f"java -cp {classes} Counter; java -cp {classes} Counter; java -cp {classes} Ends exit"
    result = run([program, "run", "--output", "json=" + report, "--", "sh", "-c", script])
    names = [finding["shared"]["name"] for finding in findings(report)["findings"]]
    # Equal races of two JVMs are one; where one JVM did not note the earlier place in time, they are not equal.
    check(names.count("Counter.count") in (1, 2) and "Ends.shared" in names and result.returncode == 1,
          f"sh: {names} {result.stderr}")
    options = run([program, "run", "--reports", reports, "--print-options"]).stdout.split()
    run(["java", *options, "-cp", classes, "Counter"])
    result = run([program, "run", "--reports", reports, "--collect"])
    check("Counter.count" in result.stderr and result.returncode == 1, f"--collect: {options} {result.stderr}")


def test_filters(program, classes, scratch):
    target = ["--", "java", "-cp", classes, "Counter"]
    for only, status in (("Counter", 1), ("com.example", 0)):
        result = run([program, "run", "--only", only, *target])
        check(result.returncode == status, f"--only {only}: {result.returncode} {result.stderr}")
    # One race or two: which pairs of its accesses meet depends on the schedule.
    check(re.search(r"\d findings? ha(s|ve) no access in --only", result.stderr), f"--only: {result.stderr}")
    folder = os.path.join(scratch, "suppress")
    write(folder, "deadheat.toml", '[[jvm.suppress]]\nfield = "Counter.count"\nreason = "a test"\n')
    result = run([program, "run", *target], cwd=folder)
    check(result.returncode == 0 and "suppressed" in result.stderr, f"suppress: {result.returncode} {result.stderr}")


def test_nothing_analysed(program, classes, scratch):
    """A run that saw nothing is not a run that found nothing."""
    missing, excluded = ["--", "java", "-cp", classes, "NoSuchClass"], ["--exclude", "Counter", "--", "java", "-cp",
                                                                        classes, "Counter"]
    for options, text in ((missing, "the program ended with status 1"), (excluded, "nothing was analysed")):
        result = run([program, "run", *options])
        check(result.returncode == 3 and text in result.stderr, f"{options}: {result.returncode} {result.stderr}")
        result = run([program, "run", "--allow-empty", *options])
        check(result.returncode == 0 and text in result.stderr, f"{options}: {result.returncode} {result.stderr}")
    result = run([program, "run", "--", "java", "-jar", os.path.join(scratch, "no-such.jar")])
    check(result.returncode == 3 and "no JVM was analysed" in result.stderr, f"no jar: {result.returncode} {result.stderr}")
    write(scratch, "Early.java", "class Early { public static void main(String[] a) { throw new Error(\"early\"); } }\n")
    subprocess.run(["javac", "-d", scratch, os.path.join(scratch, "Early.java")], check=True)
    result = run([program, "run", "--", "java", "-cp", scratch, "Early"])
    check(result.returncode == 3 and "before any access" in result.stderr, f"Early: {result.returncode} {result.stderr}")


def test_streams(program, classes):
    """Standard output belongs to the program."""
    command = ["--", "java", "-cp", classes, "Counter"]
    plain = run(command[1:]).stdout
    result = run([program, "run", *command])
    check(result.stdout == plain and "data-race" in result.stderr, f"streams: {result.stdout} {result.stderr}")
    result = run([program, "run", "--report-to", "stdout", *command])
    check("data-race" in result.stdout and "data-race" not in result.stderr, f"--report-to stdout: {result.stdout}")


def test_options(program, classes, scratch):
    report = os.path.join(scratch, "options.json")

    def races(options, *target):
        result = deadheat_run(program, options, ["java", *target], report)
        check(result.returncode == 0, f"{options} {target}: status {result.returncode}: {result.stderr}")
        return findings(report)["findings"], result.stderr

    for options, what, racy in (([], "fields", False), (["--one-per-object"], "fields", True),
                                ([], "elements", False), (["--one-per-array"], "elements", True),
                                ([], "element", True), (["--no-arrays"], "element", False)):
        found, _ = races(options, "-cp", classes, "Options", what)
        check(bool(found) == racy, f"{options} {what}: {found}")
    found, _ = races(["--one-per-object"], "-cp", classes, "Counter")  # statics have shadows of their own
    check(found, "--one-per-object: nothing found in statics")
    for name in ("fast-paths", "memo", "covers", "ranges", "known-fields", "field-groups", "known-words", "profiles", "array-locals",
                 "array-cache"):
        found, _ = races(["--without", name], "-cp", classes, "Counter")
        check(found, f"--without {name}: nothing found")
    for package, racy in (("Count", True), ("com.example", False)):
        found, _ = races(["--include", package], "-cp", classes, "Counter")
        check(bool(found) == racy, f"--include {package}: {found}")
        check(all("dynamic-not-all-seen" in json.dumps(f) for f in found), f"--include {package}: the confidence does not say so")
    found, messages = races(["--max-reports", "1"], "-cp", classes, "BadTwins")
    check(len(found) == 1 and "beyond --max-reports" in messages, f"--max-reports: {len(found)} {messages}")
    jar = os.path.join(scratch, "counter.jar")
    with zipfile.ZipFile(jar, "w") as file:
        file.writestr("META-INF/MANIFEST.MF", "Main-Class: Counter\n")
        file.write(os.path.join(classes, "Counter.class"), "Counter.class")
    found, _ = races([], "-jar", jar)
    check(found, "-jar: nothing found")


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def test_huge_method(program, scratch):
    """Of a method that would not fit 64 KB any more only the synchronization is followed, and the report says so."""
    lines = "".join(f"        a[{i % 4}] += n * {i % 100};\n" for i in range(4000))
    source = write(scratch, "huge/Huge.java", "public class Huge {\n    static int[] a = new int[4];\n    static int racy;\n"
                   "    static int ordered;\n    static volatile boolean ready;\n"
                   "    static synchronized void huge(int n) {\n" + lines + "        ordered++;\n        ready = true;\n    }\n"
                   "    public static void main(String[] x) throws Exception {\n"
                   "        Thread t = new Thread(() -> { racy++; while (!ready) Thread.onSpinWait(); ordered++; huge(1); });\n"
                   "        t.start();\n        racy++;\n        ordered++;\n        huge(2);\n        t.join();\n        ordered++;\n"
                   "        System.out.println(\"done\");\n    }\n}\n")
    classes = os.path.join(scratch, "huge", "out")
    subprocess.run(["javac", "-g", "-d", classes, source], check=True)
    report = os.path.join(scratch, "huge.json")
    result = deadheat_run(program, ["--stats"], ["java", "-cp", classes, "Huge"], report)
    check(result.stdout.startswith("done"), f"huge method: {result.stdout} {result.stderr}")
    text = result.stdout + result.stderr
    check(re.search(r"methods whose accesses are not checked +1\b", text), f"huge method: not counted: {text}")
    check("warning: 1 method could not be checked" in text and "Huge.huge(I)V" in text, f"huge method: no warning: {text}")
    check(shared_things(findings(report), "data-race") == {"Huge.racy"}, "huge method: race not reported")


def class_with_dead_code():
    """A synchronized method with code that nothing reaches and whose frame has no locals, as Groovy's compiler writes it."""
    utf8 = lambda text: b"\x01" + struct.pack(">H", len(text)) + text.encode()
    ref = lambda tag, *indexes: struct.pack(">B%dH" % len(indexes), tag, *indexes)
    pool = [utf8("Dead"), ref(7, 1), utf8("java/lang/Object"), ref(7, 3), utf8("m"), utf8("()V"), utf8("Code"),
            utf8("StackMapTable"), utf8("java/lang/Throwable"), ref(7, 9), utf8("<init>"), ref(12, 11, 6), ref(10, 4, 12),
            utf8("main"), utf8("([Ljava/lang/String;)V"), ref(12, 5, 6), ref(10, 2, 16), ref(10, 2, 12)]

    def method(flags, name, descriptor, stack, code, frames=b""):
        attributes = struct.pack(">HHI", 1, 8, len(frames)) + frames if frames else struct.pack(">H", 0)
        body = struct.pack(">HHI", stack, 1, len(code)) + code + struct.pack(">H", 0) + attributes
        return struct.pack(">HHHHHI", flags, name, descriptor, 1, 7, len(body)) + body

    dead_frame = struct.pack(">HBHHHBH", 1, 255, 1, 0, 1, 7, 10)
    methods = [method(1, 11, 6, 1, b"\x2a\xb7\x00\x0d\xb1"), method(0x21, 5, 6, 1, b"\xb1\xbf", dead_frame),
               method(9, 14, 15, 2, b"\xbb\x00\x02\x59\xb7\x00\x12\xb6\x00\x11\xb1")]
    return (struct.pack(">IHHH", 0xCAFEBABE, 0, 52, len(pool) + 1) + b"".join(pool) +
            struct.pack(">HHHHHH", 0x21, 2, 4, 0, 0, len(methods)) + b"".join(methods) + struct.pack(">H", 0))


def test_many_statics(program, scratch):
    """Thousands of static fields, as generated code has them: each is found without a walk through all the others."""
    count = 2500
    fields = "".join(f"    static Object f{i} = \"{i}\";\n" for i in range(count))
    folder = os.path.join(scratch, "statics")
    for part in range(3):
        write(folder, f"Part{part}.java", f"class Part{part} {{\n{fields}}}\n")
    write(folder, "Statics.java", "public class Statics {\n    public static void main(String[] a) {\n"
          "        System.out.println(\"\" + Part0.f1 + Part1.f2 + Part2.f3);\n    }\n}\n")
    subprocess.run(["javac", "-d", folder, *(os.path.join(folder, f) for f in os.listdir(folder))], check=True)
    result = run([program, "run", "--target-status", "--", "java", "-cp", folder, "Statics"])
    check(result.returncode == 0 and result.stdout == "123\n", f"many statics: {result.stdout} {result.stderr}")


def test_old_class(program, scratch):
    """A class file of Java 1.4, where names of members must be identifiers."""
    folder = os.path.join(scratch, "old")
    source = write(folder, "Old.java", "public class Old extends Thread {\n    static int racy;\n    int own;\n"
                   "    public void run() { racy++; own++; }\n    public static void main(String[] a) throws Exception {\n"
                   "        Old o = new Old();\n        o.start();\n        racy++;\n        o.join();\n"
                   "        System.out.println(o.own);\n    }\n}\n")
    subprocess.run(["javac", "--release", "8", "-g", "-d", folder, source], check=True, stderr=subprocess.DEVNULL)
    with open(os.path.join(folder, "Old.class"), "r+b") as file:
        file.seek(6)
        file.write(struct.pack(">H", 48))
    report = os.path.join(scratch, "old.json")
    result = deadheat_run(program, [], ["java", "-cp", folder, "Old"], report)
    check(result.stdout == "1\n" and result.returncode == 0, f"old class: {result.stdout} {result.stderr}")
    check(shared_things(findings(report), "data-race") == {"Old.racy"}, "old class: race not reported")


def test_dead_code(program, scratch):
    with open(os.path.join(scratch, "Dead.class"), "wb") as file:
        file.write(class_with_dead_code())
    for chain in ("FastTrack", "Velodrome"):
        result = run([program, "run", "--target-status", "--tools", chain, "--", "java", "-cp", scratch, "Dead"])
        check(result.returncode == 0, f"dead code under {chain}: {result.returncode} {result.stdout} {result.stderr}")


def test_modules(program, scratch):
    write(scratch, "mod/module-info.java", "module racy.app { }\n")
    write(scratch, "mod/app/Main.java", "package app;\npublic class Main {\n    static int racy;\n"
          "    public static void main(String[] x) throws Exception {\n        Thread t = new Thread(() -> racy++);\n"
          "        t.start();\n        racy++;\n        t.join();\n        System.out.println(Main.class.getModule());\n    }\n}\n")
    out = os.path.join(scratch, "mods")
    subprocess.run(["javac", "-g", "-d", out, os.path.join(scratch, "mod/module-info.java"),
                    os.path.join(scratch, "mod/app/Main.java")], check=True)
    report = os.path.join(scratch, "mod.json")
    result = deadheat_run(program, [], ["java", "-p", out, "-m", "racy.app/app.Main"], report)
    check(result.stdout.startswith("module racy.app"), f"modules: {result.stdout} {result.stderr}")
    check(shared_things(findings(report), "data-race") == {"app.Main.racy"}, "modules: race not reported")


def test_second_agent(program, classes, scratch):
    """An agent of the user's own, which sees and changes classes, too."""
    source = write(scratch, "agent/Second.java", "import java.lang.instrument.*;\npublic class Second {\n"
                   "    static volatile int seen;\n    public static void premain(String a, Instrumentation i) {\n"
                   "        i.addTransformer(new ClassFileTransformer() {\n"
                   "            public byte[] transform(ClassLoader l, String n, Class<?> c, java.security.ProtectionDomain d, byte[] b) {\n"
                   "                seen++;\n                return b.clone();\n            }\n        });\n"
                   "        System.out.println(\"second agent\");\n    }\n}\n")
    out = os.path.join(scratch, "agent", "out")
    subprocess.run(["javac", "-d", out, source], check=True)
    jar = os.path.join(scratch, "second.jar")
    with zipfile.ZipFile(jar, "w") as file:
        file.writestr("META-INF/MANIFEST.MF", "Premain-Class: Second\nCan-Retransform-Classes: true\n")
        for name in os.listdir(out):
            file.write(os.path.join(out, name), name)
    report = os.path.join(scratch, "agent.json")
    result = deadheat_run(program, [], ["java", "-javaagent:" + jar, "-cp", classes, "Counter"], report)
    check(result.stdout.startswith("second agent") and result.returncode == 0, f"agent: {result.stdout} {result.stderr}")
    check(shared_things(findings(report), "data-race") == {"Counter.count"}, "second agent: race not reported")


def test_flight_recorder(program, classes, scratch):
    """JFR changes classes of the JDK, too; the hooks in them must stay."""
    recording = "-XX:StartFlightRecording:filename=" + os.path.join(scratch, "run.jfr")
    report = os.path.join(scratch, "recorder.json")
    result = deadheat_run(program, [], ["java", recording, "-cp", classes, "OkConcurrent"], report)
    check(result.returncode == 0, f"flight recorder: {result.stdout} {result.stderr}")
    check(not findings(report)["findings"], "flight recorder: false races")


def test_ranges(program, scratch, seeds):
    """Loops over arrays: a case races exactly if the sets of its elements say so, with and without ranges."""
    report = os.path.join(scratch, "ranges.json")
    for seed in seeds:
        name = f"Random{seed}"
        text, case_of, racy = random_ranges.program(name, seed, 60)
        out = os.path.join(scratch, name)
        subprocess.run(["javac", "-nowarn", "-d", out, write(scratch, f"ranges/{name}.java", text)], check=True)
        for options in ([], ["--without", "ranges"], ["--record", os.path.join(scratch, "ranges.trace")],
                        ["--tools", "ThreadLocal:ReadOnly:LockSet"], ["--tools", "Empty"]):
            result = deadheat_run(program, options, ["java", "-cp", out, name], report)
            label = f"random ranges {seed} {' '.join(options)}"
            check(result.returncode == 0 and result.stdout.startswith("done"), f"{label}: {result.stdout} {result.stderr}")
            if "--tools" in options:
                continue
            # The place of the later access; that of the earlier one can be the access before it, of another case.
            found = {case_of.get(finding["place"]["line"]) for finding in findings(report)["findings"]}
            for case in found ^ racy:
                code = "\n".join(text.splitlines()[line - 1] for line in case_of if case_of[line] == case)
                check(False, f"{label}: {'a false' if case in found else 'no'} race in\n{code}")


def test_range_lines(program, classes, scratch):
    with open(os.path.join(PROGRAMS, "Ranges.java"), encoding="utf-8") as file:
        source = file.read().splitlines()
    bad, maybe = ({n for n, line in enumerate(source, 1) if mark in line} for mark in ("// BAD", "// MAYBE"))
    report = os.path.join(scratch, "lines.json")
    for options in ([], ["--without", "ranges"]):
        for attempt in range(TRIES):
            deadheat_run(program, options, ["java", "-cp", classes, "Ranges"], report)
            lines = {line for pair in pairs(findings(report)) for _, line in pair if line > 0}
            # Where two threads meet within a few instructions, the earlier place is that of the access before.
            if bad <= lines <= bad | maybe:
                break
        else:
            check(False, f"Ranges {options}: no races in lines {sorted(bad - lines)}, "
                         f"false ones in {sorted(lines - bad - maybe)}")


def peak_memory(program, chain, target):
    """The largest resident size in megabytes of the program under a chain, which must find nothing."""
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen([program, "run", "--tools", chain, "--", *target], stdout=out, stderr=out)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    check(child.returncode == 0 and text.startswith("done"), f"{chain} {target}: {child.returncode} {text}")
    return usage.ru_maxrss / 1024


def check_memory(program, java, classes, chain, kind, number):
    """What is kept of objects goes with them: ten times as many must not need more, but for what is not full yet."""
    for _ in range(TRIES):
        few, many = (peak_memory(program, chain, [java, "-Xmx12m", "-XX:MaxMetaspaceSize=16m", "-XX:+UseSerialGC", "-cp", classes,
                                                  "Churn", kind, str(n)]) for n in (number, 10 * number))
        print(f"memory of {kind} under {chain}: {few:.0f} MB, {many:.0f} MB")
        if many < 2.2 * few:
            break
    else:
        check(False, f"memory of {kind} under {chain}: {few:.0f} MB, ten times as many {many:.0f} MB")


def test_memory(program, classes):
    for chain, kind, number in (("FastTrack", "monitors", 60000), ("ThreadLocal:ReadOnly:LockSet", "locks", 60000),
                                ("FastTrack", "volatiles", 60000), ("HappensBefore", "shared", 200000),
                                ("FastTrack", "loaders", 400), ("FastTrack", "threads", 1000), ("FastTrack", "pools", 60)):
        check_memory(program, "java", classes, chain, kind, number)


def test_swept_ranges(program, classes, scratch):
    """No state goes while stretches of arrays have it. The program races only if states go too early."""
    report = os.path.join(scratch, "swept.json")
    for options in ([], ["--without", "ranges"]):
        result = deadheat_run(program, ["--stats", *options], ["java", "-Xmx96m", "-XX:+UseSerialGC", "-cp", classes, "Churn",
                                                               "arrays", "20000"], report)
        text = result.stdout + result.stderr
        check(result.returncode == 0 and "done" in text, f"swept ranges {options}: {text}")
        check(re.search(r"state sweeps +[1-9]", text), f"swept ranges {options}: no sweep: {text}")
        check(not findings(report)["findings"], f"swept ranges {options}: a false race")


def test_events(program, classes, scratch):
    """Every group of events comes to the tools."""
    path = os.path.join(scratch, "events.txt")
    result = run([program, "run", "--tools", "Print@file=" + path, "--", "java", "-cp", classes, "Events"])
    check(result.stdout.startswith("done"), f"Events: {result.stdout} {result.stderr}")
    with open(path, encoding="utf-8") as file:
        seen = {match[1] for match in re.finditer(r"^[^:]*: (\w+)", file.read(), re.M)}
    wanted = {"read", "write", "acquire", "release", "start_pre", "join_post", "volatile_read", "volatile_write",
              "atomic_read", "atomic_write", "barrier_enter", "barrier_leave", "handover_out", "handover_in",
              "class_init", "class_use", "method_enter", "method_exit", "request", "wait_pre", "wait_post", "notify",
              "notify_all", "create", "start_post", "join_pre", "thread_exit", "interrupt", "sleep"}
    check(wanted <= seen, f"events that did not come: {sorted(wanted - seen)}")
    result = run([program, "run", "--tools", "Contention", "--", "java", "-cp", classes, "Events"])
    text = result.stdout + result.stderr
    check(re.search(r"[1-9]\d* of \d+ requests had to wait", text), f"Contention: {text}")
    check("ReentrantLock" in text and "Events.java" in text, f"Contention: no name or place: {text}")


def test_objects(program, classes, scratch):
    """Reports name the object: an array by its type, with the element."""
    report = os.path.join(scratch, "objects.json")
    deadheat_run(program, [], ["java", "-cp", classes, "Stale", "element"], report)
    check(re.search(r"int\[\]@[0-9a-f]+, element 0", json.dumps(findings(report))), "the array is not named")


def test_stale_values(program, classes, scratch):
    """The program fails only where racy reads return older values."""
    report = os.path.join(scratch, "stale.json")
    for kind in ("int", "long", "double", "reference", "element"):
        target = ["java", "-cp", classes, "Stale", kind]
        for chain, status in (("FastTrack", 0), ("FastTrack:Jumble@policy=off", 0), ("FastTrack:Jumble@policy=random", 9)):
            result = deadheat_run(program, ["--tools", chain], target, report)
            check(result.returncode == status, f"Stale {kind} under {chain}: {result.returncode} {result.stdout} {result.stderr}")
            check(shared_things(findings(report), "data-race"), f"Stale {kind} under {chain}: no race")
    result = deadheat_run(program, ["--tools", "FastTrack:Jumble"], ["java", "-cp", classes, "OkConcurrent"], report)
    check(result.returncode == 0 and not findings(report)["findings"], f"OkConcurrent under Jumble: {result.stdout}")


def newer_jdk():
    """A JDK that has virtual threads, or None."""
    folder = "/usr/lib/jvm"
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        javac = os.path.join(folder, name, "bin", "javac")
        if not os.path.exists(javac):
            continue
        version = re.search(r"javac (\d+)", run([javac, "-version"]).stdout)
        if version and int(version[1]) >= 21:
            return os.path.join(folder, name, "bin")
    return None


def test_newer_jdk(program, classes, scratch):
    bin_folder = newer_jdk()
    if bin_folder is None:
        print("no JDK with virtual threads: not tested")
        return
    java = os.path.join(bin_folder, "java")
    out = os.path.join(scratch, "virtual")
    subprocess.run([os.path.join(bin_folder, "javac"), "-g", "-d", out, os.path.join(HERE, "Virtual.java")], check=True)
    report = os.path.join(scratch, "virtual.json")
    for path, name in ((out, "Virtual"), (classes, "BadTwins"), (classes, "OkConcurrent"), (classes, "OkMore")):
        plain = run([java, "-cp", path, name])
        expected = {"Virtual.Bad.value"} if name == "Virtual" else expected_races(name)
        for attempt in range(TRIES):
            result = deadheat_run(program, [], [java, "-cp", path, name], report)
            check(result.stdout.startswith(plain.stdout), f"{name} on a newer JDK: {result.stdout} {result.stderr}")
            found = shared_things(findings(report), "data-race")
            check(not found - expected, f"{name} on a newer JDK: false races {found - expected}")
            if found == expected:
                break
        else:
            check(False, f"{name} on a newer JDK: {found}")


def main():
    program = os.path.abspath(sys.argv[1])
    if shutil.which("javac") is None or not os.path.exists(os.path.join(os.path.dirname(program), "libdeadheat_jvm.so")):
        print("no JDK, or deadheat was built without it: not tested")
        return 0
    only = sys.argv[2:]
    with tempfile.TemporaryDirectory() as scratch:
        classes = os.path.join(scratch, "classes")
        sources = [os.path.join(PROGRAMS, f) for f in sorted(os.listdir(PROGRAMS))]
        subprocess.run(["javac", "-nowarn", "-g", "-d", classes, *sources], check=True, stderr=subprocess.DEVNULL)
        os.chdir(PROGRAMS)
        for source in sources:
            name = os.path.basename(source)[:-5]
            if name not in ("Ends", "Options", "Churn", "Stale", "Events") and (not only or name in only):
                began = time.monotonic()
                test_program(program, classes, name, scratch)
                print(f"{name}: {time.monotonic() - began:.1f} s")
        if not only:
            test_ends(program, classes, scratch)
            test_record(program, classes, scratch)
            test_killed_recording(program, classes, scratch)
            test_bad_use(program, classes)
            test_children(program, classes, scratch)
            test_filters(program, classes, scratch)
            test_nothing_analysed(program, classes, scratch)
            test_streams(program, classes)
            test_options(program, classes, scratch)
            test_huge_method(program, scratch)
            test_dead_code(program, scratch)
            test_many_statics(program, scratch)
            test_old_class(program, scratch)
            test_modules(program, scratch)
            test_ranges(program, scratch, (1, 2))
            test_range_lines(program, classes, scratch)
            test_second_agent(program, classes, scratch)
            test_flight_recorder(program, classes, scratch)
            test_events(program, classes, scratch)
            test_objects(program, classes, scratch)
            test_stale_values(program, classes, scratch)
            test_memory(program, classes)
            test_swept_ranges(program, classes, scratch)
            test_newer_jdk(program, classes, scratch)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
