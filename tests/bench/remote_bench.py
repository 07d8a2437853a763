#!/usr/bin/env python3
"""Measures how long a large capture on another machine takes to open, beside the copy of its session.

An sshd on a loopback port is the other machine, so the network is faster than a real one and the import is
what counts most. Prints JSON with the medians in seconds:
  import       the import there alone (`nscope stage`)
  copy         `scp` of the session
  first        `nscope info ssh://...` with empty caches on both sides: import, copy and opening
  again        the same when the other machine has imported it before: copy and opening
and the shares `first_over` = first / (import + copy) - 1 and `again_over` = again / copy - 1.

usage: remote_bench.py NSCOPE NSCOPE_GENERATE [--slices 2e7] [--rounds 3]
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "remote"))
from local_sshd import LocalSshd


def seconds(words, **keywords):
    start = time.monotonic()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, **keywords)
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("nscope", type=os.path.abspath)
    parser.add_argument("generate", type=os.path.abspath)
    parser.add_argument("--slices", default="2e7", help="of the capture; 2e7 are 1 GB")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="nscope_remote_bench_"))
    sshd = LocalSshd(folder)
    try:
        print(json.dumps(measure(options, folder, sshd), indent=2))
    finally:
        sshd.stop()
        shutil.rmtree(folder)


def measure(options, folder, sshd):
    capture = folder / "run.ntff"
    subprocess.run([options.generate, "--format", "ntff", "--cores", "8", "--slices", options.slices, "-o", capture],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    far, near = folder / "far" / "cache", folder / "near"
    url = f"ssh://127.0.0.1:{sshd.port}{capture}"
    there = dict(os.environ, XDG_CACHE_HOME=str(far))
    here = dict(os.environ, XDG_CACHE_HOME=str(near), NSCOPE_SSH=str(folder / "ssh"),
                NSCOPE_REMOTE_PROGRAM=options.nscope)
    times = {"import": [], "copy": [], "first": [], "again": []}
    for _ in range(options.rounds):
        shutil.rmtree(far, ignore_errors=True)
        times["import"].append(seconds([options.nscope, "stage", capture], env=there))
        session = next(far.glob("neuronscope/staged/*.nscope"))
        times["copy"].append(seconds([folder / "scp", "-P", str(sshd.port), f"127.0.0.1:{session}", folder / "copy"]))
        for name in ("again", "first"):
            shutil.rmtree(near, ignore_errors=True)
            if name == "first":
                shutil.rmtree(far)
            times[name].append(seconds([options.nscope, "info", "--quiet", url], env=here))
    result = {name: round(statistics.median(each), 3) for name, each in times.items()}
    result["first_over"] = round(result["first"] / (result["import"] + result["copy"]) - 1, 3)
    result["again_over"] = round(result["again"] / result["copy"] - 1, 3)
    result["capture_bytes"] = capture.stat().st_size
    result["session_bytes"] = (folder / "copy").stat().st_size
    return result


if __name__ == "__main__":
    main()
