#!/usr/bin/env python3
"""Kept results: never another verdict than without them."""
import json
import os
import random
import signal
import subprocess
import time

import program
from program import CLEAN, RACY, ProgramTest

JAVA = """@ThreadSafe
public class {name} {{
  private int n;
  public synchronized void add() {{ n++; }}
  public int get() {{ return {body}; }}
}}
"""
ERLANG = """-module({name}).
-export([hit/1]).
-include("{header}").
hit(Page) ->
    case ets:lookup(?TABLE, Page) of
        [] -> ets:insert(?TABLE, {{Page, 1}});
        [{{Page, N}}] -> {act}
    end.
"""


class CacheTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache"
        self.environment = {"DEADHEAT_CACHE": str(self.cache), "DEADHEAT_CACHE_ALWAYS": "1"}
        (self.folder / "tree").mkdir()

    def check(self, *arguments, environment=None):
        return self.run_program("check", "tree", "--format", "json", *arguments, environment={**self.environment, **(environment or {})})

    def counts(self, *arguments):
        """How many results came from the cache."""
        return json.loads(self.check("--stats", *arguments).stdout)["stats"]["counts"].get("results from the cache", 0)

    def same(self, *arguments):
        cached = self.check(*arguments)
        fresh = self.check("--no-cache", *arguments)
        self.assertEqual((fresh.returncode, fresh.stdout, fresh.stderr), (cached.returncode, cached.stdout, cached.stderr))
        return cached.stdout

    def settle(self):
        """Files that changed in the last 100 ms are not trusted to stay as they are."""
        time.sleep(0.15)

    def test_the_second_time(self):
        self.write("tree/A.java", JAVA.format(name="A", body="n"))
        self.write("tree/racy.py", RACY)
        self.write("tree/x.hrl", "-define(TABLE, hits).\n")
        self.write("tree/m.erl", ERLANG.format(name="m", header="x.hrl", act="ets:insert(hits, {Page, N + 1})"))
        self.settle()
        self.assertEqual(0, self.counts())
        self.assertEqual(3, self.counts())
        self.assertEqual(0, self.counts("--no-cache"))
        self.same()
        self.same("--format", "text")
        self.write("tree/A.java", JAVA.format(name="A", body="n + 1"))
        self.settle()
        self.assertEqual(0, self.counts("--language", "java"))
        self.write("deadheat.toml", "[java]\nall-classes = true\n")
        self.settle()
        self.assertEqual(0, self.counts("--language", "java"), "settings count")
        self.assertEqual(0, self.counts("--language", "java", "--config", "deadheat.toml", "-I", "tree"), "so do options")

    def test_policy_and_comments_are_not_kept(self):
        self.write("tree/racy.py", RACY)
        self.settle()
        self.check()
        self.assertIn("exo-race", self.same())
        self.assertNotIn("exo-race", self.same("--ignore", "exo-race"))
        self.assertEqual(1, self.counts("--ignore", "exo-race"))

    def test_random_edits(self):
        """A file that is changed, added, renamed or removed; a header; the configuration: the same bytes as without."""
        choose = random.Random(7)
        acts = ["ets:insert(hits, {Page, N + 1})", "ok", "ets:delete(hits, Page)"]
        self.write("tree/x.hrl", "-define(TABLE, hits).\n")
        found = set()
        for _ in range(25):
            number = choose.randrange(3)
            what = choose.randrange(6)
            if what == 0:
                self.write(f"tree/C{number}.java", JAVA.format(name=f"C{number}", body=choose.choice(["n", "1"])))
            elif what == 1:
                self.write(f"tree/k{number}.py", choose.choice([RACY, CLEAN]).replace("racy", f"k{number}"))
            elif what == 2:
                self.write(f"tree/m{number}.erl", ERLANG.format(name=f"m{number}", header="x.hrl", act=choose.choice(acts)))
            elif what == 3:
                self.write("tree/x.hrl", f"-define(TABLE, {choose.choice(['hits', 'other'])}).\n")
            elif what == 4:
                files = sorted(path for path in (self.folder / "tree").iterdir() if path.suffix != ".hrl")
                if files:
                    choose.choice(files).unlink()
            else:
                self.write("tree/deadheat.toml", choose.choice(["", "[java]\nall-classes = true\n", "[confidence]\nerlang-public-table = -5\n"]))
            self.settle()
            found.add(self.same("--allow-empty"))
            found.add(self.same("--allow-empty"))
        self.assertGreater(len(found), 8)

    def test_damaged_and_read_only_caches(self):
        self.write("tree/A.java", JAVA.format(name="A", body="n"))
        self.check()
        for path in self.cache.iterdir():
            path.write_bytes(path.read_bytes()[:-3])
        self.same()
        self.assertEqual(1, self.counts(), "the damaged result was replaced")
        for folder in ("/proc/nothing", "/dev/null"):
            result = self.check(environment={"DEADHEAT_CACHE": folder})
            self.assertEqual(1, result.returncode)
            self.assertEqual("", result.stderr)

    def test_two_runs_at_once_and_a_kill(self):
        for i in range(60):
            self.write(f"tree/C{i}.java", JAVA.format(name=f"C{i}", body="n"))
        command = [program.PROGRAM, "check", "tree", "--format", "json"]
        environment = {**os.environ, **self.environment}
        expected = self.check("--no-cache").stdout
        for delay in (0, 0.01, 0.03, 0.06, 0.1):
            process = subprocess.Popen(command, cwd=self.folder, env=environment, stdout=subprocess.DEVNULL)
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            process.wait()
        runs = [subprocess.Popen(command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(4)]
        for run in runs:
            self.assertEqual(expected, run.communicate(timeout=300)[0])
        self.assertEqual(expected, self.check().stdout)

    def test_cache_command(self):
        self.write("tree/A.java", JAVA.format(name="A", body="n"))
        self.check()
        self.expect(0, "cache", "info", out="1 result", environment=self.environment)
        self.expect(0, "cache", "clean", out="1 result", environment=self.environment)
        self.expect(0, "cache", "info", out="0 results", environment=self.environment)
        self.expect(0, "cache", "info", out="the cache is off", environment={"DEADHEAT_CACHE": "off"})

    def test_a_small_tree_is_not_worth_it(self):
        self.write("tree/A.java", JAVA.format(name="A", body="n"))
        self.check(environment={"DEADHEAT_CACHE_ALWAYS": ""})
        self.assertFalse(self.cache.exists())


if __name__ == "__main__":
    program.main()
