#!/usr/bin/env python3
"""The engines of `fleet run` give the same database: tests/fleet/engines_test.py PROGRAM

Slurm is a real cluster of one node, started here. An engine that is not there is left out, with a word.
"""
import os
import shutil
import signal
import subprocess
import tempfile
import time

import fleet_program
import program
import slurm_cluster


class EnginesTest(fleet_program.FleetTest):
    def setUp(self):
        super().setUp()
        self.make_projects(8)
        self.plan("all/*", shards=4)
        self.run_all("local", "--jobs", "2", out="8 of 8 projects")
        self.expected = self.merged("local")

    def test_parallel(self):
        if shutil.which("parallel") is None:
            self.skipTest("GNU parallel is not installed")
        self.run_all("out", "--on", "parallel", "--jobs", "2", out="8 of 8 projects")
        self.assertEqual(self.merged("out"), self.expected)
        # ":" is this machine without ssh.
        self.write("logins", ":\n")
        self.run_all("more", "--on", "parallel", "--sshloginfile", "logins", out="8 of 8 projects")
        self.assertEqual(self.merged("more"), self.expected)

    def test_slurm(self):
        with tempfile.TemporaryDirectory() as folder:
            try:
                cluster = slurm_cluster.Cluster(folder).__enter__()
            except slurm_cluster.CannotStart as error:
                self.skipTest(f"no Slurm here: {error}")
            try:
                self.run_all("out", "--on", "slurm", "--jobs", "2", environment=cluster.environment, out="8 of 8 projects")
                self.assertIn("shard 1/4: ", (self.folder / "out/logs/shard-1.log").read_text())
                # The array has only what is not finished.
                for path in (self.folder / "out/results").glob("p01-*"):
                    path.unlink()
                self.run_all("out", "--on", "slurm", environment=cluster.environment, out="8 of 8 projects")
                self.expect(3, "fleet", "run", "plan.json", "--into", "bad", "--on", "slurm", "--engine-option=--partition=none",
                            environment=cluster.environment, err="partition")
                self.interrupt_and_continue(cluster)
                self.cancel_and_continue(cluster)
                self.requeue(cluster)
            finally:
                cluster.stop()
        self.assertEqual(self.merged("out"), self.expected)

    def start_on_slurm(self, cluster, into):
        """A run that has a task on the node."""
        run = subprocess.Popen([program.PROGRAM, "fleet", "run", "plan.json", "--into", into, "--on", "slurm", "--jobs", "1"],
                               cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, **cluster.environment})
        while not (tasks := self.running_tasks(cluster)) and run.poll() is None:
            time.sleep(0.05)
        return run, tasks

    def running_tasks(self, cluster):
        return cluster.ask("squeue", "--noheader", "--states=RUNNING", "--format=%i").split()

    def interrupt_and_continue(self, cluster):
        """Ctrl-C cancels the array: no task is left, and the next run does the rest."""
        run, _ = self.start_on_slurm(cluster, "stopped")
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=300)
        self.assertIn(run.returncode, (0, 130), errors)  # 0: it was finished already
        end = time.monotonic() + 300
        while cluster.ask("squeue", "--noheader", "--format=%i").split() and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(cluster.ask("squeue", "--noheader", "--format=%i").split(), [])
        self.run_all("stopped", "--on", "slurm", environment=cluster.environment, out="8 of 8 projects")
        self.assertEqual(self.merged("stopped"), self.expected)

    def cancel_and_continue(self, cluster):
        """`scancel` by somebody else: the run says that projects are missing, and the next one does them."""
        run, tasks = self.start_on_slurm(cluster, "cancelled")
        for task in tasks:
            cluster.ask("scancel", task.split("_")[0])
        output, errors = run.communicate(timeout=600)
        self.assertIn(run.returncode, (0, 3), output + errors)  # 0: it was finished already
        if run.returncode == 3:
            self.assertIn("have no result", errors)
        self.run_all("cancelled", "--on", "slurm", environment=cluster.environment, out="8 of 8 projects")
        self.assertEqual(self.merged("cancelled"), self.expected)

    def requeue(self, cluster):
        """A task that Slurm ends and starts again, as it does when a node fails: the run waits for it."""
        run, tasks = self.start_on_slurm(cluster, "requeued")
        for task in tasks:
            cluster.ask("scontrol", "requeue", task)
            # A task that was requeued by hand waits for two minutes otherwise.
            cluster.ask("scontrol", "update", f"JobId={task}", "StartTime=now")
        output, errors = run.communicate(timeout=600)
        self.assertEqual(run.returncode, 0, output + errors)
        self.assertEqual(self.merged("requeued"), self.expected)

    def test_an_engine_that_is_not_there(self):
        self.expect(3, "fleet", "run", "plan.json", "--into", "out", "--on", "slurm", environment={"PATH": str(self.folder)},
                    err="'sbatch' cannot be run: No such file or directory")
        self.expect(2, "fleet", "run", "plan.json", "--into", "out", "--sshloginfile", "x", err="needs --on parallel")

    def test_interrupted_runs_continue(self):
        engines = ["local"] + (["parallel"] if shutil.which("parallel") else [])
        for engine in engines:
            # Stopped at once, and so with most of the work undone.
            run = subprocess.Popen([program.PROGRAM, "fleet", "run", "plan.json", "--into", engine + "-2", "--on", engine,
                                    "--jobs", "1"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            while not (self.folder / (engine + "-2") / "logs").is_dir() and run.poll() is None:
                time.sleep(0.005)
            time.sleep(0.05)
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate(timeout=300)
            self.assertIn(run.returncode, (0, 130), errors)  # 0: it was finished already
            if run.returncode == 130:
                self.assertIn("the same command continues", errors)
            self.run_all(engine + "-2", "--on", engine, out="8 of 8 projects")
            self.assertEqual(self.merged(engine + "-2"), self.expected)


if __name__ == "__main__":
    fleet_program.main()
