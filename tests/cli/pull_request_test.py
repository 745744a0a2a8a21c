#!/usr/bin/env python3
"""What a pull request needs: only new findings, chosen rules, ignored files, formats of CI systems, baselines."""
import json
import os
import signal
import subprocess
import unittest
import xml.etree.ElementTree

import jsonschema
import program
from program import CLEAN, RACY, ProgramTest

IDENTITY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_CONFIG_GLOBAL": "/dev/null"}

# What GitLab reads of the Code Climate format, by its documentation ("Code Quality report format").
GITLAB_SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {"path": {"type": "string", "pattern": "^(?!\\./)"},
                               "lines": {"type": "object", "required": ["begin"],
                                         "properties": {"begin": {"type": "integer", "minimum": 1}}}},
            },
        },
    },
}


class RepositoryTest(ProgramTest):
    def git(self, *arguments):
        subprocess.run(["git", *arguments], cwd=self.folder, check=True, capture_output=True,
                       env={**os.environ, **IDENTITY})

    def commit(self, message="change"):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def setUp(self):
        super().setUp()
        self.git("init", "-q", "-b", "main")

    def found(self, *arguments):
        report = json.loads(self.run_program("check", "--format", "json", *arguments).stdout)
        return sorted((f["place"]["path"], f["rule"]) for f in report["findings"]), report["summary"]["hidden"]["since"]


class SinceTest(RepositoryTest):
    def setUp(self):
        super().setUp()
        self.write("old.py", RACY)
        self.write("clean.py", CLEAN)
        self.commit()

    def test_only_what_is_new(self):
        self.assertEqual(([], 1), self.found(".", "--since", "HEAD"))
        self.write("new.py", RACY.replace("racy", "fresh"))  # not even known to git
        self.assertEqual(([("new.py", "exo-race")], 1), self.found(".", "--since", "HEAD"))
        self.commit()
        self.assertEqual(([], 2), self.found(".", "--since", "HEAD"))
        self.assertEqual(([("new.py", "exo-race")], 1), self.found(".", "--since", "HEAD~1"))
        self.assertEqual(([("new.py", "exo-race")], 0), self.found("new.py", "--since", "HEAD~1"))
        self.expect(1, "check", ".", "--since", "HEAD~1", out="not shown: 1 in code that did not change")

    def test_lines_that_moved_did_not_change(self):
        self.write("old.py", "# a comment\n\n" + RACY)
        self.assertEqual(([], 1), self.found(".", "--since", "HEAD"))

    def test_an_access_in_a_changed_line(self):
        self.write("old.py", RACY.replace("A[0] = 1.0", "A[0] = 2.0"))
        self.assertEqual(([("old.py", "exo-race")], 0), self.found(".", "--since", "HEAD"))

    def test_new_in_lines_that_did_not_change(self):
        guarded = ("class A {\n  private final Object lock = new Object();\n  private int n;\n"
                   "  public void add() {\n    synchronized (lock) {\n      n++;\n    }\n  }\n"
                   "  public int get() {\n    synchronized (lock) {\n      return n;\n    }\n  }\n}\n")
        self.write("A.java", "@ThreadSafe\n" + guarded)
        self.commit()
        unguarded = guarded.replace("    synchronized (lock) {\n      return n;\n    }\n", "      return n;\n")
        self.write("A.java", "@ThreadSafe\n" + unguarded)  # only the lines of the lock are gone
        self.assertEqual(([("A.java", "java-unsynchronized-access")], 1), self.found(".", "--since", "HEAD"))

    def test_the_branch_counts_not_what_happened_elsewhere(self):
        self.git("checkout", "-q", "-b", "feature")
        self.write("feature.py", RACY.replace("racy", "feature"))
        self.commit()
        self.git("checkout", "-q", "main")
        self.write("old.py", CLEAN.replace("clean", "racy"))
        self.commit()
        self.git("checkout", "-q", "feature")
        self.assertEqual(([("feature.py", "exo-race")], 1), self.found(".", "--since", "main"))

    def test_an_ignore_comment_that_was_removed(self):
        self.write("quiet.py", RACY.replace("racy", "quiet").replace("1.0\n", "1.0  # deadheat: ignore exo-race -- known\n"))
        self.commit()
        self.assertEqual(([], 1), self.found(".", "--since", "HEAD"))
        self.write("quiet.py", RACY.replace("racy", "quiet"))
        self.assertEqual(([("quiet.py", "exo-race")], 1), self.found(".", "--since", "HEAD"))

    def test_a_file_that_was_renamed(self):
        self.git("mv", "old.py", "renamed.py")
        self.assertEqual(([], 1), self.found(".", "--since", "HEAD"))

    def test_an_equal_finding_in_a_new_file(self):
        self.write("a_new.py", RACY)
        self.assertEqual(([("a_new.py", "exo-race")], 1), self.found(".", "--since", "HEAD"))

    def test_from_a_folder_below_and_by_other_spellings(self):
        self.write("lib/new.py", RACY.replace("racy", "fresh"))
        self.assertEqual(([("lib/new.py", "exo-race")], 0), self.found("lib", "--since", "HEAD"))
        self.assertEqual(1, len(self.found(str(self.folder), "--since", "HEAD")[0]))

    def test_usage(self):
        self.expect(2, "check", ".", "--since", "nothing", err="has no such commit")
        self.expect(2, "check", ".", "--since", "--output=x", err="has no such commit")
        self.expect(2, "check", "-", "--language", "exo", "--since", "HEAD", stdin=RACY, err="--since needs files")
        subprocess.run(["rm", "-rf", ".git"], cwd=self.folder, check=True)
        self.expect(2, "check", ".", "--since", "HEAD", err="is in no git repository")

    def test_nothing_of_the_repository_is_executed(self):
        self.write("hook", "#!/bin/sh\ntouch \"$(dirname \"$0\")/executed\"\ncat\n").chmod(0o755)
        hook = str(self.folder / "hook")
        self.write(".gitattributes", "*.py filter=evil diff=evil\n")
        self.commit()
        for key in ("filter.evil.smudge", "filter.evil.clean", "filter.evil.process", "filter.Other one.clean", "core.fsmonitor",
                    "diff.evil.textconv", "diff.evil.command", "diff.external", "core.pager"):
            self.git("config", key, hook)
        self.git("config", "filter.evil.required", "true")
        with open(self.folder / "old.py", "a", encoding="utf-8") as file:
            file.write(RACY.replace("racy", "changed"))
        self.write("new.py", RACY)
        self.assertEqual({"new.py", "old.py"}, {path for path, _ in self.found(".", "--since", "HEAD")[0]})
        self.assertFalse((self.folder / "executed").exists())


class SelectionTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("racy.py", RACY)
        self.write("A.java", "@ThreadSafe\npublic class A {\n  int n;\n}\n")

    def rules(self, *arguments):
        report = json.loads(self.run_program("check", ".", "--format", "json", *arguments).stdout)
        return sorted({f["rule"] for f in report["findings"]})

    def test_select_and_ignore(self):
        self.assertEqual(["exo-race", "java-escape"], self.rules())
        self.assertEqual(["exo-race"], self.rules("--select", "exo-*"))
        self.assertEqual(["exo-race", "java-escape"], self.rules("--select", "exo-*,java-escape"))
        self.assertEqual(["java-escape"], self.rules("--ignore", "exo-*"))
        self.assertEqual([], self.rules("--select", "exo-*", "--ignore", "exo-race"))
        self.expect(2, "check", ".", "--select", "exo-rac", err="did you mean 'exo-race'?")
        self.expect(2, "check", ".", "--ignore", "cobol-*", err="--ignore cobol-*: there is no such rule")

    def test_the_command_line_goes_before_the_configuration(self):
        self.write("deadheat.toml", "[rules]\n'exo-*' = 'off'\njava-escape = 'note'\n")
        self.assertEqual(["java-escape"], self.rules())
        self.assertEqual(["exo-race"], self.rules("--select", "exo-race"))
        self.expect(0, "check", ".", "--select", "java-escape", out="note[java-escape]")

    def test_an_ignore_comment_of_a_rule_that_is_off_is_not_unused(self):
        self.write("clean.py", CLEAN + "# deadheat: ignore exo-race -- reason\n")
        self.assertEqual(["exo-race", "unused-ignore"], self.rules("--ignore", "java-*"))
        self.assertEqual(["java-escape"], self.rules("--ignore", "exo-*"))

    def test_rules_by_path(self):
        self.write("test/racy.py", RACY)
        self.write("test/deep/racy.py", RACY)
        self.write("deadheat.toml", "[[overrides]]\npaths = ['test/*.py']\nrules = { exo-race = 'note' }\n"
                   "[[overrides]]\npaths = ['test/deep']\nrules = { '*' = 'off' }\n")
        report = json.loads(self.run_program("check", ".", "--format", "json", "--select", "exo-race").stdout)
        self.assertEqual({"racy.py": "error", "test/racy.py": "note", "test/deep/racy.py": "error"},
                         {f["place"]["path"]: f["level"] for f in report["findings"]})
        report = json.loads(self.run_program("check", str(self.folder), "--format", "json").stdout)
        self.assertEqual(["note"], [f["level"] for f in report["findings"] if "test" in f["place"]["path"]])

    def test_config_and_isolated(self):
        self.write("deadheat.toml", "[rules]\nexo-race = 'off'\n")
        self.write("ci/strict.toml", "[rules]\njava-escape = 'off'\n[[overrides]]\npaths = ['sub/**']\nrules = { exo-race = 'off' }\n")
        self.write("sub/racy.py", RACY)
        self.assertEqual(["java-escape"], self.rules())
        self.assertEqual(["exo-race", "java-escape"], self.rules("--isolated"))
        self.assertEqual(["exo-race"], self.rules("--config", "ci/strict.toml"))
        self.expect(0, "check", "sub", "--config", "ci/strict.toml", out="configuration: ci/strict.toml")
        self.expect(2, "check", ".", "--config", "ci/strict.toml", "--isolated", err="exclude each other")
        self.expect(2, "check", ".", "--config", "missing.toml", err="missing.toml")

    def test_the_search_for_a_configuration_ends_at_home(self):
        self.write("deadheat.toml", "broken = = \n")
        self.write("home/project/racy.py", RACY)
        home = {"HOME": str(self.folder / "home")}
        self.expect(1, "check", str(self.folder / "home/project"), environment=home)
        self.write("home/deadheat.toml", "[rules]\nexo-race = 'off'\n")
        self.expect(0, "check", str(self.folder / "home/project"), environment=home)
        # Outside of the home folder and of the current one nothing above the path itself counts.
        inner = self.write("other/project/racy.py", RACY).parent
        result = subprocess.run([program.PROGRAM, "check", str(inner)], cwd="/", capture_output=True, text=True, check=False,
                                env={**os.environ, **home}, timeout=300)
        self.assertEqual(1, result.returncode, result.stderr)


