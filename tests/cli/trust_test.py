#!/usr/bin/env python3
"""Never a false green, never a crash: inputs, outputs and surroundings that go wrong while the program runs."""
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import threading
import time

import program
from program import CLEAN, RACY, ProgramTest


class ChangingTreeTest(ProgramTest):
    def test_a_file_that_is_saved_in_place_while_it_is_read(self):
        # Larger than 64 KiB. Every read of a mapped page beyond the new end would be a SIGBUS.
        text = (CLEAN + "# " + "x" * 120 + "\n") * 400
        path = self.write("clean.exo", text)
        stop = threading.Event()

        def save_again_and_again():
            while not stop.is_set():
                with open(path, "w", encoding="utf-8") as file:
                    file.flush()
                    time.sleep(0.001)
                    file.write(text)
                time.sleep(0.002)

        writer = threading.Thread(target=save_again_and_again)
        writer.start()
        try:
            for _ in range(20):
                result = self.run_program("check", "clean.exo")
                self.assertIn(result.returncode, (0, 1, 3), result.stdout + result.stderr)
        finally:
            stop.set()
            writer.join()


class DeepConfigurationTest(ProgramTest):
    def test_keys_with_many_segments(self):
        keys = ".".join(["a"] * 14000)
        for text in (f"x = 1\n{keys} = 1\n", f"\n[{keys}]\n", f"\n[[{keys}]]\n", f"\nx = {{ {keys} = 1 }}\n",
                     "\n" + ".".join(['"a"'] * 14000) + " = 1\n"):
            self.write("deadheat.toml", text)
            self.expect(2, "check", ".", err="deadheat.toml:2")
        self.write("deadheat.toml", "x = " + "{ a = " * 14000)
        self.expect(2, "check", ".", err="deadheat.toml:1")

    def test_characters_beyond_ascii_in_keys(self):
        for key in ("gr\u00f6\u00dfe", "[a\u00be]", "\u2028x"):
            self.write("deadheat.toml", f"\n{key} = 1\n")
            self.expect(2, "check", ".", err="deadheat.toml:2")
        self.write("clean.py", CLEAN)
        self.write("deadheat.toml", "\ufeff# \u00be\n[paths]\nexclude = ['\u00be']\n")
        self.expect(0, "check", ".")

    def test_dots_in_strings_and_comments_are_no_segments(self):
        dots = "." * 100
        self.write("clean.py", CLEAN)
        self.write("deadheat.toml", f"# {dots}\n[paths]\nexclude = ['{dots}', \"{dots}\\\"{dots}\", '''\n'{dots}''']\n")
        self.expect(0, "check", ".")


class LostOutputTest(ProgramTest):
    COMMANDS = (("rules",), ("tools",), ("tools", "FastTrack"), ("explain", "exo-race"), ("--help",), ("--version",),
                ("check", "--help"), ("check", "racy.py"), ("check", "clean.py"), ("replay", "race.std"),
                ("ir", "run.ws"))

    def setUp(self):
        super().setUp()
        self.write("racy.py", RACY)
        self.write("clean.py", CLEAN)
        self.write("race.std", "main|fork(w)|1\nmain|w(x)|2\nw|w(x)|10\n")
        self.write("run.ws", "| a |\na := 0.\n")

    def run_with(self, command, **streams):
        return subprocess.run([program.PROGRAM, *command], cwd=self.folder, timeout=300, check=False, text=True,
                              **streams)

    def test_a_full_disk(self):
        for command in self.COMMANDS:
            with self.subTest(command=command), open("/dev/full", "w", encoding="utf-8") as full:
                result = self.run_with(command, stdout=full, stderr=subprocess.PIPE)
                self.assertEqual(3, result.returncode, result.stderr)
                self.assertIn("standard output cannot be written: No space left on device", result.stderr)

    def test_a_reader_that_went_away(self):
        for command in self.COMMANDS:
            with self.subTest(command=command):
                reader, writer = os.pipe()
                os.close(reader)
                try:
                    result = self.run_with(command, stdout=writer, stderr=subprocess.PIPE)
                finally:
                    os.close(writer)
                self.assertEqual((3, ""), (result.returncode, result.stderr))

    def test_standard_error_that_is_full(self):
        self.write("broken.py", RACY + "@proc\ndef bad(:\n")
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = self.run_with(("check", "racy.py", "broken.py"), stdout=subprocess.PIPE, stderr=full)
        self.assertEqual(1, result.returncode)
        self.assertIn("exo-race", result.stdout)


