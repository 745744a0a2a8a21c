#!/usr/bin/env python3
"""What was not checked is never silent: files that cannot be reached, rules that are off, streams that are closed."""
import json
import os
import resource
import subprocess

import program
from program import CLEAN, RACY, ProgramTest

NOBODY = 65534


def git(folder, *arguments):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always",
                    "-c", "init.defaultBranch=main", *arguments], cwd=folder, check=True, capture_output=True)


class UnreachableTest(ProgramTest):
    def run_as_user(self, *arguments):
        """Root reads everything: as somebody else."""
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        self.folder.chmod(0o755)
        run = lambda *a: subprocess.run([program.PROGRAM, *a], cwd=self.folder, capture_output=True, timeout=300,
                                        check=False, text=True, env={**os.environ, "DEADHEAT_CACHE": "off"}, **user)
        try:
            if run("--version").returncode != 0:
                self.skipTest("the program is out of reach for others")
        except PermissionError:
            self.skipTest("the program is out of reach for others")
        return run(*arguments)

    def close(self, path, mode=0):
        path = self.folder / path
        path.chmod(mode)
        self.addCleanup(path.chmod, 0o755)

    def test_a_link_into_a_folder_that_is_closed(self):
        self.write(".git/HEAD", "")
        self.write("src/clean.py", CLEAN)
        self.write("closed/A.java", "class A { }")
        (self.folder / "src" / "A.java").symlink_to("../closed/A.java")
        (self.folder / "src" / "all").symlink_to("../closed")
        self.close("closed")
        result = self.run_as_user("check", "src")
        self.assertEqual(3, result.returncode, result.stdout + result.stderr)
        self.assertIn("src/A.java", result.stderr)
        self.assertIn("src/all", result.stderr)
        self.assertIn("Permission denied", result.stderr)

    def test_a_folder_that_is_closed_is_not_called_empty(self):
        self.write("src/A.java", "class A { }")
        self.close("src")
        for arguments in (("src",), ("src", "--allow-empty")):
            result = self.run_as_user("check", *arguments)
            self.assertEqual(3, result.returncode, result.stdout + result.stderr)
            self.assertIn("Permission denied", result.stderr)
            self.assertNotIn("holds no files", result.stderr)

    def test_links_to_nothing(self):
        self.write("clean.py", CLEAN)
        (self.folder / "A.java").symlink_to("gone.java")
        self.expect(0, "check", ".", err="skipped: the link leads nowhere")
        (self.folder / "deadheat.toml").symlink_to("gone.toml")
        self.expect(2, "check", ".", err="deadheat.toml")

    def test_build_output_that_may_be_sources(self):
        self.write("pom.xml", "")
        self.write("clean.py", CLEAN)
        self.write("out/racy.py", RACY)
        self.expect(0, "check", ".", err="looks like the output of a build (1 file)")
        self.expect(1, "check", "out", out="exo-race")
        self.assertEqual("", self.expect(0, "check", ".", "--exclude", "out").stderr)
        self.write("out/racy.py", "print(1)\n")
        self.assertEqual("", self.expect(0, "check", ".").stderr)

    def test_a_submodule_that_was_not_fetched(self):
        self.write("library/racy.py", RACY)
        git(self.folder / "library", "init", "-q")
        git(self.folder / "library", "add", ".")
        git(self.folder / "library", "commit", "-q", "-m", "a")
        self.write("project/src/clean.py", CLEAN)
        project = self.folder / "project"
        git(project, "init", "-q")
        git(project, "submodule", "--quiet", "add", "../library", "parts/a library")
        self.expect(1, "check", "project", out="exo-race")
        git(project, "submodule", "--quiet", "deinit", "--all", "--force")
        result = self.expect(0, "check", "project", err="not analysed: the submodule is empty")
        self.assertIn("project/parts/a library", result.stderr)
        self.assertEqual("", self.expect(0, "check", "project", "--exclude", "parts").stderr)
        self.assertEqual("", self.expect(0, "check", "project/src").stderr)

    def test_damaged_files(self):
        self.write("racy.ws", b"| a |\na := 0.\n[ a := a + 1 ] fork.\n" + b"\0" * 4096)
        self.expect(3, "check", ".", err="racy.ws:4:1")
        for name in ("a.ws", "a.st", "a.class.st", "A.java", "a.erl", "a.exo"):
            with self.subTest(name=name):
                self.write(f"{name}.d/{name}", b"\0" * 4096)
                self.expect(3, "check", f"{name}.d", err=name)


class NoRuleTest(ProgramTest):
    def test_rules_of_other_languages(self):
        self.write("racy.py", RACY)
        for arguments in (("--select", "java-*"), ("--ignore", "*"), ("--ignore", "exo-*")):
            result = self.expect(3, "check", ".", *arguments, err="nothing was checked: no rule for Exo is on")
            self.assertNotIn("no problems found", result.stdout)
            self.expect(0, "check", ".", *arguments, "--allow-empty", err="note: nothing was checked")
        self.write("A.java", "class A { }")
        self.expect(0, "check", ".", "--select", "java-*")

    def test_configurations(self):
        self.write("a/racy.py", RACY)
        self.write("b/racy.py", RACY)
        self.write("deadheat.toml", "[rules]\n'*' = 'off'\n")
        self.expect(3, "check", ".", err="no rule for Exo is on")
        self.write("deadheat.toml", "[[overrides]]\npaths = ['a']\nrules = { '*' = 'off' }\n")
        self.expect(3, "check", "a", err="no rule for Exo is on")
        self.assertNotIn("a/racy.py", self.expect(1, "check", ".", out="b/racy.py").stdout)


