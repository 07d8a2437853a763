#!/usr/bin/env python3
"""Runs scripts/setup and scripts/apt-install with stand-ins for Debian's tools.

  setup_test.py SCRIPTS
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = os.path.abspath(sys.argv[1])

# Knows all packages but those in $MISSING, and says so as dpkg-query does.
DPKG_QUERY = """#!/bin/bash
code=0
for package in "${@:4}"; do
  if [[ " $MISSING " == *" $package "* ]]; then
    code=1
    echo "dpkg-query: no packages found matching $package" >&2
  else
    echo "installed $package"
  fi
done
exit $code
"""
APT_GET = """#!/bin/bash
echo "$*" >>"$CALLS"
[[ $1 == install && " $* " == *" no-such-package "* ]] && { echo "E: Unable to locate" >&2; exit 100; }
case "$*" in
  *--assume-no*)
    echo "0 upgraded, 214 newly installed, 0 to remove and 3 not upgraded."
    echo "Need to get 187 MB of archives."
    echo "After this operation, 812 MB of additional disk space will be used."
    exit 1 ;;
  *Status-Fd=3*)
    echo "dlstatus:1:20.1234:Retrieving file 1 of 214" >&3
    echo "pmstatus:libc6:amd64:54.5:Unpacking libc6" >&3
    echo "Setting up libc6" ;;
esac
"""


class SetupTest(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.folder = pathlib.Path(work.name)
        self.calls = self.folder / "calls"
        self.calls.write_text("")
        for name in ("setup", "apt-install"):
            shutil.copy2(os.path.join(SCRIPTS, name), self.folder)
        tools = self.folder / "tools"
        tools.mkdir()
        for path, text in ((self.folder / "setup-duckdb", "#!/bin/sh\n"),
                           (tools / "dpkg-query", DPKG_QUERY), (tools / "apt-get", APT_GET),
                           (tools / "sudo", '#!/bin/sh\necho "sudo $*" >>"$CALLS"\n')):
            path.write_text(text)
            path.chmod(0o755)

    def run_script(self, name, *arguments, missing=""):
        done = subprocess.run(
            [self.folder / name, *arguments], capture_output=True, text=True, check=False,
            env={**os.environ, "PATH": f"{self.folder}/tools:{os.environ['PATH']}",
                 "MISSING": missing, "CALLS": str(self.calls)})
        return done.returncode, done.stdout, done.stderr

    def test_nothing_is_missing(self):
        self.assertEqual(self.run_script("setup"), (0, "", ""))
        self.assertEqual(self.run_script("setup", "--missing"), (0, "", ""))
        self.assertEqual(self.calls.read_text(), "")

    def test_lists_what_is_missing(self):
        self.assertEqual(self.run_script("setup", "--missing", missing="ccache g++"),
                         (0, "g++\nccache\n", ""))
        self.assertEqual(self.calls.read_text(), "")

    def test_installs_what_is_missing_as_root(self):
        code, said, _ = self.run_script("setup", "--quality", missing="ccache clang-tidy-19")
        self.assertEqual(code, 0)
        if os.geteuid() == 0:
            self.assertIn("Installing 2 packages, which takes 1 to 4 minutes: ccache clang-tidy-19", said)
            self.assertRegex(self.calls.read_text().splitlines()[-1], "^install -y .* ccache clang-tidy-19$")
        else:
            self.assertEqual(self.calls.read_text(), f"sudo {self.folder}/setup --quality\n")

    def test_says_how_much_is_installed(self):
        code, said, _ = self.run_script("apt-install", "ccache")
        self.assertEqual(code, 0)
        self.assertEqual(said.splitlines()[:4], [
            "Reading package lists", "With what they need: 214 new packages, 0 upgraded.",
            "Need to get 187 MB of archives.",
            "After this operation, 812 MB of additional disk space will be used."])
        self.assertNotIn("Setting up", said)

    def test_failure_is_passed_on(self):
        code, _, errors = self.run_script("apt-install", "no-such-package")
        self.assertEqual((code, errors), (100, "E: Unable to locate\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
