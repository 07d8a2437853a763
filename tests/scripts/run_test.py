#!/usr/bin/env python3
"""Runs scripts/run as somebody does who has just cloned the project.

  run_test.py SCRIPTS NSCOPE NEURONSCOPE NINJA

The scripts are copied into a project of four steps, which "link" the two programs given here; a
stand-in for CMake hands them to Ninja. Nothing is installed.
"""
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPTS, NSCOPE, NEURONSCOPE, NINJA = [os.path.abspath(path) for path in sys.argv[1:5]]

CMAKE = """#!/bin/bash
# cmake --preset P | cmake --build --preset P --target A B -- OPTIONS
[[ $1 == --preset ]] && exec cp project.ninja "build/$2/build.ninja"
[[ "$1 $2 $4 $7" == "--build --preset --target --" ]] || { echo "unexpected: $*" >&2; exit 1; }
exec '{ninja}' -C "build/$3" "${@:8}" "$5" "$6"
"""
# Short work before nscope, longer work after it.
PROJECT = """
rule step
  command = $run
  description = $says
build app/a.o: step
  run = {first} && touch app/a.o
  says = Building CXX object app/a.o
build bin/nscope: step app/a.o
  run = cp {nscope} bin/nscope
  says = Linking CXX executable bin/nscope
build app/b.o: step bin/nscope
  run = {second} && touch app/b.o
  says = Building CXX object app/b.o
build bin/neuronscope: step app/b.o
  run = cp {neuronscope} bin/neuronscope
  says = Linking CXX executable bin/neuronscope
build nscope: phony bin/nscope
build neuronscope: phony bin/neuronscope
"""
MOST_LINES = 25


