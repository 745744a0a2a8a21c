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
# Files that need each other, as texts with parts that change: bodies, members, imports, classes in bodies, and who extends whom.
PARTS = {
    "a/Base.java": ("""package a;
import net.jcip.annotations.ThreadSafe;
@ThreadSafe
public class Base {
  protected final Object lock = %s;
  protected int n;
  %s
  protected Object lock() { return %s; }
  public void guarded() { synchronized (lock()) { n++; } }
}
""", ["new Object()", "Locks.one()"], ["", "private int more;", "protected int unguarded() { return n; }", "protected Object other = lock;"], ["lock", "this", "Locks.LOCK"]),
    "a/Locks.java": ("""package a;
public class Locks {
  public static final Object LOCK = new Object();
  static Object one() { return %s; }
  static synchronized void run(Runnable task) { %s }
}
""", ["LOCK", "new Object()"], ["task.run();", "synchronized (LOCK) { task.run(); }", "new Thread(task).start();",
                                "new Runnable() { public void run() { task.run(); } }.run();"]),
    "a/Sub.java": ("""package a;
%s
public class Sub extends %s {
  int own;
  void add() { synchronized (%s) { %s; } }
  int get() { return n + own; }
}
""", ["", "import static a.Locks.LOCK;", "import b.Base;"], ["Base", "a.Base"], ["this", "Locks.LOCK"], ["own++", "Locks.run(() -> own++)"]),
    "b/Base.java": ("""package b;
public class Base { protected int n; %s }
""", ["", "protected final Object lock = new Object(); public void guarded() { synchronized (lock) { n++; } }"]),
    "b/User.java": ("""package b;
import a.*;
class User {
  private final %s base = new %s();
  private int count;
  synchronized void one() { %s }
  synchronized void two() { count--; }
  int three() { synchronized (Locks.LOCK) { synchronized (this) { return count; } } }
  %s
}
""", ["a.Base", "Locks"], ["a.Base", "Locks"], ["count++;", "synchronized (Locks.LOCK) { count++; }", "Locks.run(() -> { count++; });"],
                    ["", "class Inner extends a.Base { void x() { n++; } }", "int four() { return count; }"]),
}
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

    def from_cache(self):
        """How many classes of Java came from the cache, where the program as a whole did not."""
        return json.loads(self.check("--stats").stdout)["stats"]["counts"].get("java classes from the cache", 0)

    def test_classes_of_files_that_did_not_change(self):
        for i in range(9):
            self.write(f"tree/C{i}.java", JAVA.format(name=f"C{i}", body="n"))
        self.write("tree/S.java", "class S extends C0 { int twice() { return 2 * get(); } }\n")
        self.check()
        self.write("tree/C3.java", JAVA.format(name="C3", body="n + 1"))
        self.assertEqual(9, self.from_cache(), "a body")
        self.write("tree/C3.java", "// longer\n" + JAVA.format(name="C3", body="n + 1").replace("int n;", "int n, m;"))
        self.assertEqual(9, self.from_cache(), "members, and other places")
        self.same()
        self.write("tree/C0.java", JAVA.format(name="C0", body="n + 1"))
        self.assertEqual(8, self.from_cache(), "its subclass depends on it")
        self.same()
        self.write("tree/C3.java", JAVA.format(name="C3", body="n") + "class Other extends C4 {}\n")
        self.assertEqual(0, self.from_cache(), "a class more may mean anything")
        self.same()

    def test_random_edits_of_java(self):
        choose = random.Random(11)
        found, reused = set(), 0
        for path, (text, *choices) in PARTS.items():
            self.write("tree/" + path, text % tuple(options[0] for options in choices))
        for _ in range(40):
            path = choose.choice(sorted(PARTS))
            text, *choices = PARTS[path]
            self.write("tree/" + path, text % tuple(choose.choice(options) for options in choices))
            reused += self.from_cache()
            found.add(self.same("--min-confidence", "0"))
        self.assertGreater(len(found), 10)
        self.assertGreater(reused, 40)

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
        self.expect(0, "cache", "info", out="2 results", environment=self.environment)
        self.expect(0, "cache", "clean", out="2 results", environment=self.environment)
        self.expect(0, "cache", "info", out="0 results", environment=self.environment)
        self.expect(0, "cache", "info", out="the cache is off", environment={"DEADHEAT_CACHE": "off"})

    def test_a_small_tree_is_not_worth_it(self):
        self.write("tree/A.java", JAVA.format(name="A", body="n"))
        self.check(environment={"DEADHEAT_CACHE_ALWAYS": ""})
        self.assertFalse(self.cache.exists())


if __name__ == "__main__":
    program.main()