class CutTraceTest(ProgramTest):
    RACE = "main|fork(w)|1\nmain|w(x)|2\nw|w(x)|10\n"

    def test_an_empty_trace_is_not_clean(self):
        for text in ("", "# only a comment\n", "\n"):
            self.write("empty.std", text)
            result = self.expect(3, "replay", "empty.std", out="incomplete", err="no events were read")
            self.assertNotIn("no problems found", result.stdout)
        self.expect(0, "replay", "--allow-empty", "empty.std")

    def test_a_cut_text_trace(self):
        self.write("cut.std", "main|fork(w)|1\nmain|w(x)|12\nw|w(y)|1")
        self.expect(3, "replay", "cut.std", err="may be cut off; 3 events were read")
        self.write("cut.std", self.RACE + "main|w(x")
        self.expect(1, "replay", "cut.std", out="incomplete", err="; 3 events were read")

    def test_a_cut_binary_trace(self):
        self.write("clean.std", "main|fork(w)|1\n" + "main|w(x)|2\n" * 20000)
        self.expect(0, "replay", "--record", "clean.trace", "clean.std")
        whole = (self.folder / "clean.trace").read_bytes()
        for size in (0, 4, 16, 40, len(whole) // 2, len(whole) - 1):
            self.write("cut.trace", whole[:size])
            result = self.expect(3, "replay", "cut.trace", out="incomplete")
            self.assertRegex(result.stderr, r"(\d+|no) events were read")


class SpellingTest(ProgramTest):
    """A finding is the same one however its path was spelled."""
    RACY_IN_MAIN = "| a |\na := 0.\n[ a := a + 1 ] fork.\n[ a := a + 1 ] fork.\n"

    def setUp(self):
        super().setUp()
        self.write("repo/.git/HEAD", "")
        self.write("repo/a/racy.py", RACY)
        # A finding without a symbol: known by its path.
        self.write("repo/b/unused.py", CLEAN.replace("= 1.0", "= 1.0  # deadheat: ignore exo-race -- stale"))
        self.write("repo/b/run.ws", self.RACY_IN_MAIN)
        self.write("repo/b/other.ws", self.RACY_IN_MAIN)
        self.write("repo/c/hits.erl", "-module(hits).\n-export([hit/1]).\nhit(P) ->\n    case ets:lookup(hits, P) of\n"
                   "        [] -> ets:insert(hits, {P, 1});\n        [{P, N}] -> ets:insert(hits, {P, N + 1})\n    end.\n")

    def spellings(self):
        repo = self.folder / "repo"
        return (("repo", ["."]), (".", ["repo"]), ("repo/a", [".."]), ("/", [str(repo)]), ("repo", ["./a", "b/", "c"]),
                ("repo", ["a/racy.py", str(repo / "b"), "../repo/c"]), ("repo", [".", "./a", str(repo / "b" / "run.ws")]))

    def check(self, folder, paths, *options):
        # Only what the program can be started in differs.
        return subprocess.run([program.PROGRAM, "check", *paths, *options], cwd=self.folder / folder, timeout=300,
                              capture_output=True, check=False, text=True)

    def test_fingerprints(self):
        seen = set()
        for folder, paths in self.spellings():
            report = json.loads(self.check(folder, paths, "--format", "json").stdout)
            seen.add(tuple(sorted(finding["fingerprint"] for finding in report["findings"])))
        self.assertEqual(1, len(seen), seen)
        self.assertGreaterEqual(len(next(iter(seen))), 4)

    def test_baselines(self):
        baseline = str(self.folder / "known.json")
        self.assertEqual(1, self.check("repo", ["."], "--write-baseline", baseline).returncode)
        for folder, paths in self.spellings():
            result = self.check(folder, paths, "--baseline", baseline)
            self.assertEqual(0, result.returncode, f"{folder} {paths}: {result.stdout}")

    def test_without_a_repository(self):
        shutil.rmtree(self.folder / "repo" / ".git")
        seen = {tuple(f["fingerprint"] for f in json.loads(self.check(folder, paths, "--format", "json").stdout)["findings"])
                for folder, paths in self.spellings()[:4]}
        self.assertEqual(1, len(seen), seen)

    def alerts(self):
        report = json.loads(self.check("repo", ["."], "--format", "sarif").stdout)
        return [(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], result["ruleId"],
                 result["partialFingerprints"]["primaryLocationLineHash"]) for result in report["runs"][0]["results"]]

    def test_one_finding_is_one_alert(self):
        # Two arrays race in one line.
        two = RACY.replace("A: f32[n]", "A: f32[n], B: f32[n]").replace("A[0] = 1.0", "A[0] = B[0]; B[0] = A[0]")
        self.write("repo/a/racy.py", RACY + two.replace("racy", "second").replace("; ", "\n        "))
        self.write("repo/d/one_line.ws", "| a b |\na := 0. b := 0.\n[ a := a + 1. b := b + 1 ] fork. [ a := a + 2. b := b + 2 ] fork.\n")
        before = self.alerts()
        self.assertEqual(len(before), len(set(before)))
        moved = self.folder / "repo" / "d" / "one_line.ws"
        moved.write_text('"moved"\n\n' + moved.read_text())
        self.assertEqual(sorted(before), sorted(self.alerts()))


