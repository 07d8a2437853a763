#!/usr/bin/env python3
"""Installs the packages on a clean Debian 12, uses them, removes them, and runs the archive there.

  run_install_test.py --packages DIR --cache DIR [--pictures DIR]

DIR of --packages: what scripts/package made. Needs root, debootstrap and the machine's package
sources; exit code 77 where one is missing, with the reason. What may be kept for the next time
goes to --cache; --pictures keeps the screenshots that were taken.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import time
import traceback

from clean_root import CleanRoot, Unavailable

SKIPPED = 77
SOURCE = pathlib.Path(__file__).resolve().parents[2]
CLI, DESKTOP, PYTHON = "neuronscope-cli", "neuronscope", "python3-neuronscope"
# Tools to look at what was installed with; none is needed by the packages.
TOOLS = ("man-db", "shared-mime-info", "desktop-file-utils", "libglib2.0-bin")
# A program with the package neuronscope; prints its version.
PYTHON_PROGRAM = """
import sys
import neuronscope
run = neuronscope.open("/work/two_cores.ntff")
table = run.query("SELECT id, name, start_ns FROM slice")
assert len(table) > 0 and run.summary()["total_time"].value > 0, table
assert neuronscope.simulate("example").metrics["throughput"].low > 0
assert neuronscope.cost("inf2-llama2-70b-serving")["rows"]
try:
    neuronscope.open("/nowhere")
except neuronscope.Error as error:
    assert error.code == "not_found", error
if "pandas" in sys.argv:
    assert list(table.to_pandas()["id"]) == table["id"]
