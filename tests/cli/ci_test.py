#!/usr/bin/env python3
"""The kits for CI systems: their files parse, and the commands in them run."""
import json
import os
import pathlib
import re
import subprocess

import program
import yaml
from program import CLEAN, RACY, ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class KitTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "PATH": f"{pathlib.Path(program.PROGRAM).parent}:{os.environ['PATH']}",
                            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a",
                            "GIT_COMMITTER_EMAIL": "a@example.org"}
        self.write("old.py", RACY)
        for command in ("init -q -b main", "add .", "commit -q -m first", "remote add origin .", "update-ref refs/remotes/origin/main HEAD"):
            self.run_here("git " + command)

    def run_here(self, command, status=0, **variables):
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**self.environment, **variables}, timeout=300)
        self.assertEqual(status, done.returncode, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def test_github_action(self):
        action = yaml.safe_load((ROOT / "action.yml").read_text())
        self.assertEqual("composite", action["runs"]["using"])
        for step in action["runs"]["steps"]:
            self.assertTrue(("run" in step and step["shell"] == "bash") != ("uses" in step), step)
        for name in re.findall(r"inputs\.([a-z-]+)", (ROOT / "action.yml").read_text()):
            self.assertIn(name, action["inputs"])
        for script in re.findall(r"packaging/ci/\w+", (ROOT / "action.yml").read_text()):
            self.assertTrue(os.access(ROOT / script, os.X_OK), script)

    def test_the_check_of_the_action(self):
        script = str(ROOT / "packaging/ci/check")
        files = {"GITHUB_OUTPUT": str(self.folder / "output"), "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md")}
        out = self.run_here(script, **files)
        self.assertIn("::error file=old.py", out)
        self.assertEqual("status=1\n", (self.folder / "output").read_text())
        self.assertIn("error[exo-race]", (self.folder / "summary.md").read_text())
        self.assertEqual(1, len(json.loads((self.folder / "deadheat.sarif").read_text())["runs"][0]["results"]))
        out = self.run_here(script, BASE="main", GITHUB_OUTPUT=str(self.folder / "second"))
        self.assertNotIn("old.py", out)
        self.assertEqual("status=0\n", (self.folder / "second").read_text())

    def test_the_installation_of_the_action(self):
        self.write("have/bin/deadheat", "#!/bin/sh\n").chmod(0o755)
        self.assertEqual(f"{self.folder}/have/bin\n", self.run_here(f"{ROOT}/packaging/ci/install '' {self.folder}/have"))
        self.run_here(f"{ROOT}/packaging/ci/install x.zip {self.folder}/other", status=2)

    def test_gitlab(self):
        job = yaml.safe_load((ROOT / "packaging/ci/gitlab.yml").read_text())["deadheat"]
        script = "\n".join(["set -e", *job["script"]])
        self.run_here(script, status=1, DEADHEAT_ARGUMENTS="")
        self.assertEqual("exo-race", json.loads((self.folder / job["artifacts"]["reports"]["codequality"]).read_text())[0]["check_name"])
        self.assertTrue((self.folder / job["artifacts"]["reports"]["junit"]).exists())
        self.run_here(script, DEADHEAT_ARGUMENTS="", CI_MERGE_REQUEST_DIFF_BASE_SHA=self.run_here("git rev-parse HEAD").strip())

    def test_pre_commit(self):
        hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
        for hook in hooks.values():
            self.assertLessEqual({"id", "name", "entry", "language"}, set(hook))
        self.assertEqual("", self.run_here(hooks["deadheat"]["entry"]))
        self.assertIn("old.py", self.run_here(hooks["deadheat-all"]["entry"], status=1))
        self.write("new.py", RACY.replace("racy", "fresh"))
        self.assertIn("new.py", self.run_here(hooks["deadheat"]["entry"], status=1))

    def test_the_commands_of_the_documentation(self):
        text = (ROOT / "docs/ci.md").read_text()
        self.write("old.py", CLEAN)
        self.write("A.java", "class A { }")
        commands = re.findall(r"(?m)^(deadheat check .*)$", "\n".join(re.findall(r"(?s)```sh\n(.*?)```", text)))
        self.assertGreaterEqual(len(commands), 3)
        for command in commands:
            self.run_here(command)
        for block in re.findall(r"(?s)```yaml\n(.*?)```", text):
            yaml.safe_load(block)
        for option in set(re.findall(r"(?<=`)--[a-z-]+", text)):
            self.assertIn(option, self.expect(0, "check", "--help").stdout)


if __name__ == "__main__":
    program.main()
