#!/usr/bin/env python3
"""Opens captures through a real sshd, which the test starts on a loopback port.

usage: ssh_test.py NSCOPE FIXTURES
"""
import http.server
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

from local_sshd import LocalSshd, find_sshd, free_port, write_program

NSCOPE, FIXTURES = (os.path.abspath(each) for each in sys.argv[1:3])


class SshTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="nscope_ssh_"))
        cls.sshd = LocalSshd(cls.folder)
        cls.port = cls.sshd.port

    @classmethod
    def tearDownClass(cls):
        cls.sshd.stop()
        shutil.rmtree(cls.folder)

    @classmethod
    def write_program(cls, name, body):
        return write_program(cls.folder / name, body)

    def setUp(self):
        # Each test has a cache of its own on this side.
        self.cache = pathlib.Path(tempfile.mkdtemp(dir=self.folder))

    def url(self, path):
        return f"ssh://127.0.0.1:{self.port}{path}"

    def nscope(self, *words, expect=0, ssh="ssh", program=NSCOPE):
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.cache), "LC_ALL": "C.UTF-8",
                       "NSCOPE_SSH": str(self.folder / ssh), "NSCOPE_REMOTE_PROGRAM": program}
        done = subprocess.run([NSCOPE, *words], env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout if expect == 0 else done.stderr

    def copies(self):
        return sorted(self.cache.glob("neuronscope/remote/*/*.nscope"))

    def test_a_capture_is_imported_there_and_opened_here(self):
        capture = os.path.join(FIXTURES, "tiny_profile.json")
        remote = self.nscope("summary", "--json", self.url(capture))
        self.assertEqual(remote, self.nscope("summary", "--json", capture))
        self.assertEqual([each.name for each in self.copies()], ["tiny_profile.nscope"])

    def test_an_opening_connects_once_and_ends_the_connection(self):
        log = self.folder / "sshd.log"
        before = log.read_text().count("Accepted publickey")
        self.nscope("info", self.url(os.path.join(FIXTURES, "tiny_profile.json")))
        self.assertEqual(log.read_text().count("Accepted publickey") - before, 1)
        running = subprocess.run(["pgrep", "-af", f"-p {self.port} .*ControlPersist"], capture_output=True, text=True)
        self.assertEqual(running.stdout, "")

    def test_a_folder_with_spaces_and_quotes(self):
        run = self.folder / "it's a run"
        run.mkdir(exist_ok=True)
        shutil.copy(os.path.join(FIXTURES, "tiny_profile.json"), run)
        self.assertIn("events", self.nscope("info", self.url(str(run))))

    def test_without_nscope_the_files_are_copied(self):
        capture = os.path.join(FIXTURES, "tiny_profile.json")
        remote = self.nscope("summary", "--json", self.url(capture), program="/absent/nscope")
        self.assertEqual(remote, self.nscope("summary", "--json", capture))

    def test_two_remote_captures_are_compared(self):
        capture = os.path.join(FIXTURES, "tiny_profile.json")
        self.assertTrue(self.nscope("compare", self.url(capture), capture))

    def test_a_lost_connection_is_resumed(self):
        capture = os.path.join(FIXTURES, "tiny_profile.json")
        calls = self.folder / "calls"
        calls.unlink(missing_ok=True)
        ssh = shlex.quote(str(self.folder / "ssh"))
        self.write_program("lossy", f"""\
case "${{!#}}" in
  tail*) echo "${{!#}}" >> {calls}
         if [ $(wc -l < {calls}) -lt 3 ]; then {ssh} "$@" | head -c 5000; exit 255; fi;;
esac
exec {ssh} "$@" """)
        remote = self.nscope("summary", "--json", self.url(capture), ssh="lossy")
        self.assertEqual(remote, self.nscope("summary", "--json", capture))
        offsets = [int(line.split("+")[1].split()[0]) for line in calls.read_text().splitlines()]
        self.assertEqual(offsets, [1, 5001, 10001])

    def profiled_program(self):
        """A program that writes a capture where the runtime would."""
        return self.write_program("profiled", f"""\
[[ $NEURON_RT_INSPECT_ENABLE$NEURON_RT_INSPECT_DEVICE_PROFILE == 11 ]] || exit 9
cp {FIXTURES}/tiny_profile.json "$NEURON_RT_INSPECT_OUTPUT_DIR"
echo done "$@"
exit ${{2:-0}}""")

    def test_a_program_is_captured_here(self):
        folder, session = self.cache / "run", self.cache / "run.nscope"
        program = self.profiled_program()
        self.assertIn("done x", self.nscope("capture", "--folder", str(folder), "--", program, "x"))
        self.assertEqual(self.nscope("summary", "--json", str(session)),
                         self.nscope("summary", "--json", os.path.join(FIXTURES, "tiny_profile.json")))
        self.assertIn("files already", self.nscope("capture", "--folder", str(folder), "--", program, expect=1))
        # The capture of a program that fails is kept.
        said = self.nscope("capture", "--folder", str(self.cache / "bad"), "--", program, "x", "3", expect=1)
        self.assertIn("exit code 3", said)
        self.assertTrue((self.cache / "bad.nscope").exists())
        said = self.nscope("capture", "--folder", str(self.cache / "none"), "--", "true", expect=3)
        self.assertIn("no profile", said)
        self.assertFalse((self.cache / "none").exists())

    def test_a_program_is_captured_there(self):
        session = self.cache / "far.nscope"
        folder = str(self.folder / f"far-{self.cache.name}")
        said = self.nscope("capture", "--ssh", f"127.0.0.1:{self.port}", "--folder", folder, "-o", str(session),
                           "--", self.profiled_program(), "two words")
        self.assertIn("done two words", said)
        self.assertEqual(self.nscope("summary", "--json", str(session)),
                         self.nscope("summary", "--json", os.path.join(FIXTURES, "tiny_profile.json")))

    def test_the_profiler_of_a_server_is_started_and_stopped(self):
        folder, requests = self.cache / "server", []
        folder.mkdir()

        class Server(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                requests.append(self.path)
                if self.path == "/stop_profile":
                    shutil.copy(os.path.join(FIXTURES, "tiny_profile.json"), folder)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass

        with http.server.HTTPServer(("127.0.0.1", 0), Server) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            url = f"http://127.0.0.1:{server.server_port}"
            said = self.nscope("capture", "--server", url, "--folder", str(folder), "--seconds", "0.1")
            server.shutdown()
        self.assertIn("5 events", said)
        self.assertEqual(requests, ["/start_profile", "/stop_profile"])

    def test_errors_name_the_place(self):
        self.assertIn("No such file", self.nscope("info", self.url("/absent.ntff"), expect=3))
        refused = self.nscope("info", f"ssh://127.0.0.1:{free_port()}/run", expect=3)
        self.assertIn("connection failed", refused)
        self.assertIn("Connection refused", refused)
        self.assertIn("ssh://[USER@]HOST", self.nscope("info", "ssh://-oProxyCommand=x/run", expect=2))


if __name__ == "__main__":
    if find_sshd() is None:
        print("sshd is not installed (scripts/setup --servers)")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
