#!/usr/bin/env python3
"""The edges of the Java memory model, one by one: edges/*.java has race-free and racy uses of each.

A field or class called ok... has no race, one called bad... has one in every run, as has what a line that ends in
`// race` accesses. All topics run in one JVM, under FastTrack, on the JDK of the PATH and on a newer one if there is one;
edges/newer has those that need JDK 25. usage: edges_test.py DEADHEAT [--runs N] [TOPIC...]
With --runs every topic runs N times in a JVM of its own, and a table says in how many runs each verdict was right.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import jvm_test

EDGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "edges")
NAME = re.compile(r"\b(?:ok|bad|Ok|Bad)[A-Z]\w*")
MARK = "// race"
TRIES = 10  # for a race that the schedule happened to order: only its topic runs again; a false one is never forgiven


def topics_of(folder):
    return sorted(f[:-5] for f in os.listdir(folder) if f.endswith(".java") and f != "Edges.java")


def source(topic):
    path = os.path.join(EDGES, topic + ".java")
    with open(path if os.path.exists(path) else os.path.join(EDGES, "newer", topic + ".java"), encoding="utf-8") as file:
        return file.read()


def marked_lines(topic):
    lines = source(topic).splitlines()
    return {number for number, line in enumerate(lines, 1) if line.endswith(MARK) and not line.startswith("//")}


def expected(topics):
    names = set()
    for topic in topics:
        names.update(NAME.findall(source(topic)))
        names.update(f"bad line {number} of {topic}" for number in marked_lines(topic))
    return names


def is_racy(name):
    return name.lower().startswith("bad")


def name_of(finding, topics):
    name = finding["shared"]["name"]
    if NAME.search(name):
        return re.split(r"[.$]", name)[-1]
    places = [(os.path.basename(a["place"]["path"])[:-5], a["place"]["line"]) for a in finding["accesses"] if a["place"]]
    for topic, line in places:
        if topic in topics and line in marked_lines(topic):
            return f"bad line {line} of {topic}"
    return f"{name} {places}"


def races(program, java, classes, topics, scratch):
    """The names of what the run says races; anything without such a name as it is called."""
    report = os.path.join(scratch, "edges.json")
    target = [java, "--enable-preview", "-cp", classes, "Edges", *topics]
    result = jvm_test.deadheat_run(program, [], target, report)
    jvm_test.check(result.returncode == 0 and result.stdout.split() == topics,
                   f"{topics}: status {result.returncode}: {result.stdout} {result.stderr[-2000:]}")
    return {name_of(finding, topics) for finding in jvm_test.findings(report)["findings"]}


def test_all(program, java, classes, topics, scratch):
    missing = {topic: {name for name in expected([topic]) if is_racy(name)} for topic in topics}
    for _ in range(TRIES):
        found = races(program, java, classes, list(missing), scratch)
        wrong = sorted(name for name in found if not is_racy(name))
        jvm_test.check(not wrong, f"{java}: false races {wrong}")
        missing = {topic: names - found for topic, names in missing.items() if names - found}
        if not missing:
            break
    jvm_test.check(not missing, f"{java}: missed {missing}")


def print_table(program, java, classes, topics, scratch, runs):
    for topic in topics:
        results = [races(program, java, classes, [topic], scratch) for _ in range(runs)]
        names = sorted(expected([topic]) | set().union(*results))
        for name in names:
            right = sum((name in found) == is_racy(name) for found in results)
            mark = "" if right == runs else "  <- WRONG" if right < runs and not is_racy(name) else "  <- missed in some"
            print(f"{topic:14} {name:28} {'race' if is_racy(name) else 'none':5} {right:3} of {runs}{mark}", flush=True)


def compile_newer(folder, classes):
    """The topics of this JDK's version; none: it has another form of the APIs."""
    version = re.search(r"\d+", subprocess.run([os.path.join(folder, "javac"), "-version"], capture_output=True, text=True).stdout)[0]
    command = [os.path.join(folder, "javac"), "--enable-preview", "--release", version, "-nowarn", "-g", "-cp", classes, "-d", classes]
    topics = topics_of(os.path.join(EDGES, "newer"))
    paths = [os.path.join(EDGES, "newer", topic + ".java") for topic in topics]
    if subprocess.run([*command, *paths], capture_output=True).returncode == 0:
        return topics
    print(f"JDK {version} has other structured scopes: not tested")
    return []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("topics", nargs="*")
    arguments = parser.parse_intermixed_args()
    program = os.path.abspath(arguments.program)
    if shutil.which("javac") is None or not os.path.exists(os.path.join(os.path.dirname(program), "libdeadheat_jvm.so")):
        print("no JDK, or deadheat was built without it: not tested")
        return 0
    all_topics = topics_of(EDGES)
    newer = jvm_test.newer_jdk()
    with tempfile.TemporaryDirectory() as scratch:
        classes = os.path.join(scratch, "classes")
        sources = [os.path.join(EDGES, topic + ".java") for topic in all_topics + ["Edges"]]
        subprocess.run(["javac", "-nowarn", "-g", "-d", classes, *sources], check=True, stderr=subprocess.DEVNULL)
        for java in ["java"] + ([os.path.join(newer, "java")] if newer else []):
            if java != "java":
                all_topics += compile_newer(newer, classes)
            topics = [topic for topic in arguments.topics or all_topics if topic in all_topics]
            if arguments.runs:
                print(java)
                print_table(program, java, classes, topics, scratch, arguments.runs)
            else:
                test_all(program, java, classes, topics, scratch)
    print(f"{len(jvm_test.failures)} failures")
    return 1 if jvm_test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
