#!/usr/bin/env python3
"""Other agents beside ours: Mockito's inline mocks, a tracing agent made with Byte Buddy, JaCoCo. Each program must do
what it does without deadheat, and its race must be found. usage: agents_test.py DEADHEAT
"""
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

import jvm_test

AGENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "agents")
JARS = "/usr/share/java"


def jar(name):
    path = os.path.join(JARS, name + ".jar")
    return path if os.path.exists(path) else None


def compile_java(names, path, folder):
    subprocess.run(["javac", "-nowarn", "-g", "-proc:none", "--release", "8", "-cp", path, "-d", folder,
                    *(os.path.join(AGENTS, name + ".java") for name in names)], check=True, stderr=subprocess.DEVNULL)


def compare(program, target, race, scratch):
    """Both ways of loading our agent: before the other one's options, and through the environment."""
    report = os.path.join(scratch, "agents.json")
    plain = jvm_test.run(target)
    jvm_test.check(plain.returncode == 0, f"{target}: plainly: {plain.returncode} {plain.stderr}")
    for options in ([], ["--children"]):
        result = jvm_test.deadheat_run(program, options, target, report)
        jvm_test.check(result.returncode == plain.returncode and result.stdout == plain.stdout,
                       f"{target} {options}: {result.returncode} {result.stdout} {result.stderr[-3000:]}")
        if os.path.exists(report):
            races = jvm_test.shared_things(jvm_test.findings(report), "data-race")
            jvm_test.check(race in races, f"{target} {options}: {races}, not {race}")
            os.remove(report)


def test_mockito(program, scratch):
    jars = [jar(name) for name in ("mockito-core", "byte-buddy", "byte-buddy-agent", "objenesis")]
    if None in jars:
        print("no Mockito: not tested")
        return
    folder = os.path.join(scratch, "mocks")
    compile_java(["Mocks"], os.pathsep.join(jars), folder)
    extensions = os.path.join(folder, "mockito-extensions")
    jvm_test.write(extensions, "org.mockito.plugins.MockMaker", "mock-maker-inline\n")
    compare(program, ["java", "-cp", os.pathsep.join([folder, *jars]), "Mocks"], "Mocks.racy", scratch)


def test_tracing_agent(program, scratch):
    buddy = jar("byte-buddy")
    if buddy is None:
        print("no Byte Buddy: not tested")
        return
    folder = os.path.join(scratch, "traced")
    compile_java(["Traced"], buddy, folder)
    agent = os.path.join(scratch, "tracing.jar")
    with zipfile.ZipFile(agent, "w") as file:
        file.writestr("META-INF/MANIFEST.MF", "Premain-Class: Traced\nCan-Retransform-Classes: true\n")
    compare(program, ["java", "-javaagent:" + agent, "-cp", os.pathsep.join([folder, buddy]), "Traced"], "Work.racy", scratch)


def test_coverage(program, scratch):
    """JaCoCo adds fields and calls to every class of the program."""
    jars = [jar(name) for name in ("org.jacoco.agent.rt", "org.jacoco.core", "asm", "asm-commons", "asm-tree", "asm-analysis",
                                   "byte-buddy")]
    if None in jars:
        print("no JaCoCo: not tested")
        return
    folder = os.path.join(scratch, "covered")
    compile_java(["Traced"], jar("byte-buddy"), folder)
    agent, data = os.path.join(scratch, "coverage.jar"), os.path.join(scratch, "jacoco.exec")
    with zipfile.ZipFile(agent, "w") as file:
        file.writestr("META-INF/MANIFEST.MF", "Premain-Class: org.jacoco.agent.rt.internal.PreMain\n")
    compare(program, ["java", f"-javaagent:{agent}=destfile={data},includes=Work:Traced", "-cp", os.pathsep.join([folder, *jars]), "Traced"],
            "Work.racy", scratch)
    jvm_test.check(os.path.exists(data) and os.path.getsize(data) > 0, "JaCoCo wrote nothing")


def main():
    program = os.path.abspath(sys.argv[1])
    if shutil.which("javac") is None or not os.path.exists(os.path.join(os.path.dirname(program), "libdeadheat_jvm.so")):
        print("no JDK, or deadheat was built without it: not tested")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        test_mockito(program, scratch)
        test_tracing_agent(program, scratch)
        test_coverage(program, scratch)
    print(f"{len(jvm_test.failures)} failures")
    return 1 if jvm_test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