class IgnoredFilesTest(RepositoryTest):
    def test_gitignore(self):
        self.write(".gitignore", "gen/\n*.skip.py\n!keep.skip.py\n")
        for path in ("a.py", "gen/b.py", "c.skip.py", "sub/keep.skip.py", "sub/d.py"):
            self.write(path, RACY.replace("racy", "racy_" + path[0]))
        self.write("sub/.gitignore", "/d.py\n")
        self.assertEqual(["a.py", "sub/keep.skip.py"], [path for path, _ in self.found(".")[0]])
        self.assertEqual(5, len(self.found(".", "--no-ignore-vcs")[0]))
        self.expect(1, "check", ".", "--stats", err="files and folders that git ignores")
        self.assertEqual(1, len(self.found("gen")[0]), "what the user names is analysed")
        self.assertEqual(1, len(self.found("c.skip.py")[0]))
        self.git("add", "-f", "gen/b.py")
        self.assertEqual(["a.py", "gen/b.py", "sub/keep.skip.py"], [path for path, _ in self.found(".")[0]])

    def test_everything_ignored_is_said(self):
        self.write(".gitignore", "*.py\n")
        self.write("a.py", RACY)
        self.expect(3, "check", ".", err="or ignored by git (--no-ignore-vcs analyses those)")

    def test_a_linked_ignore_file_is_not_read(self):
        self.write("patterns", "*.py\n")
        (self.folder / ".gitignore").symlink_to("patterns")
        self.write("a.py", RACY)
        self.expect(1, "check", ".")


class FormatsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("racy<&\">.py", RACY)
        self.write("A.java", "@ThreadSafe\npublic class A {\n  int n;\n}\n")

    def test_concise(self):
        result = self.expect(1, "check", ".", "--format", "concise")
        self.assertRegex(result.stdout, r"(?m)^A\.java:3:7: error\[java-escape\]: .+$")
        self.assertRegex(result.stdout, r"(?m)^2 errors; 2 files$\n^exo-race 1, java-escape 1$")
        self.assertEqual(4, result.stdout.count("\n"))

    def test_quiet(self):
        result = self.expect(1, "check", ".", "--format", "concise", "-q")
        self.assertEqual(2, result.stdout.count("\n"))
        self.write("sub/clean.py", CLEAN)
        result = self.expect(0, "check", "sub", "--quiet")
        self.assertEqual(("", ""), (result.stdout, result.stderr))

    def test_gitlab(self):
        issues = json.loads(self.expect(1, "check", ".", "--format", "gitlab").stdout)
        jsonschema.validate(issues, GITLAB_SCHEMA)
        self.assertEqual({"exo-race", "java-escape"}, {issue["check_name"] for issue in issues})
        self.assertEqual(2, len({issue["fingerprint"] for issue in issues}))
        self.write("empty/clean.py", CLEAN)
        self.assertEqual([], json.loads(self.expect(0, "check", "empty", "--format", "gitlab").stdout))

    def junit(self, *arguments):
        """Counts as readers do, and compares with what the attributes say."""
        root = xml.etree.ElementTree.fromstring(self.run_program("check", "--format", "junit", *arguments).stdout)
        self.assertEqual("testsuites", root.tag)
        counts = {"tests": 0, "failures": 0, "errors": 0}
        for suite in root:
            self.assertEqual("testsuite", suite.tag)
            here = {"tests": len(suite.findall("testcase")), "failures": len(suite.findall("testcase/failure")),
                    "errors": len(suite.findall("testcase/error"))}
            for key, count in here.items():
                self.assertEqual(count, int(suite.get(key)))
                counts[key] += count
            for case in suite.findall("testcase"):
                self.assertTrue(case.get("name") and case.get("classname"))
        for key, count in counts.items():
            self.assertEqual(count, int(root.get(key)))
        return root, counts

    def test_junit(self):
        root, counts = self.junit(".")
        self.assertEqual({"tests": 2, "failures": 2, "errors": 0}, counts)
        self.assertIn("racy<&\">.py", [suite.get("name") for suite in root])
        self.assertIn("n", root.find(".//failure").get("message"))
        self.write("broken.py", "@proc\ndef bad(:\n")
        self.assertEqual(2, self.junit("broken.py")[1]["errors"])
        self.write("clean/clean.py", CLEAN)
        self.assertEqual({"tests": 1, "failures": 0, "errors": 0}, self.junit("clean")[1])


