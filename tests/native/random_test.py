#!/usr/bin/env python3
"""Random native programs in a fixed order of steps: what races is computed here by vector clocks, and must be what the
built-in detector finds live, what the recorded run gives under the tools, and what replays of the record give.

The order is kept by a counter that the runtime does not see, so no verdict depends on the schedule. Arguments: the program
deadheat, and how many programs (default 24).
"""
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
PROGRAM = pathlib.Path(sys.argv[1]).resolve()
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 24
TIME_LIMIT = 300
THREADS, LOCKS, SEMAPHORES = 4, 3, 2
ORDERS = {"relaxed": (False, False), "acquire": (True, False), "release": (False, True), "acq_rel": (True, True),
          "seq_cst": (True, True)}
# Name, bytes, and how C accesses it: the bytes of `pair` also one by one.
PLAIN = [("x0", 0, 4), ("x1", 0, 4), ("wide", 0, 8), ("pair", 0, 2), ("pair", 0, 1), ("pair", 1, 1)]
TYPES = {1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "unsigned long"}
ATOMIC = ["a0", "a1"]
PRELUDE = """
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
static unsigned x0, x1;
static unsigned long wide;
static union { unsigned short both; unsigned char bytes[2]; } pair;
static unsigned a0, a1;
static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t shared_lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore[2];
static pthread_t handle[8];
static volatile int turn;
#define HIDDEN __attribute__((no_sanitize_thread, noinline))
HIDDEN static void wait_for(int step) { while (turn != step) sched_yield(); }
HIDDEN static void done(void) { ++turn; }
#define USE(value) __asm__ volatile("" : : "r"((unsigned long)(value)))
#define STEP(n, action) wait_for(n); action; done();
"""


class Clocks:
    """Happens-before of one program, as C++20 has it."""

    def __init__(self):
        self.threads = {0: {0: 1}}
        self.objects = {}
        self.fences = {}  # thread: what its relaxed stores publish, and what its relaxed loads have seen
        self.accesses = []

    @staticmethod
    def join(to, other):
        for thread, time in (other or {}).items():
            to[thread] = max(to.get(thread, 0), time)

    def tick(self, thread):
        self.threads[thread][thread] += 1

    def publish(self, thread, name, keep):
        clock = self.objects.setdefault(name, {}) if keep else self.objects.__setitem__(name, {}) or self.objects[name]
        self.join(clock, self.threads[thread])
        self.tick(thread)

    def observe(self, thread, name):
        self.join(self.threads[thread], self.objects.get(name))

    def start(self, thread, child):
        self.threads[child] = dict(self.threads[thread])
        self.threads[child][child] = 1
        self.tick(thread)

    def end(self, thread, child):
        self.join(self.threads[thread], self.threads[child])

    def fence(self, thread, order):
        published, seen = self.fences.setdefault(thread, ({}, {}))
        acquires, releases = ORDERS[order]
        if acquires:
            self.join(self.threads[thread], seen)
            seen.clear()
        if releases:
            published.clear()
            published.update(self.threads[thread])
            self.tick(thread)

    def load(self, thread, name, order):
        if ORDERS[order][0]:
            self.observe(thread, name)
        else:
            self.join(self.fences.setdefault(thread, ({}, {}))[1], self.objects.get(name))

    def store(self, thread, name, order, is_update):
        if ORDERS[order][1]:
            return self.publish(thread, name, is_update)
        if not is_update:
            self.objects[name] = {}
        self.join(self.objects.setdefault(name, {}), self.fences.setdefault(thread, ({}, {}))[0])

    def access(self, thread, name, at, size, is_write, is_atomic=False):
        self.accesses.append((thread, self.threads[thread][thread], dict(self.threads[thread]), name, at, size, is_write, is_atomic))

    def racy(self):
        found = set()
        for i, (thread, _, clock, name, at, size, is_write, is_atomic) in enumerate(self.accesses):
            for other, time, _, name2, at2, size2, is_write2, is_atomic2 in self.accesses[:i]:
                if other == thread or name != name2 or at >= at2 + size2 or at2 >= at + size:
                    continue
                if (is_write or is_write2) and not (is_atomic and is_atomic2) and clock.get(other, 0) < time:
                    found.add(name)
        return found


