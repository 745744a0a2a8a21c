#!/usr/bin/env python3
"""Native programs, built by `deadheat cc` with gcc and clang: what is found, and what is not.

    native_test.py PROGRAM [breadth]

The programs have their expectations beside the lines (scenarios.c, openmp.c). No verdict depends on the schedule. `breadth` runs
those with a scenario for each function of the libraries and each construct.
"""
import fnmatch
import itertools
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
BAD = re.compile(r"\bbad (\w+\*?)")
PROGRAM = pathlib.Path(sys.argv[1]).resolve()
TIME_LIMIT = 300
failures = []


def check(condition, text, result=None):
    """`result`: what was run, which a failure shows."""
    if condition:
        return
    failures.append(text)
    print(f"FAILED: {text}")
    if result is not None:
        print(f"  command: {' '.join(result.args)}\n  status: {result.returncode}")
        for name, output in (("output", result.stdout), ("errors", result.stderr)):
            print(f"  {name}:")
            print("\n".join("    " + line for line in output.splitlines()[:200]))
    sys.stdout.flush()


def run(*command, **options):
    """A run that does not end in time is a failure with what it wrote, not the end of the test."""
    arguments = [str(c) for c in command]
    try:
        return subprocess.run(arguments, capture_output=True, text=True, timeout=TIME_LIMIT, **options)
    except subprocess.TimeoutExpired as late:
        texts = [(text or b"").decode(errors="replace") for text in (late.stdout, late.stderr)]
        result = subprocess.CompletedProcess(arguments, -1, texts[0], texts[1])
        check(False, f"ends within {TIME_LIMIT} s", result)
        return result


def print_machine():
    """What verdicts must not depend on, for the case that they do."""
    print(f"{len(os.sched_getaffinity(0))} processors, load {' '.join(f'{load:.1f}' for load in os.getloadavg())}")
    for name in ("vm/mmap_rnd_bits", "vm/overcommit_memory", "vm/max_map_count", "kernel/randomize_va_space"):
        path = pathlib.Path("/proc/sys", name)
        print(f"{name}: {path.read_text().strip() if path.exists() else 'unknown'}")
    for limit in ("RLIMIT_AS", "RLIMIT_STACK", "RLIMIT_NPROC"):
        print(f"{limit}: {resource.getrlimit(getattr(resource, limit))}")


def expectations(source, names):
    """Lines of each scenario that take part in a finding; `bad reads_*` stands for all whose names begin so."""
    result = {}
    for number, line in enumerate(source.read_text().splitlines(), 1):
        for pattern in BAD.findall(line):
            for name in fnmatch.filter(names, pattern):
                result.setdefault(name, set()).add(number)
    return result


def found_lines(report, source):
    """Lines of the accesses of all findings."""
    return {access["place"]["line"] for finding in report["findings"] for access in finding["accesses"]
            if access["place"].get("path", "").endswith(source.name)}


def build(folder, compiler, level, source, *options):
    output = folder / f"{source.stem}-{compiler}{level}"
    command = "c++" if source.suffix == ".cpp" else "cc"
    built = run(PROGRAM, command, f"--compiler={compiler}", level, "-Wall", *options, source, "-o", output)
    check(built.returncode == 0, f"{compiler} {level} {source.name}: {built.stderr}")
    check(built.stderr == "", f"{compiler} {level} {source.name} is built without messages: {built.stderr}")
    return output if built.returncode == 0 else None


def run_scenarios(folder, compiler, level, source, names=None, options=(), run_options=(), status=1):
    program = build(folder, compiler, level, source, *options)
    if program is None:
        return
    all_names = run(program).stdout.split()
    expected = expectations(source, all_names)
    for name in names or all_names:
        if name not in expected:
            result = run(PROGRAM, "run", "-q", *run_options, "--", program, name) if run_options else run(program, name)
            check(result.returncode == 0 and result.stderr == "",
                  f"{source.name} {name} with {compiler} {level} is silent", result)
            continue
        result = run(PROGRAM, "run", "--format", "json", "--report-to", "stdout", *run_options, "--", program, name)
        what = f"{source.name} {name} with {compiler} {level}"
        try:
            report = json.loads(result.stdout)
        except json.JSONDecodeError:
            check(False, f"{what}: no report", result)
            continue
        check(found_lines(report, source) == expected[name],
              f"{what}: expected lines {sorted(expected[name])}, found "
              f"{sorted(found_lines(report, source))}: {[f['message'] for f in report['findings']]}", result)
        check(result.returncode == status, f"{what}: exit status", result)