print(neuronscope.__version__)
"""
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}
# What Debian's own packages leave: caches, and an empty folder of fontconfig.
OF_OTHERS = re.compile(r"(^|/)(cache|__pycache__)(/|$)|\.cache$|^usr/local/share/fonts$")


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def run(*command, out=()):
    """What a command of this machine prints, or `out` of what it prints."""
    done = subprocess.run(list(map(str, command)), capture_output=True, check=True)
    if out:
        done = subprocess.run(out, input=done.stdout, capture_output=True, check=True)
    return done.stdout.decode()


class InstallTest:
    def __init__(self, root, packages, pictures):
        self.root = root
        self.pictures = pictures
        self.cli = only(packages.glob(f"{CLI}_*.deb"))
        self.desktop = only(packages.glob(f"{DESKTOP}_*.deb"))
        self.python = only(packages.glob(f"{PYTHON}_*.deb"))
        self.wheel = only(packages.glob("neuronscope-*.whl"))
        self.archive = only(packages.glob("neuronscope-*.tar.zst"))
        self.version = self.cli.name.split("_")[1]
        self.before = set()

    def copy_in(self, *files):
        (self.root.path / "work").mkdir(exist_ok=True)
        for file in files:
            shutil.copy(file, self.root.path / "work")

    def prepare(self):
        self.copy_in(self.cli, self.desktop, self.python, self.wheel,
                     SOURCE / "tests/fuzz/corpus/ntff/two_cores.ntff",
                     SOURCE / "tests/golden/fixtures/tiny_kineto.json")
        self.root.install(*TOOLS)
        self.before = self.files()

    def command_line_package(self):
        before = self.root.packages()
        self.root.install(f"/work/{self.cli.name}")
        came = self.root.packages() - before
        unwanted = [name for name in came if re.search(r"-dev$|^(g\+\+|gcc|cmake|libqt|libgl1|xserver|x11-)", name)]
        check(not unwanted, f"{CLI} needs {unwanted}")
        self.use_command_line("nscope")
        for shell_file in ("bash-completion/completions/nscope", "zsh/vendor-completions/_nscope",
                           "fish/vendor_completions.d/nscope.fish"):
            check((self.root.path / "usr/share" / shell_file).is_file(), f"{shell_file} is missing")
        self.root.run("bash", "-n", "/usr/share/bash-completion/completions/nscope")

    def use_command_line(self, program, environment=None):
        def nscope(*arguments):
            return self.root.run(program, *arguments, environment=environment).stdout
        check(nscope("--version") == f"nscope {self.version}\n", "nscope --version")
        nscope("import", "/work/tiny_kineto.json", "-o", "/work/kineto.nscope")
        nscope("import", "/work/two_cores.ntff", "-o", "/work/capture.nscope")
        check("tracks" in nscope("info", "/work/capture.nscope"), "nscope info")
        nscope("simulate", "example", "-o", "/work/example.nscope")
        check("total" in nscope("summary", "/work/example.nscope").lower(), "nscope summary")
        check("inf2.48xlarge" in nscope("cost", "inf2-llama2-70b-serving"), "nscope cost")

    def manual_pages(self):
        text = self.root.run("man", "-P", "cat", "nscope").stdout
        check("NSCOPE(1)" in text and "nscope-simulate(1)" in text, "man nscope")
        pages = sorted((self.root.path / "usr/share/man/man1").glob("nscope*.1.gz"))
        check(len(pages) > 20, f"only {len(pages)} manual pages")
        for page in pages:
            done = self.root.run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z",
                                 f"/usr/share/man/man1/{page.name}")
            check(not done.stderr, f"{page.name}: {done.stderr}")
        check("nscope-gate" in self.root.run("apropos", "gate").stdout, "apropos finds no page")

    def desktop_package(self):
        self.root.install(f"/work/{self.desktop.name}")
        unwanted = [name for name in self.root.packages() if re.search(r"-dev$|^(g\+\+|cmake)", name)]
        check(not unwanted, f"{DESKTOP} needs {unwanted}")
        version = self.root.run("neuronscope", "--version", environment=OFFSCREEN).stdout
        check(version == f"neuronscope {self.version}\n", "neuronscope --version")
        self.take_screenshot("neuronscope", "package")
        check("NEURONSCOPE(1)" in self.root.run("man", "-P", "cat", "neuronscope").stdout,
              "man neuronscope")

    def take_screenshot(self, program, name, environment=None):
        # No platform is named: without a display the program has to find offscreen itself.
        done = self.root.run(program, "--screenshot", f"/work/{name}.png", "--size", "1400x880",
                             "--theme", "light", "/work/example.nscope", environment=environment)
        check(not done.stderr, f"{program} says: {done.stderr}")
        picture = self.root.path / f"work/{name}.png"
        head = picture.read_bytes()[:24]
        size = (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big"))
        check(head[:4] == b"\x89PNG" and size == (1400, 880), f"{picture.name} is {size}")
        check(picture.stat().st_size > 40_000, f"{picture.name} is nearly empty")
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            shutil.copy(picture, self.pictures)

    def desktop_entries(self):
        shutil.copy(self.root.path / "work/example.nscope", self.root.path / "work/unnamed")
        kind = self.root.run("gio", "info", "-a", "standard::content-type", "/work/unnamed").stdout
        check("application/x-neuronscope-session" in kind, f"a session is taken for {kind}")
        opener = self.root.run("gio", "mime", "application/x-neuron-ntff").stdout
        check("org.neuronscope.Neuronscope.desktop" in opener, f"NTFF files open with: {opener}")

    def python_package(self):
        before = self.root.packages()
        self.root.install(f"/work/{self.python.name}")
        unwanted = [name for name in self.root.packages() - before
                    if re.search(r"-dev$|^(g\+\+|cmake|libqt)", name)]
        check(not unwanted, f"{PYTHON} needs {unwanted}")
        self.use_python("/usr/bin/python3")
        self.root.install("python3-pandas")
        self.use_python("/usr/bin/python3", "pandas")

    def python_wheel(self):
        self.root.install("python3-venv")
        self.root.run("python3", "-m", "venv", "/opt/venv")
        self.root.run("/opt/venv/bin/pip", "install", "-q", "--no-index", f"/work/{self.wheel.name}")
        where = self.root.run("/opt/venv/bin/python", "-c",
                              "import neuronscope; print(neuronscope.__file__)").stdout
        check(where.startswith("/opt/venv/"), f"the wheel is in {where}")
        module = only((self.root.path / "opt/venv").rglob("neuronscope/_core*.so"))
        self.libraries_are_inside(module.parents[1], "/opt/venv/lib", 10, r"stdc\+\+|gcc_s|")
        self.use_python("/opt/venv/bin/python")
        self.root.run("/opt/venv/bin/pip", "uninstall", "-q", "-y", "neuronscope")
        left = [*(self.root.path / "opt/venv").rglob("*neuronscope*")]
        check(not left, f"left behind: {left}")
        shutil.rmtree(self.root.path / "opt/venv")

    def use_python(self, interpreter, *arguments):
        program = self.root.path / "work/program.py"
        program.write_text(PYTHON_PROGRAM, encoding="utf-8")
        printed = self.root.run(interpreter, "/work/program.py", *arguments).stdout
        check(printed == f"{self.version}\n", f"{interpreter} prints {printed!r}")

    def removal(self):
        for package in (self.cli, self.desktop):
            scripts = run("dpkg-deb", "--ctrl-tarfile", package, out=("tar", "-t")).split()
            check(not {"./preinst", "./postinst", "./prerm", "./postrm"} & set(scripts),
                  f"{package.name} runs scripts, whose traces are not looked for: {scripts}")
        self.root.run("apt-get", "purge", "-y", "-qq", DESKTOP, CLI, PYTHON)
        ours = [name for name in self.files() if re.search("nscope|neuronscope|x-neuron", name)]
        check(not ours, f"left behind: {ours}")
        named = subprocess.run(
            ["grep", "-rlE", "--exclude-dir=apt", "--exclude-dir=man",
             r"x-neuron-ntff|neuronscope|\bnscope\b", "usr/share", "var/cache", "etc", "root"],
            cwd=self.root.path, capture_output=True, text=True, check=False).stdout.split()
        check(not named, f"still named in: {named}")
        # Those that the test itself asked for.
        self.root.run("apt-mark", "auto", "python3-pandas", "python3-venv")
        # apt itself recommends some of them, such as ca-certificates.
        self.root.run("apt-get", "autoremove", "--purge", "-y", "-qq",
                      "-o", "APT::AutoRemove::RecommendsImportant=false",
                      "-o", "APT::AutoRemove::SuggestsImportant=false")
        left = sorted(name for name in self.files() - self.before if not OF_OTHERS.search(name))
        check(not left, f"left behind: {left}")

    def files(self):
        # man keeps its index, and the pages that somebody has read, until its daily job.
        return {name for name in self.root.files()
                if name.split("/")[0] != "work" and not name.startswith("var/cache/man/")}

    def archive_runs(self):
        # Fonts are the machine's; a desktop has some.
        self.root.install("fontconfig-config", "fonts-dejavu-core")
        folder = self.root.path / "opt/some folder"
        folder.mkdir()
        subprocess.run(["tar", "--zstd", "-xf", self.archive, "-C", folder], check=True)
        unpacked = only(folder.iterdir())
        self.use_archive(unpacked)
        moved = self.root.path / "srv/elsewhere"
        unpacked.rename(moved)
        # Libraries of another program must not get in the way.
        self.use_archive(moved, {"LD_LIBRARY_PATH": "/usr/lib", "QT_PLUGIN_PATH": "/nonexistent"})

    def use_archive(self, folder, environment=None):
        inside = "/" + folder.relative_to(self.root.path).as_posix()
        self.libraries_are_inside(folder, inside)
        self.use_command_line(f"{inside}/bin/nscope", environment)
        self.take_screenshot(f"{inside}/bin/neuronscope", f"archive-{folder.parent.name}",
                             environment)
        if (folder / "lib/nscope/libduckdb.so").exists():
            program = f"{inside}/bin/nscope"
            self.root.run("rm", "-rf", "/work/tables")
            self.root.run(program, "export", "/work/example.nscope", "--format", "parquet", "-o",
                          "/work/tables", environment=environment)
            self.root.run(program, "info", "/work/tables", environment=environment)
        else:
            print("  (the archive has no DuckDB, so Parquet was not tried)")

    def libraries_are_inside(self, folder, inside, least=30, more=""):
        """Every library of every program, library and plugin is inside, glibc's, or in `more`."""
        files = [file for file in folder.rglob("*")
                 if file.is_file() and file.read_bytes()[:4] == b"\x7fELF"]
        check(len(files) > least, f"only {len(files)} programs and libraries")
        names = ["/" + file.relative_to(self.root.path).as_posix() for file in files]
        listed = self.root.run("ldd", *names, check=False).stdout
        check("not found" not in listed,
              "\n".join(line for line in listed.splitlines() if "not found" in line))
        glibc = re.compile(rf"/lib/x86_64-linux-gnu/lib({more}c|m|dl|rt|pthread|resolv)\.so|linux-vdso")
        strays = {path for path in re.findall(r"=> (/.*) \(0x", listed)
                  if not path.replace("/./", "/").startswith(inside) and not glibc.search(path)}
        check(not strays, f"not from the archive: {sorted(strays)}")