class UntrustedTreeTest(ProgramTest):
    SECRET = "the secret of another folder"

    def test_links_that_lead_outside(self):
        self.write("outside/racy.py", RACY)
        self.write("tree/clean.py", CLEAN)
        (self.folder / "tree" / "linked.py").symlink_to(self.folder / "outside" / "racy.py")
        (self.folder / "tree" / "folder").symlink_to(self.folder / "outside")
        result = self.expect(0, "check", "tree", err="the link leads out of the root of the check")
        self.assertNotIn("exo-race", result.stdout)
        self.expect(1, "check", "tree", "--allow-outside", out="exo-race")
        self.write(".git/HEAD", "")  # one repository: nothing is outside
        self.expect(1, "check", "tree", out="exo-race")

    def test_includes_that_lead_outside(self):
        self.write("secret.hrl", f'-define(SECRET, "{self.SECRET}"). \n-broken( % {self.SECRET}\n')
        for name in ("../secret.hrl", str(self.folder / "secret.hrl"), "$SECRET_FOLDER/secret.hrl"):
            self.write("tree/m.erl", f'-module(m).\n-export([f/0]).\n-include("{name}").\nf() -> ?SECRET.\n')
            environment = {"SECRET_FOLDER": str(self.folder)}
            result = self.expect(0, "check", "tree", err="below the root of the check; add its folder", environment=environment)
            self.assertNotIn(self.SECRET, result.stdout + result.stderr)
            result = self.run_program("check", "tree", "--allow-outside", environment=environment)
            self.assertIn(self.SECRET, result.stderr)
        self.assertIn(self.SECRET, self.run_program("check", "tree", "-I", str(self.folder), environment=environment).stderr)

    def test_places_that_lead_outside(self):
        secret = self.write("secret.erl", f"% {self.SECRET}\n" * 20)
        self.write("tree/m.erl", f'-module(m).\n-export([f/1]).\n-file("{secret}", 1).\nf(P) ->\n    case ets:lookup(hits, P) of\n'
                   "        [] -> ets:insert(hits, {P, 1});\n        [{P, N}] -> ets:insert(hits, {P, N + 1})\n    end.\n")
        for kind in ("text", "html", "json", "sarif"):
            self.assertNotIn(self.SECRET, self.expect(1, "check", "tree", "--fail-on", "note", "--format", kind).stdout)

    def test_a_configuration_that_leads_outside(self):
        self.write("secret.txt", self.SECRET + "\n")
        self.write("tree/clean.py", CLEAN)
        (self.folder / "tree" / "deadheat.toml").symlink_to(self.folder / "secret.txt")
        result = self.expect(2, "check", "tree", err="leads out of its repository or folder")
        self.assertNotIn(self.SECRET, result.stderr)

    def test_the_search_for_a_configuration_stops_at_the_repository(self):
        self.write("deadheat.toml", "broken = = \n")
        self.write("repo/src/clean.py", CLEAN)
        self.expect(2, "check", "repo/src")
        self.write("repo/.git/HEAD", "")
        self.expect(0, "check", "repo/src")

    def test_the_configuration_in_use_is_named(self):
        self.write("clean.py", CLEAN)
        self.expect(0, "check", ".", "--stats", err="configuration: none")
        self.write("deadheat.toml", "")
        self.expect(0, "check", ".", "--stats", out="configuration: deadheat.toml", err="configuration: deadheat.toml")
        for kind in ("json", "sarif", "html"):
            self.expect(0, "check", ".", "--format", kind, out="deadheat.toml")

    def test_escape_sequences_in_names(self):
        name = "racy\x1b]0;title\x07\x9b.py"
        self.write(name, RACY)
        self.write("broken\x1b[2J.py", "@proc\ndef bad(:\n")
        self.write("x\x1b[2J.std", "main|fork(w)|1\nmain|w(x\x1b[31m)|2\nw|w(x\x1b[31m)|10\n")
        results = [self.run_program("check", ".", "--format", kind) for kind in ("text", "github")]
        results.append(self.run_program("check", "x\x1b[2J.exo"))
        for tools in ("FastTrack", "Print", "Count"):
            results.append(self.run_program("replay", "--tools", tools, "x\x1b[2J.std", "x\x1b[2J.std"))
        for result in results:
            for text in (result.stdout, result.stderr):
                self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f-\x9f]")

    def test_diagnostics_of_one_kind_are_capped(self):
        self.write("broken.erl", "-module(broken).\n" + "f(] -> ok.\n" * 100000)
        result = self.run_program("check", ".")
        self.assertLess(len(result.stderr), 50000)
        self.assertRegex(result.stderr, r"\d+ more errors like .* --all-diagnostics shows them")
        every = self.run_program("check", ".", "--all-diagnostics")
        self.assertGreater(len(every.stderr), 10 * len(result.stderr))
        self.assertEqual(result.stdout, every.stdout)