class ClosedStreamsTest(ProgramTest):
    """Without care the next file that is opened gets the number of a closed stream, and what is written to it."""

    def run_closed(self, streams, *arguments):
        command = " ".join(f"{stream}>&-" for stream in streams)
        return subprocess.run(["bash", "-c", f'exec "$@" {command}', "bash", program.PROGRAM, *arguments],
                              cwd=self.folder, capture_output=True, timeout=300, check=False, text=True)

    def test_reports_stay_whole(self):
        self.write("racy.py", RACY)
        self.write("broken.py", "@proc\ndef bad(:\n")
        for streams, status in (("2", 1), ("1", 3), ("12", 3), ("012", 3), ("0", 1)):
            with self.subTest(streams=streams):
                result = self.run_closed(streams, "check", ".", "--output", "json=report.json")
                self.assertEqual(status, result.returncode, result.stderr)
                report = json.loads((self.folder / "report.json").read_text())
                self.assertEqual(1, len(report["findings"]))

    def test_messages_that_cannot_be_written(self):
        self.write("cut.std", "main|fork(w)|1\nmain|w(x)|12\nw|w(y)|")
        for arguments in (("trace", "info", "none.std"), ("trace", "info", "cut.std"), ("replay", "none.std"),
                          ("check", "none"), ("lsp", "--none"), ("run", "--none"), ("fleet", "query", "none")):
            with self.subTest(arguments=arguments), open("/dev/full", "w", encoding="utf-8") as full:
                result = subprocess.run([program.PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL,
                                        stderr=full, stdin=subprocess.DEVNULL, timeout=300, check=False)
                self.assertIn(result.returncode, (2, 3), arguments)


class SinceTest(ProgramTest):
    def setUp(self):
        super().setUp()
        git(self.folder, "init", "-q")
        self.write("old.py", RACY)
        git(self.folder, "add", ".")
        git(self.folder, "commit", "-q", "-m", "a")
        git(self.folder, "commit", "-q", "--allow-empty", "-m", "b")

    def test_what_git_says_is_passed_on(self):
        self.write("empty/file", "")
        self.expect(2, "check", ".", "--since", "HEAD", err="git cannot be run",
                    environment={"PATH": str(self.folder / "empty")})
        self.expect(2, "check", ".", "--since", "@{upstream}", err="no upstream")
        self.expect(2, "check", ".", "--since", "none", err="has no such commit\n")

    def test_a_shallow_clone(self):
        git(self.folder, "clone", "-q", "--depth", "1", self.folder.as_uri(), "shallow")
        self.expect(2, "check", "shallow", "--since", "HEAD~1", err="git fetch --unshallow")

    def test_a_limit_that_stops_the_check_of_the_commit(self):
        for i in range(20):
            functions = "".join(f"f{n}(X) -> case ets:lookup(t, X) of [] -> ets:insert(t, {{X, {n}}}); _ -> ok end.\n"
                                for n in range(1500))
            self.write(f"m{i}.erl", f"-module(m{i}).\n-compile(export_all).\n{functions}")
        git(self.folder, "add", ".")
        git(self.folder, "commit", "-q", "-m", "large")
        for i in range(20):
            (self.folder / f"m{i}.erl").unlink()
        self.write("old.py", RACY.replace("racy", "fresh"))
        result = self.run_program("check", ".", "--since", "HEAD", "--time-limit", "0.1", "--no-cache")
        self.assertIn("stopped by --time-limit", result.stderr)
        self.assertIn("incomplete", result.stdout)
        self.assertIn(result.returncode, (1, 3))


class AddressLimitTest(ProgramTest):
    def test_every_limit_of_addresses(self):
        """In small steps: which allocation is the one that is refused depends on them."""
        self.write("racy.py", RACY)
        self.write("A.java", "@ThreadSafe class A { private int n; synchronized void a() { n++; } int b() { return n; } }\n")
        self.write("part/B.java", "class B { }\n")
        for i in range(8):
            self.write(f"m{i}.erl", f"-module(m{i}).\n-export([f/1]).\nf(X) -> ets:insert(t, {{X, {i}}}).\n")
        whole = json.loads(self.run_program("check", ".", "--format", "json", "--no-cache").stdout)
        starts = False
        for kilobytes in range(30_000, 90_000, 700):
            limit = kilobytes << 10
            set_limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            run = lambda *arguments: subprocess.run([program.PROGRAM, *arguments], cwd=self.folder, timeout=300, check=False,
                                                    text=True, capture_output=True, preexec_fn=set_limit)
            starts = starts or run("--version").returncode == 0
            if not starts:
                continue  # too little even to start the program
            result = run("check", ".", "--format", "json", "--no-cache")
            if "AddressSanitizer failed to allocate" in result.stderr:
                self.skipTest("AddressSanitizer needs all of the address space")
            self.assertIn(result.returncode, (1, 3), f"{kilobytes}: {result.stderr}")
            self.assertNotIn("nothing was analysed", result.stderr, kilobytes)
            report = json.loads(result.stdout) if result.stdout else None
            self.assertIn(run("init", "part", "--force").returncode, (0, 3), kilobytes)
            if report is None or len(report["findings"]) != len(whole["findings"]):
                self.assertRegex(result.stderr, "out of memory|the system gives no more threads", kilobytes)


if __name__ == "__main__":
    program.main()
