"""Runs one program and measures it from outside: wall time, CPU of all its threads,
peak of resident memory, and of the part of it that is not pages of files."""
import dataclasses
import json
import os
import statistics
import subprocess
import tempfile
import threading
import time


class Failed(Exception):
    """A program ended with an error, or did not end."""


@dataclasses.dataclass
class Run:
    wall: float = 0       # s
    cpu: float = 0        # s, user and system
    peak: float = 0       # bytes resident, mapped files included
    anonymous: float = 0  # bytes resident that belong to no file, sampled every 10 ms
    output: str = ''

    def json(self):
        return json.loads(self.output)


def watch_anonymous(pid, stopped, peak):
    """Keeps the most that /proc says; ends with the process or when told to."""
    while not stopped.wait(0.01):
        try:
            with open(f'/proc/{pid}/status', encoding='ascii') as status:
                for line in status:
                    if line.startswith('RssAnon:'):
                        peak[0] = max(peak[0], int(line.split()[1]) * 1024)
        except (OSError, ValueError):
            return


def run(command, seconds):
    """Runs to the end. Raises Failed with what the program said."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        begin = time.monotonic()
        child = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL,
                                 stdout=out, stderr=errors)
        stopped, anonymous = threading.Event(), [0]
        watcher = threading.Thread(target=watch_anonymous, args=(child.pid, stopped, anonymous))
        watcher.start()
        timer = threading.Timer(seconds, child.kill)
        timer.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except BaseException:
            child.kill()
            raise
        finally:
            timer.cancel()
            stopped.set()
            watcher.join()
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - begin
        out.seek(0)
        errors.seek(0)
        if child.returncode != 0:
            said = errors.read().decode(errors='replace').strip().split('\n')[0][:200]
            raise Failed(f'after {wall:.0f} s of {seconds:.0f}' if wall >= seconds else
                         said or f'exit code {child.returncode}')
        return Run(wall=wall, cpu=usage.ru_utime + usage.ru_stime, peak=usage.ru_maxrss * 1024,
                   anonymous=anonymous[0], output=out.read().decode())


def median(values):
    return statistics.median(values)