def check_plain_run(folder, compiler):
    """Without `deadheat run`: the report at the end, and the exit status."""
    source = HERE / "scenarios.c"
    program = build(folder, compiler, "-O1", source)
    result = run(program, "plain")
    check(result.returncode == 66, f"a race gives exit status 66: {result.returncode} {result.stderr}")
    check("Data race on counter" in result.stderr, f"the report is on standard error: {result.stderr}")
    check("counter++" in result.stderr, f"the report has an excerpt of the source: {result.stderr}")
    result = run(program, "locked")
    check(result.returncode == 0 and result.stderr == "", f"nothing to report, nothing said: {result.stderr}")
    env = {"DEADHEAT_OPTIONS": "exitcode=5", "PATH": "/usr/bin:/bin"}
    check(run(program, "plain", env=env).returncode == 5, "exitcode= changes the status")
    env = {"DEADHEAT_OPTIONS": f"log_path={folder}/log", "PATH": "/usr/bin:/bin"}
    run(program, "plain", env=env)
    check(any("Data race" in log.read_text() for log in folder.glob("log.*")), "log_path= names a file")
    suppressions = folder / "suppressions"
    suppressions.write_text("# known\nrace:add_plain\n")
    env = {"DEADHEAT_OPTIONS": f"suppressions={suppressions}", "PATH": "/usr/bin:/bin"}
    check(run(program, "plain", env=env).returncode == 0, "suppressed by a function")
    result = run(PROGRAM, "run", "--suppressions", suppressions, "--", program, "heap")
    check(result.returncode == 1, "other findings are not suppressed")


def check_same_moment(folder, compiler):
    """Accesses at the very same moment do not miss each other."""
    program = build(folder, compiler, "-O2", HERE / "same_moment.c")
    result = run(PROGRAM, "run", "--format", "json", "--report-to", "stdout", "--max-reports", "1000", "--", program)
    found = {finding["shared"]["name"] for finding in json.loads(result.stdout)["findings"]}
    check(len(found) == 256, f"{compiler}: races on {len(found)} of 256 variables")


def check_tools(folder, compiler):
    """Other tools than the built-in detector, by recorded events."""
    scenarios = build(folder, compiler, "-O1", HERE / "scenarios.c")
    trace = folder / "scenario.trace"
    result = run(PROGRAM, "run", "--record", trace, "--", scenarios, "plain")
    check(result.returncode == 1 and "Data race on counter" in result.stderr, "--record also reports", result)
    result = run(PROGRAM, "replay", "--tools", "HappensBefore", trace)
    check(result.returncode == 1 and "counter" in result.stdout, "the record is a trace", result)
    result = run(PROGRAM, "run", "--tools", "Count", "--", scenarios, "locked")
    check(result.returncode == 0 and "acquire" in result.stderr, "a tool that counts", result)
    result = run(PROGRAM, "run", "--tools", "ThreadLocal:ReadOnly:LockSet", "--", scenarios, "locked")
    check(result.returncode == 0, "lock sets of guarded data", result)
    for scenario in ("recycled_memory", "recycled_later"):
        result = run(PROGRAM, "run", "--tools", "ThreadLocal:ReadOnly:LockSet|HappensBefore", "--", scenarios, scenario)
        check(result.returncode == 0, f"{scenario}: memory that is used again is new", result)
    tasks = build(folder, compiler, "-O1", HERE / "openmp.c", "-fopenmp")
    result = run(PROGRAM, "run", "--tools", "FastTrack|Count", "--", tasks, "unordered")
    check(result.returncode == 1 and "openmp.c:" in result.stderr, "recorded OpenMP events have places", result)
    locks = build(folder, compiler, "-O1", HERE / "deadlocks.c")
    result = run(PROGRAM, "run", "--predict", "--", locks, "abba")
    check(result.returncode == 1 and "Deadlock is possible" in result.stderr, "--predict finds a deadlock", result)
    result = run(PROGRAM, "run", "--time-limit", "20", "--tools", "Deadlock", "--", locks, "stuck")
    check(result.returncode == 1 and "Deadlock: thread" in result.stderr and "waits for ever" in result.stderr,
          "a deadlock that happened has its places", result)
    result = run(PROGRAM, "run", "--format", "json", "--", locks, "abba")
    check(result.returncode == 1 and "dynamic-cycle-of-live-run" in result.stderr,
          "locks in different orders are a finding without a tool for it", result)
    result = run(PROGRAM, "run", "--sample", "0.5", "--", locks, "abba")
    check(result.returncode == 2 and "Java" in result.stderr, "--sample is for Java", result)


