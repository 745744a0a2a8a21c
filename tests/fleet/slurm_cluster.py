"""A Slurm cluster of one node on loopback, with a munge of its own: started by a test, gone after it."""
import os
import pathlib
import secrets
import shutil
import socket
import subprocess
import time


class CannotStart(Exception):
    pass


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


CONFIGURATION = """ClusterName=deadheat
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmctldPort={controller_port}
SlurmdPort={node_port}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=1,sched_min_interval=50000
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class Cluster:
    """Use it as a context; `environment` is for sbatch, squeue and scancel."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.daemons = []
        self.environment = {"SLURM_CONF": str(self.folder / "slurm.conf")}

    def start(self, name, *arguments):
        program = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
        if program is None:
            raise CannotStart(f"{name} is not installed")
        with open(self.folder / f"{name}.log", "wb") as log:
            self.daemons.append(subprocess.Popen([program, *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                                 env={**os.environ, **self.environment}, start_new_session=True))
        return self.daemons[-1]

    def wait_for(self, condition, what, seconds=30):
        end = time.monotonic() + seconds
        while not condition():
            dead = [d for d in self.daemons if d.poll() is not None]
            if dead or time.monotonic() > end:
                logs = "".join(path.read_text(errors="replace")[-600:] for path in sorted(self.folder.glob("*.log")))
                raise CannotStart(f"{what}: {logs}")
            time.sleep(0.05)

    def ask(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60,
                              env={**os.environ, **self.environment})
        return done.stdout if done.returncode == 0 else ""

    def is_idle(self):
        # A state with a mark, such as idle*, is of a node that does not answer yet.
        return self.ask("sinfo", "--noheader", "--format=%t").strip() in ("idle", "mix", "alloc")

    def __enter__(self):
        if os.geteuid() != 0:
            raise CannotStart("a cluster can be started by root only")
        try:
            return self.started()
        except BaseException:
            self.stop()
            raise

    def started(self):
        self.folder.chmod(0o755)
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], user="root", folder=self.folder, controller_port=free_port(),
            node_port=free_port(), processors=os.cpu_count()))
        at = str(self.folder)
        self.start("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={at}/munge.socket",
                   f"--pid-file={at}/munged.pid", f"--log-file={at}/munged-own.log", f"--seed-file={at}/munged.seed")
        self.wait_for((self.folder / "munge.socket").exists, "munged did not start")
        self.start("slurmctld", "-D", "-i")
        self.start("slurmd", "-D")
        self.wait_for(self.is_idle, "the node did not become idle")
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in reversed(self.daemons):
            try:
                daemon.wait(timeout=20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
