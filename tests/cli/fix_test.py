#!/usr/bin/env python3
"""check --fix: tests/cli/fix_test.py PROGRAM

The oracle: after --fix the same check does not report what it fixed, and every file still parses.
"""
import json
import pathlib
import shutil
import subprocess

import program

CASES = pathlib.Path(__file__).resolve().parent.parent / "cases"
# The first five functions can count with one atomic operation; in the others that would change what they do or
# lose text.
COUNTERS = """\
-module(counter).
-export([start/0, hit/1, down/1, tagged/2, strict/1, element/1, value/1, used/1, commented/1, other_key/2, bound/2,
         step/1]).
-define(TAB, hits).
-define(STEP, 1).

start() -> ets:new(?TAB, [named_table, public]).

hit(P) ->
    case ets:lookup(?TAB, P) of
        [] -> ets:insert(?TAB, {P, 1});
        [{P, N}] -> ets:insert(?TAB, {P, N + 1})
    end.

down(P) ->
    case ets:lookup(hits, P) of
        [{_, N}] -> ets:insert(hits, {P, N - 2});
        [] -> ets:insert(hits, {P, 10})
    end,
    ok.

tagged(A, B) ->
    case ets:lookup(hits, {A, B}) of [] -> ets:insert(hits, {{A, B}, 5}); [{_Key, N}] -> ets:insert(hits, {{A, B}, 1 + N}) end.

strict(P) ->
    [{_, N}] = ets:lookup(hits, P),
    ets:insert(hits, {P, N + 1}).

element(P) ->
    N = ets:lookup_element(hits, P, 2),
    ets:insert(hits, {P, N + 1}),
    done.

value(P) ->
    X = case ets:lookup(hits, P) of
        [] -> ets:insert(hits, {P, 1});
        [{P, N}] -> ets:insert(hits, {P, N + 1})
    end,
    X.

used(P) ->
    N = ets:lookup_element(hits, P, 2),
    ets:insert(hits, {P, N + 1}),
    N.

commented(P) ->
    N = ets:lookup_element(hits, P, 2), % keep me
    ets:insert(hits, {P, N + 1}).

other_key(P, Q) ->
    N = ets:lookup_element(hits, P, 2),
    ets:insert(hits, {Q, N + 1}).

bound(P, N) ->
    case ets:lookup(hits, P) of
        [] -> ets:insert(hits, {P, 1});
        [{P, N}] -> ets:insert(hits, {P, N + 1})
    end.

step(P) ->
    N = ets:lookup_element(hits, P, 2),
    ets:insert(hits, {P, N + ?STEP}).
"""
RUN_COUNTERS = """\
counter:start(),
Results = [counter:hit(a), counter:hit(a), counter:down(b), counter:down(b), counter:tagged(x, y),
           counter:tagged(x, y), counter:strict(a), counter:element(a)],
io:format("~p ~p~n", [Results, lists:sort(ets:tab2list(hits))]), halt().
"""
IGNORED = "# deadheat: ignore exo-race -- it was racy once\n"


class FixTest(program.ProgramTest):
    def report(self, path, *options):
        done = self.run_program("check", "--format", "json", "--min-confidence", "0", *options, str(path))
        self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        return json.loads(done.stdout)

    def check_oracle(self, path):
        """Returns how many findings were fixed."""
        before = self.report(path)
        fixable = {f["fingerprint"] for f in before["findings"] if f["fix"]}
        if not fixable:
            return 0
        errors = [d for d in before["diagnostics"] if d["severity"] == "error"]
        after_fix = self.report(path, "--fix")
        left = {f["fingerprint"] for f in after_fix["findings"]}
        after = self.report(path)
        found = {f["fingerprint"] for f in after["findings"]}
        self.assertEqual(fixable & found, fixable & left, f"{path}: fixed, but still found")
        now = [d for d in after["diagnostics"] if d["severity"] == "error"]
        self.assertLessEqual(len(now), len(errors), f"{path}: {now}")
        return len(fixable - left)

    def check_cases(self, language, least):
        fixed = 0
        target = self.folder / language
        shutil.copytree(CASES / language, target)
        for path in sorted(target.iterdir()):
            if path.suffix in (".java", ".py"):
                fixed += self.check_oracle(path)
        self.assertGreaterEqual(fixed, least)

    def test_exo_cases(self):
        self.check_cases("exo", 5)

    def test_java_cases(self):
        self.check_cases("java", 5)

    def test_java_fixes_compile(self):
        javac = shutil.which("javac")
        if javac is None:
            self.skipTest("no javac")
        path = self.folder / "inconsistent_lock_fix_bad.java"
        shutil.copy(CASES / "java" / path.name, path)
        self.assertEqual(self.check_oracle(path), 3)
        self.assertEqual(path.read_text().count("synchronized"), 8)
        done = subprocess.run([javac, "-d", str(self.folder), str(path)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def run_counters(self):
        subprocess.run(["erlc", "counter.erl"], cwd=self.folder, check=True, timeout=300)
        done = subprocess.run(["erl", "-noshell", "-eval", RUN_COUNTERS], cwd=self.folder, check=True, timeout=300,
                              capture_output=True, text=True)
        return done.stdout

    def test_counters_in_tables(self):
        path = self.write("counter.erl", COUNTERS)
        before = self.run_counters() if shutil.which("erlc") else None
        self.assertEqual(8, self.check_oracle(path))
        text = path.read_text()
        for fixed in ("    ets:update_counter(?TAB, P, 1, {P, 0}),\n    true.\n",
                      "    ets:update_counter(hits, P, -2, {P, 12}),\n    ok.\n",
                      "    ets:update_counter(hits, {A, B}, 1, {{A, B}, 4}),\n    true.\n"):
            self.assertIn(fixed, text)
        left = COUNTERS[COUNTERS.index("\nvalue("):]
        self.assertTrue(text.endswith(left), text)
        if before is not None:
            self.assertEqual(before, self.run_counters())

    def test_a_barrier(self):
        shutil.copy(CASES.parent.parent / "examples/exo/stencil_racy.py", self.folder)
        path = self.folder / "stencil_racy.py"
        done = self.run_program("check", str(path))
        self.assertIn("+             Barrier()", done.stdout)
        done = self.run_program("check", "--fix", str(path))
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("fixed 1 finding", done.stdout)
        self.assertEqual(path.read_text().count("Barrier()"), 2)

    def test_an_unused_ignore(self):
        path = self.write("kernel.py", program.CLEAN.replace("    for", "    " + IGNORED + "    for"))
        self.assertEqual(self.check_oracle(path), 1)
        self.assertEqual(path.read_text(), program.CLEAN)

    def test_nothing_is_written_unasked_or_into_unsaved_text(self):
        shutil.copy(CASES.parent.parent / "examples/exo/stencil_racy.py", self.folder)
        path = self.folder / "stencil_racy.py"
        text = path.read_text()
        self.run_program("check", str(path))
        self.assertEqual(path.read_text(), text)
        done = self.run_program("check", "--fix", "--overlays", "-", str(path),
                                stdin=json.dumps({str(path): text + "\n"}))
        self.assertIn("not on disk", done.stderr)
        self.assertEqual(path.read_text(), text)


if __name__ == "__main__":
    program.main()