def check_one_processor(folder, compiler):
    """A parallel region has two threads there too, unless the environment or the program chooses."""
    source = folder / "region.c"
    source.write_text("""
#include <omp.h>
int shared;
int main(int argc, char **argv) {
  if (argc > 1) omp_set_num_threads(1);
#pragma omp parallel
  shared++;
  return 0;
}
""")
    program = build(folder, compiler, "-O1", source, "-fopenmp")
    env = {name: value for name, value in os.environ.items() if not name.startswith("OMP_")}
    processor = min(os.sched_getaffinity(0))
    for arguments, threads, status in (([], {}, 66), (["one"], {}, 0), ([], {"OMP_NUM_THREADS": "1"}, 0)):
        result = run(program, *arguments, env={**env, **threads}, preexec_fn=lambda: os.sched_setaffinity(0, {processor}))
        check(result.returncode == status, f"{compiler}: one processor {arguments} {threads}", result)


def check_not_built(folder):
    """Locks of a program that was not built for deadheat."""
    plain = folder / "plain_locks"
    subprocess.run(["gcc", "-g", str(HERE / "deadlocks.c"), "-o", str(plain), "-pthread"], check=True)
    result = run(PROGRAM, "run", "--tools", "Deadlock", "--", plain, "abba")
    check(result.returncode == 1 and "Deadlock is possible" in result.stderr, "deadlock of a plain program", result)
    result = run(PROGRAM, "run", "--tools", "Deadlock", "--", plain, "gated")
    check(result.returncode == 0, "no deadlock in a plain program", result)


def check_bad_input(folder):
    source = folder / "empty.c"
    source.write_text("int main(void) { return 0; }\n")
    plain = folder / "plain"
    subprocess.run(["gcc", str(source), "-o", str(plain)], check=True)
    result = run(PROGRAM, "run", "--", plain)
    check(result.returncode == 3 and "was not built for deadheat" in result.stderr, f"not our build: {result.stderr}")
    result = run(PROGRAM, "cc", "-fsanitize=address", source, "-o", folder / "x")
    check(result.returncode == 2 and "sanitizer" in result.stderr, f"two sanitizers: {result.stderr}")
    result = run(PROGRAM, "cc", "-static", source, "-o", folder / "x")
    check(result.returncode == 2 and "-static" in result.stderr, f"static: {result.stderr}")
    result = run(PROGRAM, "cc", "--compiler=no-such-compiler", source)
    check(result.returncode == 2 and "no such compiler" in result.stderr, f"no compiler: {result.stderr}")
    ours = folder / "ours"
    run(PROGRAM, "cc", source, "-o", ours)
    result = run("bash", "-c", f"ulimit -v 4000000; {ours}")
    check(result.returncode == 2 and "address space" in result.stderr, f"no room for shadow: {result.stderr}")
    check(run(PROGRAM, "run", "--target-status", "--", ours).returncode == 0, "the program's own status")