class WatchTest(ProgramTest):
    def test_watch(self):
        self.write("a.py", CLEAN)
        process = subprocess.Popen([program.PROGRAM, "check", ".", "--watch", "--format", "concise"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        lines = iter(process.stdout.readline, "")
        self.assertIn("no problems found; 1 file\n", lines)
        self.assertIn("deadheat: watching for changes; Ctrl-C ends\n", lines)
        self.write("a.py", RACY)
        self.assertIn("1 error; 1 file\n", lines)
        self.assertIn("deadheat: watching for changes; Ctrl-C ends\n", lines)
        self.write("b.py", CLEAN)
        self.assertIn("1 error; 2 files\n", lines)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)

    def test_usage(self):
        self.expect(2, "check", "missing", "--watch", err="missing")
        self.expect(2, "check", "-", "--language", "exo", "--watch", stdin=RACY, err="--watch needs files")


class BaselineTest(RepositoryTest):
    def setUp(self):
        super().setUp()
        self.write("a.py", RACY)
        self.write("lib/b.py", RACY.replace("racy", "other"))
        self.write("A.java", "@ThreadSafe\npublic class A {\n  int n;\n}\n")
        self.expect(1, "check", ".", "--write-baseline", "known.json")

    def entries(self):
        return sorted((e["path"], e["rule"]) for e in json.loads((self.folder / "known.json").read_text())["findings"])

    def test_stale_entries(self):
        self.assertNotIn("match no finding", self.expect(0, "check", ".", "--baseline", "known.json").stderr)
        self.write("a.py", CLEAN)
        (self.folder / "lib/b.py").unlink()
        self.expect(0, "check", ".", "--baseline", "known.json",
                    err="2 entries of the baseline match no finding any more (exo-race in a.py, exo-race in lib/b.py); "
                        "--update-baseline removes them")
        self.assertEqual(3, len(self.entries()))
        self.expect(0, "check", ".", "--baseline", "known.json", "--update-baseline", err="removed")
        self.assertEqual([("A.java", "java-escape")], self.entries())
        self.write("a.py", RACY)
        self.expect(1, "check", ".", "--baseline", "known.json", "--update-baseline", out="exo-race")
        self.assertEqual([("A.java", "java-escape")], self.entries(), "nothing is ever added")

    def test_what_was_not_looked_at_is_not_stale(self):
        self.write("a.py", CLEAN)
        for arguments in (["lib"], [".", "--language", "java"], [".", "--ignore", "exo-*"], [".", "--exclude", "a.py"]):
            result = self.run_program("check", *arguments, "--baseline", "known.json", "--update-baseline")
            self.assertNotIn("match no finding", result.stderr, arguments)
        self.write("broken.py", "@proc\ndef bad(:\n")
        result = self.expect(3, "check", ".", "--baseline", "known.json", "--update-baseline")
        self.assertNotIn("match no finding", result.stderr)
        self.assertEqual(3, len(self.entries()))

    def test_usage(self):
        self.expect(2, "check", ".", "--update-baseline", err="--update-baseline needs --baseline FILE")


if __name__ == "__main__":
    try:
        subprocess.run(["git", "--version"], check=True, capture_output=True)
    except OSError as error:
        raise unittest.SkipTest("git is not here") from error
    program.main()
