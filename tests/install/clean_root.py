"""A clean Debian 12 in a folder, made by debootstrap, in which commands run by chroot.

The machine's own package sources are used, whatever mirror they name. The base system is kept as
an archive and downloaded packages as files, so that the next time little is downloaded.
"""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

SUITE = "bookworm"
DAYS_KEPT = 14


class Unavailable(Exception):
    """Why there can be no clean root on this machine."""


def deb822_entries(text):
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        fields = dict(re.findall(r"^(\S+):[ \t]*(.*)$", "\n".join(lines), re.M))
        if fields.get("Enabled", "yes") == "no" or "deb" not in fields.get("Types", "").split():
            continue
        for uri in fields.get("URIs", "").split():
            for suite in fields.get("Suites", "").split():
                yield uri, suite, fields.get("Components", "").split()


def list_entries(text):
    for line in text.splitlines():
        match = re.match(r"deb\s+(?:\[[^]]*\]\s+)?(\S+)\s+(\S+)\s+(.*)", line.strip())
        if match:
            yield match[1], match[2], match[3].split()


def package_sources(folder=pathlib.Path("/etc/apt")):
    """The (uri, suite) that this machine gets Debian 12 from, base system first."""
    found = []
    for file in sorted([folder / "sources.list", *(folder / "sources.list.d").glob("*")]):
        if not file.is_file() or file.suffix not in (".list", ".sources"):
            continue
        read = deb822_entries if file.suffix == ".sources" else list_entries
        for uri, suite, components in read(file.read_text(encoding="utf-8")):
            if suite.split("-")[0] == SUITE and "main" in components and (uri, suite) not in found:
                found.append((uri, suite))
    return sorted(found, key=lambda source: source[1] != SUITE)


def require_tools():
    if os.geteuid() != 0:
        raise Unavailable("needs root, for debootstrap and chroot")
    for tool in ("debootstrap", "zstd", "unshare", "chroot"):
        if not shutil.which(tool):
            raise Unavailable(f"needs {tool} (scripts/setup --package)")
    if subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode:
        raise Unavailable("may not mount file systems here (unshare --mount)")


class CleanRoot:
    """The root; a context manager that removes it. `cache` is kept."""

    def __init__(self, cache):
        require_tools()
        self.sources = package_sources()
        if not self.sources or self.sources[0][1] != SUITE:
            raise Unavailable(f"/etc/apt names no source of Debian's {SUITE}")
        self.cache = pathlib.Path(cache).resolve()
        self.downloads = self.cache / "downloads"
        (self.downloads / "partial").mkdir(parents=True, exist_ok=True)
        self.path = None

    def __enter__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="neuronscope-root-"))
        try:
            self.unpack_base()
            self.configure()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, *_):
        self.remove()

    def remove(self):
        # Mounts were private to the commands that ran; this still leaves other file systems alone.
        subprocess.run(["rm", "-rf", "--one-file-system", self.path], check=True)

    def unpack_base(self):
        base = self.cache / f"{SUITE}-base.tar.zst"
        fresh = base.exists() and time.time() - base.stat().st_mtime < DAYS_KEPT * 86400
        if not fresh:
            self.make_base(base)
        subprocess.run(["tar", "--zstd", "-xf", base, "-C", self.path, "--numeric-owner"], check=True)
        self.path.chmod(0o755)  # users such as "man" read below it, too

    def make_base(self, base):
        print(f"making the base system of Debian's {SUITE} (kept for {DAYS_KEPT} days)", flush=True)
        log = self.cache / "debootstrap.log"
        with tempfile.TemporaryDirectory(prefix="neuronscope-base-") as folder, \
                open(log, "w", encoding="utf-8") as output:
            done = subprocess.run(["debootstrap", "--variant=minbase", SUITE, folder,
                                   self.sources[0][0]], stdout=output, stderr=output, check=False)
            if done.returncode != 0:
                end = log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:]
                raise Unavailable("debootstrap failed:\n" + "\n".join(end))
            for package in pathlib.Path(folder, "var/cache/apt/archives").glob("*.deb"):
                package.unlink()
            made = base.with_suffix(".new")
            subprocess.run(["tar", "-I", "zstd -3 -T0", "-cf", made, "-C", folder, "--numeric-owner",
                            "--exclude=./dev/*", "."], check=True)
            made.rename(base)

    def configure(self):
        etc = self.path / "etc"
        (etc / "apt/sources.list").write_text(
            "".join(f"deb {uri} {suite} main\n" for uri, suite in self.sources), encoding="utf-8")
        (etc / "dpkg/dpkg.cfg.d/unsafe-io").write_text("force-unsafe-io\n", encoding="utf-8")
        (etc / "apt/apt.conf.d/90test").write_text(
            'APT::Install-Recommends "0";\nAcquire::Retries "3";\n'
            'Acquire::Languages "none";\nDir::Log::Terminal "";\n', encoding="utf-8")
        shutil.copy("/etc/resolv.conf", etc / "resolv.conf")
        try:
            self.run("apt-get", "update", "-qq", "--error-on=any")
        except AssertionError as failure:
            raise Unavailable(f"the package sources cannot be read: {failure}") from failure

    def run(self, *command, check=True, environment=None):
        """Runs a command in the root; the result has what it printed."""
        script = ('set -e; root=$1; downloads=$2; shift 2; mount -t proc proc "$root/proc"; '
                  'mount --rbind /dev "$root/dev"; '
                  'mount --bind "$downloads" "$root/var/cache/apt/archives"; '
                  'exec chroot "$root" "$@"')
        words = ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh",
                 str(self.path), str(self.downloads), *map(str, command)]
        clean = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                 "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
                 **(environment or {})}
        done = subprocess.run(words, env=clean, capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL, timeout=900)
        if check and done.returncode != 0:
            raise AssertionError(f"in the clean root: {' '.join(map(str, command))}: "
                                 f"exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def install(self, *packages):
        """Installs packages, by name or from files (/x.deb), with what they depend on."""
        return self.run("apt-get", "install", "-y", "-qq", *packages)

    def packages(self):
        """Names of the installed packages."""
        listed = self.run("dpkg-query", "-W", "-f", "${db:Status-Status} ${Package}\\n").stdout
        return {line.split()[1] for line in listed.splitlines() if line.startswith("installed ")}

    def files(self):
        """All files and folders, but for those of running processes and of the package system."""
        left_out = {"proc", "sys", "dev", "run", "tmp", "var/lib/dpkg", "var/lib/apt",
                    "var/cache/apt", "var/log"}
        found = set()
        for where, folders, names in os.walk(self.path):
            here = os.path.relpath(where, self.path)
            below = "" if here == "." else here + "/"
            folders[:] = [name for name in folders if below + name not in left_out]
            found.update(below + name for name in folders + names)
        return found