def lint(packages):
    debs = sorted(packages.glob("*.deb"))
    if not shutil.which("lintian"):
        raise Unavailable("needs lintian (scripts/setup --package)")
    done = subprocess.run(["lintian", "--fail-on", "error", "--allow-root", *map(str, debs)],
                          capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        print("  " + line)
    check(done.returncode == 0, done.stderr or "lintian found errors")


def only(paths):
    found = list(paths)
    if len(found) != 1:
        raise SystemExit(f"expected one package, found {[path.name for path in found]}; "
                         "run scripts/package")
    return found[0]


def run_step(name, step):
    start = time.monotonic()
    try:
        step()
    except Unavailable as reason:
        print(f"skipped  {name}: {reason}", flush=True)
        return None
    except Exception:  # pylint: disable=broad-except
        print(f"FAILED   {name}", flush=True)
        traceback.print_exc()
        return False
    print(f"ok       {name} ({time.monotonic() - start:.1f} s)", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--cache", type=pathlib.Path, required=True)
    parser.add_argument("--pictures", type=pathlib.Path)
    arguments = parser.parse_args()
    packages = arguments.packages.resolve()
    fine = run_step("lintian", lambda: lint(packages)) is not False
    try:
        start = time.monotonic()
        with CleanRoot(arguments.cache) as root:
            print(f"ok       clean root ({time.monotonic() - start:.1f} s)", flush=True)
            test = InstallTest(root, packages, arguments.pictures)
            for step in (test.prepare, test.command_line_package, test.manual_pages,
                         test.desktop_package, test.desktop_entries, test.python_package,
                         test.python_wheel, test.removal,
                         test.archive_runs):
                if not run_step(step.__name__.replace("_", " "), step):
                    return 1
    except Unavailable as reason:
        print(f"skipped  clean root: {reason}")
        return SKIPPED if fine else 1
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