class Generator:
    """One program: steps of threads in one order, every step on a line of its own."""

    def __init__(self, number):
        self.random = random.Random(number)
        self.number = number
        self.clocks = Clocks()
        self.lines = {0: []}
        self.steps = 0
        self.held = {0: []}
        self.owners = {}
        self.tokens = [0] * SEMAPHORES

    def step(self, thread, action):
        self.lines[thread].append(f"  STEP({self.steps}, {action})")
        self.steps += 1

    def access(self, thread):
        name, at, size = self.random.choice(PLAIN + [(a, 0, 4) for a in ATOMIC[:1]])
        where = f"*({TYPES[size]}*)((char*)&{name} + {at})"
        is_write = self.random.random() < 0.4
        self.clocks.access(thread, name, at, size, is_write)
        self.step(thread, f"{where} = {self.steps % 100}" if is_write else f"USE({where})")

    def atomic(self, thread):
        name = self.random.choice(ATOMIC)
        kind = self.random.choice(["load", "store", "update", "fence"])
        orders = {"load": ["relaxed", "acquire", "seq_cst"], "store": ["relaxed", "release", "seq_cst"]}
        order = self.random.choice(orders.get(kind, list(ORDERS)))
        c_order = "__ATOMIC_" + order.upper()
        if kind == "fence":
            self.clocks.fence(thread, order)
            return self.step(thread, f"__atomic_thread_fence({c_order})")
        if kind != "store":
            self.clocks.load(thread, name, order)
        self.clocks.access(thread, name, 0, 4, kind != "load", True)
        if kind != "load":
            self.clocks.store(thread, name, order, kind == "update")
        call = {"load": f"USE(__atomic_load_n(&{name}, {c_order}))", "store": f"__atomic_store_n(&{name}, 1, {c_order})",
                "update": f"__atomic_fetch_add(&{name}, 1, {c_order})"}[kind]
        return self.step(thread, call)

    def lock(self, thread):
        held = self.held[thread]
        if held and self.random.random() < 0.6:
            name, is_shared = held.pop(self.random.randrange(len(held)))
            self.clocks.publish(thread, (name, is_shared), is_shared)
            self.owners[name].remove(thread)
            return self.step(thread, "pthread_rwlock_unlock(&shared_lock)" if name == "rw" else
                             f"pthread_mutex_unlock(&lock[{name}])")
        name = self.random.choice(["rw", *range(LOCKS)])
        is_shared = name == "rw" and self.random.random() < 0.6
        owners = self.owners.setdefault(name, [])
        if owners and not (is_shared and all((name, True) in self.held[o] for o in owners) and thread not in owners):
            return self.access(thread)
        owners.append(thread)
        held.append((name, is_shared))
        self.clocks.observe(thread, (name, False))
        if not is_shared:
            self.clocks.observe(thread, (name, True))
        if name != "rw":
            return self.step(thread, f"pthread_mutex_lock(&lock[{name}])")
        return self.step(thread, f"pthread_rwlock_{'rd' if is_shared else 'wr'}lock(&shared_lock)")

    def semaphore(self, thread):
        at = self.random.randrange(SEMAPHORES)
        if self.tokens[at] > 0 and self.random.random() < 0.6:
            self.tokens[at] -= 1
            self.clocks.observe(thread, ("semaphore", at))
            return self.step(thread, f"sem_wait(&semaphore[{at}])")
        self.tokens[at] += 1
        self.clocks.publish(thread, ("semaphore", at), True)
        return self.step(thread, f"sem_post(&semaphore[{at}])")

    def finish(self, thread):
        for name, is_shared in self.held[thread]:
            self.clocks.publish(thread, (name, is_shared), is_shared)
            self.step(thread, "pthread_rwlock_unlock(&shared_lock)" if name == "rw" else
                      f"pthread_mutex_unlock(&lock[{name}])")
            self.owners[name].remove(thread)
        self.held[thread] = []

    def make(self):
        running, made = [0], 0
        for _ in range(self.random.randrange(20, 45)):
            thread = self.random.choice(running)
            choice = self.random.random()
            if choice < 0.12 and made < THREADS:
                made += 1
                self.clocks.start(thread, made)
                self.step(thread, f"pthread_create(&handle[{made}], 0, work_{self.number}_{made}, 0)")
                running.append(made)
                self.lines[made], self.held[made] = [], []
            elif choice < 0.17 and len(running) > 1:
                child = running.pop(self.random.randrange(1, len(running)))
                self.finish(child)
                parent = self.random.choice(running)
                self.step(parent, f"pthread_join(handle[{child}], 0)")
                self.clocks.end(parent, child)
            elif choice < 0.55:
                self.access(thread)
            elif choice < 0.75:
                self.atomic(thread)
            elif choice < 0.93:
                self.lock(thread)
            else:
                self.semaphore(thread)
        for child in running[1:]:
            self.finish(child)
            self.step(0, f"pthread_join(handle[{child}], 0)")
            self.clocks.end(0, child)
        self.finish(0)
        text = []
        for thread in sorted(self.lines, reverse=True):
            head = f"static void program_{self.number}(void) {{" if thread == 0 else \
                f"static void *work_{self.number}_{thread}(void *unused) {{"
            text += [head, *self.lines[thread], "  return unused;" if thread else "", "}"]
        declared = [f"static void *work_{self.number}_{t}(void *);" for t in self.lines if t]
        return "\n".join(declared + text) + "\n", self.clocks.racy()


