#!/usr/bin/env python3
"""Runs a sweep as an array job on a Slurm cluster of two virtual nodes on this machine.

The cluster has a configuration, ports and folders of its own, and needs neither root nor other
Slurm services. Usage: slurm_sweep_test.py NSCOPE
"""

import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

NSCOPE = ""
TASKS = 100
LONGEST_WAIT = 240  # s

CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
SwitchType=switch/none
StateSaveLocation={folder}/control
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/control.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/control.log
SlurmdLogFile={folder}/%n.log
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,default_queue_depth=1000,bf_interval=1
SlurmdParameters=config_overrides
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=2 RealMemory=1000
NodeName=two NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=2 RealMemory=1000
PartitionName=main Nodes=one,two Default=YES MaxTime=INFINITE State=UP
"""

SWEEP = {
    "schema": "nscope.sweep/1",
    "title": "Batch sizes and lengths",
    "document": "base.workload.json",
    "vary": [
        {"member": "/batch", "values": [1, 2, 4, 8, 16, 64, 4096]},
        {"member": "/input_tokens", "from": 64, "to": 1024, "count": 15, "integer": True},
        {"member": "/tensor_parallel", "values": [8, 32]},
    ],
    "constraints": ["batch * input_tokens < 1000000"],
    "objectives": [
        {"figure": "tpot_p50", "goal": "minimum"},
        {"figure": "throughput", "goal": "maximum"},
    ],
}

WORKLOAD = {
    "schema": "nscope.workload/1",
    "model": "llama-3-8b",
    "instance": "trn1.32xlarge",
    "tensor_parallel": 32,
    "batch": 1,
    "input_tokens": 64,
    "output_tokens": 64,
    "sequence_length": 2048,
}


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


class Cluster:
    """A Slurm controller and two nodes."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        (folder / "control").mkdir()
        host = socket.gethostname().split(".")[0]
        configuration = folder / "slurm.conf"
        user = subprocess.run(["id", "-un"], check=True, capture_output=True, text=True)
        configuration.write_text(
            CONFIGURATION.format(
                host=host, ports=free_ports(3), user=user.stdout.strip(), folder=folder
            )
        )
        self.environment = {**os.environ, "SLURM_CONF": str(configuration)}
        # Daemons of Debian are in /usr/sbin, which is not in the path of every user.
        self.environment["PATH"] += ":/usr/sbin"
        self.daemons = [self.start("slurmctld", "-D", "-c")]
        for node in ("one", "two"):
            self.daemons.append(self.start("slurmd", "-D", "-N", node))
        self.wait_for(lambda: self.run("sinfo", "-h", "-o", "%t %D").split() == ["idle", "2"])

    def start(self, *words):
        with open(self.folder / "daemons.log", "ab") as log:
            return subprocess.Popen(words, env=self.environment, stdout=log, stderr=log)

    def run(self, *words, check=False):
        done = subprocess.run(
            words, env=self.environment, cwd=self.folder.parent, capture_output=True, text=True
        )
        if check and done.returncode != 0:
            raise AssertionError(f"{words}: {done.stderr}")
        return done.stdout

    def wait_for(self, condition):
        end = time.monotonic() + LONGEST_WAIT
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(
                    "the cluster did not finish in time: " + self.run("squeue") + self.failures()
                )
            time.sleep(0.1)

    def failures(self):
        """The lines of the daemons' logs and the logs of tasks that tell what went wrong."""
        usual = re.compile(r"WEXITSTATUS 0| done$|Started JobId|Launching|debug|Allocate")
        lines = []
        for name in ("control", "one", "two"):
            log = (self.folder / f"{name}.log").read_text(errors="replace")
            lines += [f"{name}: {line}" for line in log.splitlines() if not usual.search(line)][-60:]
        for log in sorted(self.folder.parent.rglob("*.log")):
            if log.parent != self.folder and "rror" in log.read_text(errors="replace"):
                lines.append(f"{log.name}: {log.read_text(errors='replace')[-300:]}")
        return "\n".join(lines)

    def stop(self):
        self.run("scancel", "--state=PENDING", "-f")
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()


class SlurmSweepTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="nscope_slurm_"))
        cls.cluster = Cluster(cls.folder / "cluster")
        (cls.folder / "sweep.json").write_text(json.dumps(SWEEP))
        (cls.folder / "base.workload.json").write_text(json.dumps(WORKLOAD))
        cls.nscope("sweep", "sweep.json", "-o", "whole.db")
        cls.whole = (cls.folder / "whole.db").read_bytes()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.stop()
        shutil.rmtree(cls.folder)

    @classmethod
    def nscope(cls, *words, expect=(0,)):
        done = subprocess.run(
            [NSCOPE, *words],
            env=cls.cluster.environment,
            cwd=cls.folder,
            capture_output=True,
            text=True,
        )
        if done.returncode not in expect:
            raise AssertionError(f"{words}: exit {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def submit(self, name, tasks=TASKS):
        text = self.nscope(
            "sweep", "sweep.json", "-o", f"{name}.db", "--submit", "slurm", "--tasks", str(tasks)
        )
        self.assertIn(f"with {tasks} tasks", text)
        return text.split("array job ")[1].split()[0]

    def jobs(self):
        """The lines "JOB_TASK STATE" of jobs that have not ended."""
        return self.cluster.run("squeue", "-h", "-r", "-o", "%i %T").splitlines()

    def wait(self):
        self.cluster.wait_for(lambda: not self.jobs())

    def wait_without_merge(self):
        """Waits for the array and removes the merge, whose dependency is not satisfied."""
        self.cluster.wait_for(lambda: all("_" not in job for job in self.jobs()))
        self.cluster.run("scancel", "-u", str(os.getuid()))
        self.wait()

    def assert_same_bytes(self, name):
        self.assertEqual((self.folder / f"{name}.db").read_bytes(), self.whole)

    def test_an_array_of_100_tasks_has_the_bytes_of_one_machine(self):
        self.submit("array")
        self.wait()
        self.assert_same_bytes("array")
        self.assertEqual(list(self.folder.glob("array*.points")), [])

    def test_killed_tasks_and_a_second_submission_have_the_same_bytes(self):
        words = ["sweep", "sweep.json", "-o", "killed.db", "--submit", "slurm"]
        self.nscope(*words, "--tasks", str(TASKS), "--dry-run")
        script = self.folder / "killed.slurm.sh"
        chosen = random.Random(7)
        victims = "|".join(str(task) for task in chosen.sample(range(TASKS), TASKS // 5))
        before, command = script.read_text().split("exec ")
        script.write_text(
            f"{before}case $SLURM_ARRAY_TASK_ID in {victims}) "
            f"exec timeout -s KILL 0.0$((RANDOM % 4 + 1)) {command.strip()};; esac\nexec {command}"
        )
        job = self.cluster.run("sbatch", "--parsable", str(script), check=True).strip()
        merge = self.folder / "killed.merge.slurm.sh"
        dependency = f"--dependency=afterok:{job}"
        self.cluster.run("sbatch", dependency, str(merge), check=True)
        self.wait_without_merge()
        self.assertFalse((self.folder / "killed.db").exists())
        text = self.nscope(
            "sweep",
            "--merge",
            "-o",
            "killed.db",
            *[each.name for each in self.folder.glob("killed.*-of-*.db")],
            expect=(1,),
        )
        self.assertIn("missing", text)
        self.submit("killed")
        self.wait()
        self.assert_same_bytes("killed")

    @unittest.skipIf(os.geteuid() != 0, "only root can mount a small file system")
    def test_a_full_disk_fails_tasks_that_continue_later(self):
        disk = self.folder / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", disk], check=True)
        try:
            self.submit("disk/results", tasks=10)
            self.wait_without_merge()
            self.assertFalse((disk / "results.db").exists())
            # The logs of the tasks are on the full disk, too.
            self.assertLess(len(list(disk.glob("results.*-of-0010.db"))), 10)
            subprocess.run(["mount", "-o", "remount,size=50m", disk], check=True)
            self.submit("disk/results", tasks=10)
            self.wait()
            self.assert_same_bytes("disk/results")
        finally:
            subprocess.run(["umount", "--lazy", disk], check=False)

    def test_a_duplicate_shard_is_merged_once(self):
        self.submit("twice", tasks=10)
        self.wait()
        self.assert_same_bytes("twice")
        shutil.copy(self.folder / "twice.0004-of-0010.db", self.folder / "copy.db")
        parts = [each.name for each in self.folder.glob("twice.*-of-*.db")]
        self.nscope("sweep", "--merge", "-o", "again.db", *parts, "copy.db")
        self.assert_same_bytes("again")


if __name__ == "__main__":
    daemons = shutil.which("slurmctld", path=os.environ["PATH"] + ":/usr/sbin")
    if daemons is None:
        print("Slurm is not installed (scripts/setup --servers)")
        sys.exit(77)
    NSCOPE = os.path.abspath(sys.argv.pop(1))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    unittest.main()
