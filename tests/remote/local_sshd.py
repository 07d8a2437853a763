"""An sshd on a loopback port, for tests and benchmarks that open captures on another machine."""
import os
import shutil
import socket
import subprocess
import time


def find_sshd():
    """The path of sshd; None if it is not installed."""
    return shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin")


def free_port():
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]


def write_program(path, body):
    path.write_text(f"#!/bin/bash\n{body}\n")
    path.chmod(0o755)
    return str(path)


class LocalSshd:
    """Starts sshd with keys of its own. `folder` (a pathlib.Path) gets the keys, and the programs `ssh`
    and `scp`, which connect without questions. The other side has the home `far`, so that the start-up files
    of the user's shell do not run, and the cache `far/cache`."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        for key in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / key], check=True)
        shutil.copy(folder / "user.pub", folder / "authorized_keys")
        (folder / "far").mkdir()
        (folder / "sshd_config").write_text(f"""\
Port {self.port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/authorized_keys
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
Subsystem sftp internal-sftp
SetEnv XDG_CACHE_HOME={folder}/far/cache HOME={folder}/far
""")
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)  # sshd of root needs it
        log = folder / "sshd.log"
        self.process = subprocess.Popen([find_sshd(), "-D", "-f", folder / "sshd_config", "-E", log])
        end = time.monotonic() + 30
        while "listening" not in (log.read_text() if log.exists() else ""):
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError("sshd does not start: " + log.read_text())
            time.sleep(0.05)
        options = (f"-o IdentityFile={folder}/user -o IdentitiesOnly=yes -o StrictHostKeyChecking=no "
                   f"-o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -F none")
        for name in ("ssh", "scp"):
            write_program(folder / name, f'exec {name} {options} "$@"')

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