def run(*command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=TIME_LIMIT)


def racy_names(result):
    """Of a JSON report: variables with findings, without offsets."""
    try:
        report = json.loads(result.stdout)
    except json.JSONDecodeError:
        return f"no report: status {result.returncode}, {result.stderr[:2000]}"
    return {finding["shared"]["name"].split(" + ")[0].split("#")[0] for finding in report["findings"]}


def verdicts(binary, number, folder):
    report = ["--format", "json"]
    yield "live", racy_names(run(PROGRAM, "run", *report, "--report-to", "stdout", "--", binary, number))
    trace = folder / f"{number}.trace"
    yield "recorded", racy_names(run(PROGRAM, "run", *report, "--report-to", "stdout", "--record", trace, "--", binary, number))
    for tool in ("FastTrack", "HappensBefore", "DJIT+", "Goldilocks"):
        yield f"replay under {tool}", racy_names(run(PROGRAM, "replay", *report, "--tools", tool, trace))


def main():
    programs = [Generator(n).make() for n in range(COUNT)]
    calls = "".join(f"  if (chosen == {n}) program_{n}();\n" for n in range(COUNT))
    source = PRELUDE + "".join(text for text, _ in programs) + \
        "int main(int count, char **arguments) {\n  const int chosen = count > 1 ? atoi(arguments[1]) : 0;\n" \
        "  sem_init(&semaphore[0], 0, 0);\n  sem_init(&semaphore[1], 0, 0);\n" + calls + "  return 0;\n}\n"
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "programs.c").write_text(source)
        for compiler in (c for c in ("gcc", "clang") if shutil.which(c)):
            binary = folder / compiler
            built = run(PROGRAM, "cc", f"--compiler={compiler}", "-O1", "-w", "-fno-strict-aliasing", folder / "programs.c", "-o", binary)
            if built.returncode != 0:
                sys.exit(f"{compiler}: {built.stderr}")
            for number, (_, expected) in enumerate(programs):
                for what, found in verdicts(binary, number, folder):
                    if found != expected:
                        wrong += 1
                        print(f"FAILED: program {number}, {compiler}, {what}: expected {sorted(expected)}, found {found}")
    racy = sum(1 for _, expected in programs if expected)
    print(f"{COUNT} programs, {racy} with races: {wrong} wrong verdicts")
    sys.exit(1 if wrong else 0)


main()