class LongChainTest(ProgramTest):
    def test_a_chain_of_java_classes(self):
        chain = "".join(f"@ThreadSafe class C{i + 1} extends C{i} {{ int v{i}; void m{i + 1}() {{ m{i}(); v{i}++; v++; }} }}\n"
                        for i in range(400))
        self.write("Chain.java", "class C0 { int v; synchronized void m0() { v = 1; } }\n" + chain)
        self.expect(1, "check", ".", out="incomplete", err="has 100 supertypes or more")


class MemoryTest(ProgramTest):
    def many_modules(self):
        for i in range(40):
            functions = "".join(f"f{n}(X) -> case ets:lookup(t, X) of [] -> ets:insert(t, {{X, {n}}}); _ -> ok end.\n"
                                for n in range(1500))
            self.write(f"m{i}.erl", f"-module(m{i}).\n-compile(export_all).\n{functions}")

    def test_a_limit(self):
        self.expect(2, "check", ".", "--memory-limit", "much", err="--memory-limit much: expected a size")
        self.many_modules()
        self.write("racy.py", RACY)
        self.write("Large.java", "class Large {}\n" + "// more text than Erlang has\n" * 300_000)
        result = self.run_program("check", ".", "--memory-limit", "60M", "--format", "json")
        self.assertRegex(result.stderr, r"out of memory in the phase '[^']+': deadheat uses \d+ MiB, the limit is 60 MiB")
        report = json.loads(result.stdout)
        self.assertTrue(report["summary"]["incomplete"])
        self.assertEqual((1, ["exo-race"]), (result.returncode, [finding["rule"] for finding in report["findings"]]),
                         "what is small is analysed before what exceeds the limit")
        self.assertIn("1 Java file was not analysed: the check had stopped before", result.stderr)

    def test_a_limit_and_several_projects(self):
        self.many_modules()
        self.write("deadheat.toml", "")
        self.write("other/deadheat.toml", "")
        self.write("other/racy.py", RACY)
        result = self.run_program("check", ".", "other", "--memory-limit", "60M", "--exclude", "other/**")
        self.assertEqual(3, result.returncode, result.stdout)
        self.assertRegex(result.stderr, "not analysed: the check had stopped before\n *--> other")

    def run_within(self, megabytes, *arguments):
        limit = megabytes << 20
        return subprocess.run([program.PROGRAM, *arguments], cwd=self.folder, timeout=120, check=False, text=True,
                              capture_output=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))

    def test_the_system_refuses(self):
        self.many_modules()
        for megabytes in (*range(40, 80, 2), 150, 200, 250, 300, 400):
            if self.run_within(megabytes, "--version").returncode != 0:
                continue  # too little even to start the program
            result = self.run_within(megabytes, "check", ".")
            if "AddressSanitizer failed to allocate" in result.stderr:
                self.skipTest("AddressSanitizer needs all of the address space")
            self.assertIn(result.returncode, (0, 1, 3), f"{megabytes}: {result.returncode} {result.stderr}")
            if result.returncode == 3:
                self.assertRegex(result.stderr, "out of memory|the system gives no more threads", megabytes)
                self.assertNotIn("nothing was analysed", result.stderr)

    def test_many_classes_with_references_to_a_method_of_one_name(self):
        for i in range(2000):
            self.write(f"A{i}.java", f"class A{i} {{\n  private int n;\n  synchronized void a() {{ n++; }}\n"
                       "  synchronized int b() { return n; }\n  void c() { n++; }\n"
                       f"  static void start() {{ A{i} a = new A{i}(); new Thread(a::c).start(); }}\n}}\n")
        if self.run_within(400, "--version").returncode != 0:
            self.skipTest("a sanitizer needs all of the address space")
        result = self.run_within(400, "check", ".", "-j1", "--no-cache", "--min-confidence", "0", "--format", "json")
        report = json.loads(result.stdout)
        self.assertFalse(report["summary"]["incomplete"], result.stderr)
        self.assertEqual(len(report["findings"]), 2000)


class CheckedTreeTest(ProgramTest):
    """No code of the tree that is checked runs."""

    def test_libraries_of_the_current_folder_are_not_loaded(self):
        needed = subprocess.run(["ldd", program.PROGRAM], capture_output=True, check=True, text=True).stdout
        names = re.findall(r"^\s*(lib\S+) => ", needed, re.MULTILINE)
        self.assertIn("libc.so.6", names)
        for name in names:
            self.write(name, "not a library")
        self.write("clean.py", CLEAN)
        self.expect(0, "check", ".")

    def test_search_paths_of_all_parts_are_absolute(self):
        folder = pathlib.Path(program.PROGRAM).parent
        for part in [program.PROGRAM, *folder.glob("*.so")]:
            dynamic = subprocess.run(["readelf", "-d", part], capture_output=True, check=True, text=True).stdout
            for entries in re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", dynamic):
                for entry in entries.split(":"):
                    self.assertTrue(entry.startswith(("/", "$ORIGIN")), f"{part}: '{entries}'")


if __name__ == "__main__":
    program.main()