class Project:
    def __init__(self, folder, first="true", second="sleep 0.5", neuronscope=NEURONSCOPE):
        self.folder = pathlib.Path(folder)
        scripts = self.folder / "scripts"
        scripts.mkdir()
        for name in ("run", "build", "build-progress", "key-figures"):
            shutil.copy2(os.path.join(SCRIPTS, name), scripts)
        self.executable(scripts / "setup", "#!/bin/sh\n")
        (self.folder / "tools").mkdir()
        self.executable(self.folder / "tools/cmake", CMAKE.replace("{ninja}", NINJA))
        (self.folder / "project.ninja").write_text(PROJECT.format(
            first=first, second=second, nscope=NSCOPE, neuronscope=neuronscope))
        self.environment = {
            **os.environ, "PATH": f"{self.folder}/tools:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "NSCOPE_PRICE_BOOK", "QT_QPA_PLATFORM"):
            self.environment.pop(name, None)
        self.command = str(scripts / "run")

    @staticmethod
    def executable(path, text):
        path.write_text(text)
        path.chmod(0o755)

    def start(self, *arguments, **options):
        return subprocess.Popen([self.command, *arguments], env=self.environment, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, **options)

    def run(self, *arguments, **options):
        """The exit code and the lines that were printed."""
        process = self.start(*arguments, **options)
        said, _ = process.communicate(timeout=600)
        return process.returncode, said.splitlines()

    def processes(self):
        """The command lines of the processes that work in this project."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and os.readlink(entry / "cwd").startswith(str(self.folder)):
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" "))
            except OSError:
                pass
        return found


def position(lines, start):
    return next(i for i, line in enumerate(lines) if line.startswith(start))


class RunTest(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.work = work.name

    def check_report(self, lines):
        report = lines[position(lines, "Ready after"):]
        # The empty line before it counts too.
        self.assertLessEqual(len(report) + 1, MOST_LINES, report)
        return report

    def check_figures(self, report):
        """Five figures, as nscope itself writes those of the example."""
        first = position(report, "  figure")
        rows = [re.split(r"  +", line.strip()) for line in report[first + 1:first + 6]]
        self.assertEqual([row[0] for row in rows], [
            "TTFT, time to first token", "TPOT, time per output token", "throughput",
            "memory per core", "cost of a million tokens, on demand"])
        self.assertRegex(report[first + 6], r"^  at [\d.]+ USD/h in \S+, on demand "
                                            r"\(published 20\d\d-\d\d-\d\d\)$")
        self.assertEqual(report[first + 7], "")
        table = subprocess.run([NSCOPE, "simulate", "example"], capture_output=True, text=True,
                               check=True).stdout.replace("\u202f", " ")
        for row, name in zip(rows, ("ttft_p50", "tpot_p50", "throughput", "memory_per_core")):
            line = next(line for line in table.splitlines() if line.startswith(name))
            cells = re.split(r"  +", line)
            self.assertEqual(row[1], cells[1])
            if name != "memory_per_core":
                # A unit that both ends have is written once.
                low, high = cells[2].split(" to ")
                self.assertIn(row[2], (f"{low} to {high}", f"{low.split(' ')[0]} to {high}"))
            self.assertEqual(row[-1], "simulated")
        self.assertRegex(rows[4][1], r"^USD \d+\.\d{4}$")
        self.assertEqual(rows[4][-1], "simulated")

    def test_first_and_second_run(self):
        project = Project(self.work)
        code, lines = project.run()
        self.assertEqual(code, 0, lines)
        self.assertRegex(lines[0], r"^Neuronscope on this machine of \d+ cores takes about \d+ ")
        self.assertRegex("\n".join(lines[:6]), "take a screenshot of it \\(no display found\\)")
        # The figures are printed during the build, and again at the end.
        self.assertEqual(sum(line.startswith("Example: ") for line in lines), 2)
        self.assertLess(position(lines, "Example: "), position(lines, "Built in "))
        report = self.check_report(lines)
        self.check_figures(report)
        out = project.folder / "build/release/example"
        self.assertIn(str(out / "example.png"), "\n".join(report))
        self.assertIn(str(out / "example.nscope"), "\n".join(report))
        self.assertEqual(sorted(path.name for path in out.iterdir()), [
            "example-cost.json", "example.json", "example.nscope", "example.png"])

        code, lines = project.run()
        self.assertEqual(code, 0, lines)
        self.assertIn("nothing to do", "\n".join(lines[:4]))
        self.assertEqual(sum(line.startswith("Example: ") for line in lines), 1)
        self.check_figures(self.check_report(lines))
        self.assertLessEqual(len(lines), 2 * MOST_LINES)

        # What the report offers to try next works.
        for line in self.check_report(lines):
            command = re.match(r"  .* (build/\S+/nscope .*)", line)
            if command:
                subprocess.run(command.group(1).split(), cwd=project.folder, check=True,
                               capture_output=True)

    def test_estimate_is_what_steps_took_before(self):
        project = Project(self.work, second="sleep 3")
        self.assertEqual(project.run()[0], 0)
        (project.folder / "build/release/app/b.o").unlink()
        _, lines = project.run()
        self.assertIn("2 steps, ", lines[2])
        (project.folder / "build/release/app/b.o").unlink()
        estimate = subprocess.run(
            [project.folder / "scripts/build", "--estimate", "release", "--target", "nscope",
             "neuronscope"], env=project.environment, capture_output=True, text=True, check=True)
        steps, seconds = map(int, estimate.stdout.split())
        self.assertEqual(steps, 2)
        self.assertGreaterEqual(seconds, 3)
        self.assertLess(seconds, 11)  # as it would be without a log

    def test_build_that_fails(self):
        project = Project(self.work, second="echo app/b.cpp:7: error: no such thing && false")
        code, lines = project.run()
        self.assertNotEqual(code, 0)
        self.assertIn("app/b.cpp:7: error: no such thing", lines)
        self.assertRegex(lines[-1], "^The build failed after ")
        self.assertFalse(any(line.startswith("Ready") for line in lines))

    def test_program_that_fails(self):
        project = Project(self.work, neuronscope="/bin/false")
        code, lines = project.run()
        self.assertNotEqual(code, 0)
        self.assertFalse(any(line.startswith("Ready") for line in lines))
        self.assertFalse((project.folder / "build/release/example/example.png").exists())

    def test_file_from_another_folder(self):
        project = Project(self.work)
        other = project.folder / "other"
        other.mkdir()
        subprocess.run([NSCOPE, "simulate", "example", "-o", "run.nscope"], cwd=other, check=True,
                       capture_output=True)
        code, lines = project.run("run.nscope", cwd=other)
        self.assertEqual(code, 0, lines)
        report = self.check_report(lines)
        self.assertIn("Summary of run.nscope", report)
        self.assertEqual(position(report, "Picture:") - position(report, "  figure"), 7)
        self.assertIn(f"Session:  {other / 'run.nscope'}", report)

        code, lines = project.run("nothing.nscope", cwd=other)
        self.assertEqual((code, lines), (3, ["scripts/run: nothing.nscope: no such file"]))

    def test_desktop(self):
        stand_in = pathlib.Path(self.work) / "stand-in"
        Project.executable(stand_in, "#!/bin/sh\necho opened: \"$@\"\n")
        project = Project(self.work, neuronscope=stand_in)
        project.environment["DISPLAY"] = ":77"
        code, lines = project.run()
        self.assertEqual(code, 0, lines)
        self.assertEqual(lines[-1], "opened: --example")
        self.check_figures(self.check_report(lines))
        self.assertFalse((project.folder / "build/release/example/example.png").exists())
        code, lines = project.run(str(stand_in), "--theme", "dark")
        self.assertEqual((code, lines[-1]), (0, f"opened: {stand_in} --theme dark"))

    def test_stopping_leaves_no_process(self):
        for stop in (lambda process: process.send_signal(signal.SIGTERM),
                     lambda process: os.killpg(process.pid, signal.SIGINT)):
            with tempfile.TemporaryDirectory() as work:
                project = Project(work, first="sleep 60")
                process = project.start(start_new_session=True)
                while not any(b"sleep 60" in command for command in project.processes()):
                    time.sleep(0.05)
                stop(process)
                said, _ = process.communicate(timeout=100)
                self.assertNotEqual(process.returncode, 0)
                self.assertNotIn("Ready", said)
                until = time.monotonic() + 100
                while project.processes() and time.monotonic() < until:
                    time.sleep(0.05)
                self.assertEqual(project.processes(), [])

    def test_progress_on_a_terminal(self):
        project = Project(self.work, first="sleep 2.5", second="sleep 2.5")
        master, slave = pty.openpty()
        process = subprocess.Popen([project.command], stdin=slave, stdout=slave, stderr=slave,
                                   env={**project.environment, "TERM": "xterm"})
        os.close(slave)
        said = b""
        while True:
            try:
                data = os.read(master, 65536)
            except OSError:
                break
            if not data:
                break
            said += data
        os.close(master)
        self.assertEqual(process.wait(), 0, said)
        text = said.decode()
        # Also before Ninja says anything, which it does when a step has ended.
        for steps in (0, 2):
            self.assertRegex(text, rf"\r\033\[K\d+ %, {steps} of 4 steps, \d+ s, "
                                   r"(about \d+ s|a few seconds) left")
        shown = [re.split(r"\r\033\[K", line)[-1] for line in text.splitlines()]
        self.check_figures(self.check_report(shown))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
