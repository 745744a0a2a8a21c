#!/usr/bin/env python3
"""What can go wrong in a fleet: a clear message, nothing lost, nothing counted twice: tests/fleet/fault_test.py PROGRAM"""
import contextlib
import fcntl
import io
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import tarfile
import time
import zipfile

import fleet_program
import program

KILLS = 50


class ProjectFaultTest(fleet_program.FleetTest):
    """A project that cannot be analysed costs itself only."""

    def check_failures(self, entries, reasons, change=None):
        self.write("good/a.py", program.RACY)
        self.write("list.txt", "good\n" + "".join(entry + "\n" for entry in entries))
        self.plan("list.txt")
        if change:
            plan = json.loads((self.folder / "plan.json").read_text())
            change(plan)
            self.write("plan.json", json.dumps(plan))
        self.run_all("out")
        outcomes = self.outcomes("out")
        self.assertEqual(outcomes["good"], ("done", ""))
        for name, reason in reasons.items():
            self.assertEqual(outcomes[name][0], "failed", (name, outcomes[name]))
            self.assertIn(reason, outcomes[name][1], name)
        self.assertEqual(len(outcomes), len(entries) + 1)
        failed = self.expect(0, "fleet", "query", "failed", "out", "--format", "json").stdout
        self.assertEqual({row["project"] for row in json.loads(failed)}, set(reasons))

    def test_repositories(self):
        self.git(self.folder, "init", "-q", "repo")
        self.write("repo/a.py", program.RACY)
        self.git(self.folder / "repo", "add", ".")
        self.git(self.folder / "repo", "commit", "-qm", "one")
        shutil.copytree(self.folder / "repo", self.folder / "damaged")
        for path in (self.folder / "damaged/.git/objects").glob("??/*"):
            path.chmod(0o644)
            path.write_bytes(b"rubbish")
        self.write("plain/a.py", program.RACY)
        self.check_failures(
            ["repo@no-such-branch", "damaged@HEAD", "plain@HEAD", "missing", "missing.zip", "repo/a.zip"],
            {"repo@no-such-branch": "there is no revision 'no-such-branch'", "damaged@HEAD": "damaged: ",
             "plain@HEAD": "plain: ", "missing": "cannot be entered: No such file or directory",
             "missing.zip": "the archive cannot be read", "a.zip": "the archive cannot be read"})

    def test_archives(self):
        race = program.RACY.encode()
        fleet_program.tar_of(self.folder / "up.tar.gz", [("a.py", race), ("x/../../escaped.py", race)])
        fleet_program.tar_of(self.folder / "root.tar.gz", [(str(self.folder / "escaped.py"), race)])
        with tarfile.open(self.folder / "link.tar.gz", "w:gz") as archive:
            link = tarfile.TarInfo("link")
            link.type, link.linkname = tarfile.SYMTYPE, str(self.folder)
            archive.addfile(link)
            info = tarfile.TarInfo("link/escaped.py")
            info.size = len(race)
            archive.addfile(info, io.BytesIO(race))
        with zipfile.ZipFile(self.folder / "slip.zip", "w") as archive:
            archive.writestr("../escaped.py", race)
        with zipfile.ZipFile(self.folder / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.py", b"#" * 30_000_000)
        fleet_program.tar_of(self.folder / "many.tar.gz", [(f"{i}.py", b"") for i in range(300)])
        self.write("text.zip", "this is no archive")
        fleet_program.tar_of(self.folder / "half.tar.gz", [("a.py", os.urandom(5000))])
        half = (self.folder / "half.tar.gz").read_bytes()
        (self.folder / "half.tar.gz").write_bytes(half[:3000])

        def small_limits(plan):
            plan["limits"].update(unpacked_bytes=1_000_000, unpacked_files=200)

        outside = "an entry outside of its folder"
        self.check_failures(
            ["up.tar.gz", "root.tar.gz", "slip.zip", "bomb.zip", "many.tar.gz", "text.zip", "half.tar.gz"],
            {"up.tar.gz": outside, "root.tar.gz": outside, "slip.zip": outside, "bomb.zip": "limit of the plan (unpacked_bytes)",
             "many.tar.gz": "limit of the plan (unpacked_files)", "text.zip": "the archive cannot be read",
             "half.tar.gz": "the archive cannot be read"}, small_limits)
        # A link is left out, and so what is unpacked below it stays inside.
        self.plan("link.tar.gz")
        self.run_all("links")
        self.assertEqual(self.outcomes("links")["link.tar.gz"][0], "done")
        self.assertFalse((self.folder / "escaped.py").exists())
        self.assertFalse((self.folder.parent / "escaped.py").exists())

    def test_limits_of_the_check(self):
        self.write("good/a.py", program.RACY)

        def limited(into, **limits):
            self.plan("good", shards=1)
            plan = json.loads((self.folder / "plan.json").read_text())
            plan["limits"].update(limits)
            self.write("plan.json", json.dumps(plan))
            self.run_all(into)
            return self.outcomes(into)["good"]

        outcome, reason = limited("output", output_bytes=2000)
        self.assertEqual((outcome, reason), ("failed", "wrote a file of more than 2000 bytes (limits.output_bytes)"))
        self.assertIn(limited("memory", memory_bytes=1 << 20)[0], ("failed", "incomplete"))

    def test_a_repository_cannot_run_anything(self):
        self.git(self.folder, "init", "-q", "repo")
        self.write("repo/a.py", program.RACY)
        self.write("repo/.gitattributes", "*.py filter=evil diff=evil\n")
        self.git(self.folder / "repo", "add", ".")
        self.git(self.folder / "repo", "commit", "-qm", "one")
        marker = self.folder / "was-run"
        script = self.write("evil", f"#!/bin/sh\ntouch {marker}\ncat\n")
        script.chmod(0o755)
        for name in ("filter.evil.smudge", "filter.evil.clean", "filter.evil.process", "core.fsmonitor", "diff.evil.textconv",
                     "core.sshCommand", "uploadpack.packObjectsHook", "tar.tar.command", "core.alternateRefsCommand"):
            self.git(self.folder / "repo", "config", name, str(script))
        self.git(self.folder / "repo", "config", "core.hooksPath", str(self.folder))
        self.plan("repo@HEAD")
        self.run_all("out")
        self.assertEqual(self.outcomes("out")["repo@HEAD"], ("done", ""))
        self.assertFalse(marker.exists())


class FolderFaultTest(fleet_program.FleetTest):
    def test_two_workers_on_one_shard(self):
        self.make_projects(2)
        self.plan("all/*", shards=1)
        (self.folder / "out/locks").mkdir(parents=True)
        with open(self.folder / "out/locks/shard-1", "w+", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            lock.write("process 7 on elsewhere")
            lock.flush()
            self.expect(3, "fleet", "work", "plan.json", "--shard", "1/1", "--into", "out",
                        err="shard 1/1 is being worked on already by process 7 on elsewhere")
            self.run_all("out", status=3, err="2 projects have no result")
        self.run_all("out", out="2 of 2 projects")

    def test_databases(self):
        self.make_projects(1)
        self.plan("all/*", shards=1)
        self.run_all("out")
        self.merged("out")
        database = self.folder / "out/fleet.db"
        with sqlite3.connect(database) as connection:
            connection.execute("PRAGMA user_version = 7")
        connection.close()
        before = database.read_bytes()
        self.expect(2, "fleet", "merge", "out", err="is a database of version 7; this program needs version 1: merge the folders")
        self.expect(2, "fleet", "query", "rules", "out", err="is a database of version 7")
        self.assertEqual(before, database.read_bytes())
        with sqlite3.connect(self.folder / "other.db") as connection:
            connection.execute("CREATE TABLE t (x)")
        connection.close()
        self.expect(2, "fleet", "merge", "out", "-o", "other.db", err="is not a database of 'deadheat fleet merge'")
        self.write("text.db", "text " * 1000)
        self.expect(2, "fleet", "query", "rules", "text.db", err="text.db: file is not a database")
        self.expect(2, "fleet", "merge", "all", err="all: is not the folder of a run")
        self.assertEqual(list(self.folder.glob("**/*.tmp")), [])

    def test_a_damaged_result(self):
        self.make_projects(3)
        self.plan("all/*", shards=1)
        self.run_all("out")
        expected = self.merged("out")
        whole = {path: path.read_text() for path in (self.folder / "out/results").iterdir()}
        for text in ("{", '"findings":{}', None):
            for path, good in whole.items():
                if "p03-" in path.name:
                    path.write_text(text if text == "{" else good.replace('"confidence": 100', '"confidence": "high"'))
            self.assertEqual(self.outcomes("out")["p03"][0], "failed")
            self.assertIn("its result is damaged; remove results/p03-", self.outcomes("out")["p03"][1])
            self.assertEqual(self.outcomes("out")["p01"][0], "done")
        next((self.folder / "out/results").glob("p03-*")).unlink()
        self.run_all("out", out="3 of 3 projects")
        self.assertEqual(self.merged("out"), expected)

    def test_a_full_disk(self):
        self.make_projects(6)
        self.plan("all/*", shards=1)
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=320k", "tmpfs", str(disk)], capture_output=True,
                                 check=False)
        if mounted.returncode != 0:
            self.skipTest("no file system of a fixed size can be mounted here")
        with contextlib.ExitStack() as cleanup:
            cleanup.callback(subprocess.run, ["umount", "--lazy", str(disk)], check=True)
            done = self.expect(3, "fleet", "work", "plan.json", "--shard", "1/1", "--into", "disk/out")
            self.assertIn("No space left on device", done.stderr)
            outcomes = self.outcomes_elsewhere("disk/out")
            self.assertNotIn("failed", outcomes)
            self.assertIn("not run", outcomes)
            self.assertEqual(list(disk.glob("out/results/*.tmp")), [])
            subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
            self.run_all("disk/out", out="6 of 6 projects")
            self.run_all("room")
            self.assertEqual(self.merged("disk/out"), self.merged("room"))

    def outcomes_elsewhere(self, folder):
        """Merged where there is room; the overview has none."""
        self.run_program("fleet", "merge", folder, "-o", "elsewhere.db")
        return [outcome for outcome, in fleet_program.rows(self.folder / "elsewhere.db", "SELECT outcome FROM projects")]


class KillTest(fleet_program.FleetTest):
    def kill_at_random(self, choice, command, longest):
        """Returns whether it was still running."""
        worker = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            worker.wait(timeout=choice.uniform(0.001, longest))
            return False
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()
            return True

    def test_killed_at_any_moment(self):
        """Workers and the driver are killed with -9, again and again; the database is that of a run that was left alone."""
        self.make_projects(4)
        fleet_program.tar_of(self.folder / "t.tar.gz", [("a.py", program.RACY.encode())])
        self.git(self.folder, "init", "-q", "repo")
        self.write("repo/a.py", program.RACY)
        self.git(self.folder / "repo", "add", ".")
        self.git(self.folder / "repo", "commit", "-qm", "one")
        self.plan("all/*", "t.tar.gz", "repo@HEAD", shards=2)
        began = time.monotonic()
        self.run_all("undisturbed", "--jobs", "1")
        a_shard = (time.monotonic() - began) / 2
        expected = self.merged("undisturbed")
        choice = random.Random(1)
        kills = rounds = 0
        while kills < KILLS:
            rounds += 1
            into = f"round-{rounds}"
            for _ in range(20):
                command = [program.PROGRAM, "fleet", "work", "plan.json", "--shard", f"{choice.randint(1, 2)}/2", "--into", into]
                if choice.random() < 0.2:
                    command = [program.PROGRAM, "fleet", "run", "plan.json", "--into", into]
                kills += self.kill_at_random(choice, command, a_shard)
                if kills == KILLS:
                    break
            self.finish(into)
            self.assertEqual(self.merged(into), expected)
            left = [path for path in (self.folder / into).rglob("*") if path.name.endswith(".tmp")]
            self.assertLess(len(left), 20)

    def test_check_killed_before_its_worker(self):
        """As engines end a job: the project has no result, and the next run makes one."""
        self.make_projects(1)
        self.write("slow/a.py", program.RACY * 300)
        self.plan("slow", shards=1)
        self.run_all("undisturbed")
        expected = self.merged("undisturbed")
        worker = subprocess.Popen([program.PROGRAM, "fleet", "work", "plan.json", "--shard", "1/1", "--into", "out"],
                                  cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        children = pathlib.Path(f"/proc/{worker.pid}/task/{worker.pid}/children")
        with contextlib.suppress(OSError):  # it may end before
            while not (checks := children.read_text().split()):
                pass
            for check in checks:
                os.kill(int(check), signal.SIGKILL)
        worker.terminate()
        worker.wait()
        self.run_all("out")
        self.assertEqual(self.merged("out"), expected)

    def finish(self, into):
        """The workers of a driver that was killed stop by themselves, but not at once."""
        end = time.monotonic() + 60
        while True:
            done = self.run_program("fleet", "run", "plan.json", "--into", into)
            if done.returncode == 0 or time.monotonic() > end:
                self.assertEqual(done.returncode, 0, done.stderr)
                return
            # What it says is the last line of a log, to which the stopping worker may add its own.
            self.assertEqual(done.returncode, 3, done.stderr)
            time.sleep(0.05)


if __name__ == "__main__":
    fleet_program.main()