def check_separate_steps(folder):
    """Objects, a static and a shared library, a response file; each step by itself."""
    (folder / "part.c").write_text("int shared_value;\nvoid change(void) { shared_value++; }\n")
    (folder / "main.c").write_text("""
#include <pthread.h>
void change(void);
static void *work(void *p) { change(); return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0); pthread_create(&b, 0, work, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  return 0;
}
""")
    for compiler in compilers():
        wrapper = [PROGRAM, "cc", f"--compiler={compiler}"]
        run(*wrapper, "-c", "-fPIC", "part.c", "-o", "part.o", cwd=folder)
        run(*wrapper, "-c", "main.c", "-o", "main.o", cwd=folder)
        run(*wrapper, "-shared", "part.o", "-o", "libpart.so", cwd=folder)
        run("ar", "rcs", "libstatic.a", "part.o", cwd=folder)
        (folder / "response").write_text("main.o -o from_shared -L. -lpart -Wl,-rpath,.")
        for link in (["@response"], ["main.o", "libstatic.a", "-o", "from_static"]):
            result = run(*wrapper, *link, cwd=folder)
            check(result.returncode == 0 and result.stderr == "", f"{compiler} {link}: {result.stderr}")
        for name in ("from_shared", "from_static"):
            result = run(f"./{name}", cwd=folder)
            check(result.returncode == 66 and "shared_value" in result.stderr, f"{compiler} {name}: {result.stderr}")


def compilers():
    return [name for name in ("gcc", "clang") if shutil.which(name)]


def check_breadth(folder):
    for compiler in compilers():
        cxx = {"gcc": "g++", "clang": "clang++"}[compiler]
        # Equal functions stay apart: their lines are what is compared.
        openmp = ["-fopenmp", "-fno-ipa-icf"] if compiler == "gcc" else ["-fopenmp"]
        run_scenarios(folder, compiler, "-O1", HERE / "threads.c", options=["-pthread", "-lrt"])
        for source in ("standard_library.cpp", "memory_orders.cpp", "memory.cpp"):
            run_scenarios(folder, cxx, "-O1", HERE / source, options=["-std=c++20", "-pthread", "-latomic"])
        run_scenarios(folder, compiler, "-O1", HERE / "openmp_constructs.c", options=openmp)


def main():
    print_machine()
    os.environ["OMP_CANCELLATION"] = "true"
    if sys.argv[2:] == ["breadth"]:
        with tempfile.TemporaryDirectory() as name:
            check_breadth(pathlib.Path(name))
        print(f"{len(failures)} failures")
        sys.exit(1 if failures else 0)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = HERE / "scenarios.c"
        for compiler in compilers():
            run_scenarios(folder, compiler, "-O2", source)
            run_scenarios(folder, compiler, "-O0", source,
                          ["plain", "same_byte", "atomic_plain", "copies", "locked", "neighbours", "fences",
                           "fences_often", "exchanges", "recycled_later"])
            run_scenarios(folder, compiler, "-O1", HERE / "deadlocks.c")
            run_scenarios(folder, compiler, "-O1", HERE / "deadlocks.c", run_options=["--tools", "Deadlock"],
                          names=["abba", "joined", "before_creation", "gated", "tried", "made_again"])
            cxx = {"gcc": "g++", "clang": "clang++"}[compiler]
            run_scenarios(folder, cxx, "-O1", HERE / "library.cpp", options=["-std=c++17", "-pthread"])
            check_tools(folder, compiler)
            check_plain_run(folder, compiler)
            check_same_moment(folder, compiler)
            check_one_processor(folder, compiler)
        for compiler, level in itertools.product(compilers(), ("-O0", "-O2")):
            # Equal functions stay apart: their lines are what is compared.
            options = ["-fopenmp", "-fno-ipa-icf"] if compiler == "gcc" else ["-fopenmp"]
            run_scenarios(folder, compiler, level, HERE / "openmp.c", options=options)
        check_separate_steps(folder)
        check_not_built(folder)
        check_bad_input(folder)
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
