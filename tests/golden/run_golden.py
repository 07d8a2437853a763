#!/usr/bin/env python3
"""Golden tests of the command line.

  run_golden.py NSCOPE CASE     runs CASE/cmd.txt and compares with CASE/expected.txt
  NSCOPE_UPDATE_GOLDEN=1        writes expected.txt instead

cmd.txt holds one shell command per line; lines starting with # are comments.
They run in an empty folder with `nscope` on the PATH and the folder of
hand-made inputs as `fixtures` and the documentation as `docs`. What each prints, its errors and its exit code
make the golden text. Where a case has needs.txt and the shell command in it
fails, the case is skipped (exit 77).
"""
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

SKIPPED = 77
PROGRESS = re.compile(r".* after \d+ s")  # of commands that take more than 10 s, with a sanitizer
TODAY = "1795305600"  # 2026-11-22: what a case says is as old tomorrow as today


def run_case(nscope, case, locale="C.UTF-8"):
    lines = []
    with tempfile.TemporaryDirectory() as work:
        os.symlink(nscope, os.path.join(work, "nscope"))
        os.symlink(case.parent / "fixtures", os.path.join(work, "fixtures"))
        os.symlink(case.parents[2] / "docs", os.path.join(work, "docs"))
        environment = {**os.environ, "PATH": f"{work}:{os.environ['PATH']}", "LC_ALL": locale,
                       "XDG_DATA_HOME": os.path.join(work, "data"), "NSCOPE_PRICE_BOOK": "",
                       "SOURCE_DATE_EPOCH": TODAY}
        for command in (case / "cmd.txt").read_text(encoding="utf-8").splitlines():
            if not command.strip() or command.startswith("#"):
                continue
            done = subprocess.run(["bash", "-c", command], cwd=work, env=environment, timeout=120,
                                  capture_output=True, check=False)
            lines.append(f"$ {command}")
            lines += done.stdout.decode("utf-8", "replace").replace(work, "<tmp>").splitlines()
            lines += ["[stderr] " + line
                      for line in done.stderr.decode("utf-8", "replace").replace(work, "<tmp>").splitlines()
                      if not PROGRESS.fullmatch(line)]
            if done.returncode != 0:
                lines.append(f"[exit {done.returncode}]")
            lines.append("")
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def main():
    nscope, case = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve().resolve()
    needs = case / "needs.txt"
    if needs.exists():
        command = needs.read_text(encoding="utf-8")
        if subprocess.run(["bash", "-c", command], check=False).returncode != 0:
            print(f"skipped: this machine has not what the case needs: {command.strip()}")
            return SKIPPED
    expected_file = case / "expected.txt"
    actual = run_case(nscope, case)
    if os.environ.get("NSCOPE_UPDATE_GOLDEN"):
        expected_file.write_text(actual, encoding="utf-8")
        return 0
    expected = expected_file.read_text(encoding="utf-8") if expected_file.exists() else ""
    if actual == expected:
        return 0
    sys.stdout.writelines(difflib.unified_diff(
        expected.splitlines(keepends=True), actual.splitlines(keepends=True),
        str(expected_file), "actual"))
    print("\nRun again with NSCOPE_UPDATE_GOLDEN=1 if this is what it should be: "
          + shlex.join(sys.argv))
    return 1


if __name__ == "__main__":
    sys.exit(main())
